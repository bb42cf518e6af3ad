import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ArtifactSummary, deleteTable } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { service } from '../service.js';

const texts = messages(
  {
    heading: (table: string) => `Delete “${table}”?`,
    warning:
      'Its rows, edits and notes are deleted too. Going back to a version that has the table restores it.',
    others: 'Tables computed from it are deleted too:',
    delete: 'Delete',
    deleted: (tables: string) => `Deleted: ${tables}`,
  },
  {
    heading: (table: string) => `「${table}」を削除しますか？`,
    warning: '行、編集、メモも削除されます。この表を含むバージョンに戻すと、表も元に戻ります。',
    others: 'この表から計算される次の表も削除されます。',
    delete: '削除',
    deleted: (tables: string) => `削除しました: ${tables}`,
  },
);

interface DeleteTableDialogProps {
  workbookId: string;
  table: Pick<ArtifactSummary, 'name' | 'edit_version'>;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteTableDialog({ workbookId, table, onClose, onDeleted }: DeleteTableDialogProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { name, edit_version } = table;
  const path = { workbook_id: workbookId, name };
  const plan = useQuery({
    queryKey: ['workbook', workbookId, 'table', name, 'deletion'],
    queryFn: ({ signal }) =>
      deleteTable(service, {
        path,
        query: { expected_version: 'null', cascade: true, dry_run: true },
        signal,
      }),
  });
  const others = plan.data?.deleted.filter((one) => one !== name) ?? [];
  const remove = useMutation({
    mutationFn: () =>
      deleteTable(service, {
        path,
        query: { expected_version: String(edit_version), cascade: others.length > 0 },
      }),
    onSuccess: async ({ deleted }) => {
      showToast({ text: text.deleted(deleted.join(', ')) });
      onClose();
      onDeleted?.();
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  return (
    <ConfirmDialog
      title={text.heading(name)}
      action={text.delete}
      change={{ ...remove, mutate: () => remove.mutate(), isPending: remove.isPending || plan.isPending }}
      onClose={onClose}
    >
      <p>{text.warning}</p>
      {others.length > 0 && (
        <>
          <p>{text.others}</p>
          <ul>
            {others.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      <ProblemNotice error={plan.error} />
    </ConfirmDialog>
  );
}
