import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReviewFinding } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { cellText } from './cell-text.js';

const texts = messages(
  {
    title: 'What would change',
    row: 'Row',
    now: 'Now',
    becomes: 'Becomes',
    more: (count: string) => `and ${count} more rows`,
    deleted: (count: string) => `${count} rows would be deleted:`,
    column: 'The column would get another type; its values are kept.',
    tables: 'The tables would be computed again.',
    undo: 'It is a change as any other: undo takes it back.',
    apply: 'Apply',
    cancel: 'Cancel',
    done: 'Applied. Ctrl+Z takes it back.',
  },
  {
    title: '変更の内容',
    row: '行',
    now: '現在',
    becomes: '変更後',
    more: (count: string) => `ほか ${count} 行`,
    deleted: (count: string) => `${count} 行が削除されます:`,
    column: '列の型が変わります。値は保たれます。',
    tables: '表が再計算されます。',
    undo: 'ほかの変更と同じように、元に戻せます。',
    apply: '適用',
    cancel: 'キャンセル',
    done: '適用しました。Ctrl+Z で元に戻せます。',
  },
);

/** Rows that are listed; the others are counted. */
const MAX_LISTED = 10;

type FixRequest = NonNullable<ReviewFinding['fix_request']>;

interface MendDialogProps {
  workbookId: string;
  finding: ReviewFinding;
  request: FixRequest;
  onClose: () => void;
  onDone: () => void;
}

/** What the mend of a finding would do, tried first, and the button that makes it. */
export function MendDialog({ workbookId, finding, request, onClose, onDone }: MendDialogProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { method, path, body } = request;
  const send = async (isDryRun: boolean, signal?: AbortSignal): Promise<unknown> => {
    const query = isDryRun ? { dry_run: true } : {};
    const sent = { method, path: `/api/v1/workbooks/${workbookId}${path}`, json: body, query, signal };
    return await service.send(sent, (answer) => answer.json());
  };
  // Refused if the table has changed since the review.
  const tried = useQuery({
    queryKey: ['workbook', workbookId, 'mend', finding.id, path],
    queryFn: async ({ signal }) => {
      await send(true, signal);
      return true;
    },
    retry: false,
    gcTime: 0,
  });
  const apply = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      onDone();
      showToast({ text: text.done });
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            disabled={!tried.isSuccess || apply.isPending}
            onClick={() => apply.mutate()}
          >
            {text.apply}
          </Button>
        </>
      }
    >
      {tried.isPending && <Loading />}
      <ProblemNotice error={tried.error ?? apply.error} />
      {tried.isSuccess && <Changes finding={finding} request={request} />}
    </Dialog>
  );
}

interface MendedRows {
  rows?: Record<string, unknown>[];
  row_ids?: number[];
}

function Changes({ finding, request: { path, body } }: { finding: ReviewFinding; request: FixRequest }) {
  const text = useText(texts);
  const format = useFormat();
  const { rows = [], row_ids: deleted = [] } = body as MendedRows;
  const before = new Map(finding.evidence.rows.map((row) => [row.__svc_row_id, row]));
  const { column = '' } = finding;
  const more = rows.length + deleted.length - MAX_LISTED;
  return (
    <>
      {rows.length > 0 && (
        <ListTable label={text.title} head={[text.row, `${column}: ${text.now}`, text.becomes]}>
          {rows.slice(0, MAX_LISTED).map((row) => (
            <tr key={String(row.__svc_row_id)}>
              <td>{cellText(row.__svc_row_id)}</td>
              <td>{cellText(before.get(row.__svc_row_id)?.[column])}</td>
              <td>{cellText(row[column])}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {deleted.length > 0 && (
        <p>
          {text.deleted(format.number(deleted.length))} {deleted.slice(0, MAX_LISTED).join(', ')}
        </p>
      )}
      {more > 0 && <p>{text.more(format.number(more))}</p>}
      {rows.length + deleted.length === 0 && <p>{path === '/recompute' ? text.tables : text.column}</p>}
      <p>{text.undo}</p>
    </>
  );
}
