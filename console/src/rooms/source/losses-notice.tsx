import type { TriedParseSpec } from '@workbook-data-service/client/api';
import { usePreferences } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import styles from './reading-editor.module.css';
import { texts } from './texts.js';

/** What the tables had before a correction and would not have any more. */
export function LossesNotice({ losses }: { losses: TriedParseSpec['losses'] }) {
  const text = useText(texts);
  const { language } = usePreferences();
  if (losses.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{text.losses}</p>
      <ul className={styles.faults}>
        {losses.slice(0, 8).map((loss) => (
          <li key={loss.sheet + loss.text}>{messageText(loss, language)}</li>
        ))}
      </ul>
    </Notice>
  );
}
