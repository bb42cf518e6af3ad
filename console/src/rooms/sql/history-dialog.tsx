import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ListTable } from '../../ui/list-table.js';
import type { PastQuery } from './query-history.js';
import styles from './query-page.module.css';
import { queryTexts } from './texts.js';

interface HistoryDialogProps {
  past: PastQuery[];
  onOpen: (query: PastQuery) => void;
  onForget: () => void;
  onClose: () => void;
}

export function HistoryDialog({ past, onOpen, onForget, onClose }: HistoryDialogProps) {
  const text = useText(queryTexts);
  const format = useFormat();
  return (
    <Dialog
      title={text.history}
      width="wide"
      onClose={onClose}
      actions={
        past.length > 0 && (
          <Button look="danger" onClick={onForget}>
            {text.forget}
          </Button>
        )
      }
    >
      <p>{past.length === 0 ? text.noHistory : text.historyHint}</p>
      {past.length > 0 && (
        <ListTable label={text.history} head={[text.statement, text.when, '']}>
          {past.map((query) => (
            <tr key={query.sql}>
              <td>
                <code className={styles.pastStatement}>{query.sql}</code>
              </td>
              <td title={format.dateTime(query.at)}>{format.ago(query.at)}</td>
              <td>
                <Button onClick={() => onOpen(query)}>{text.open}</Button>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </Dialog>
  );
}
