import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSource } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import type { SourcePlace } from '../../app/source-queries.js';
import { messages, useText } from '../../text/text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  {
    heading: (file: string) => `Delete “${file}”?`,
    alone: 'The file goes. No table comes from it.',
    tables: 'The file goes, with the tables that come from it and their edits:',
    delete: 'Delete',
    deleted: (file: string) => `“${file}” is deleted`,
  },
  {
    heading: (file: string) => `「${file}」を削除しますか？`,
    alone: 'ファイルを削除します。このファイルから作られた表はありません。',
    tables: 'ファイルと、そこから作られた次の表が、編集内容ごと削除されます。',
    delete: '削除',
    deleted: (file: string) => `「${file}」を削除しました`,
  },
);

/** Says which tables go with a file before it does. */
export function DeleteFileDialog({ place, onClose }: { place: SourcePlace; onClose: () => void }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const plan = useQuery({
    queryKey: ['workbook', place.workbook_id, 'sources', place.source_name, 'deletion'],
    queryFn: ({ signal }) =>
      deleteSource(service, { path: place, query: { cascade: true, dry_run: true }, signal }),
  });
  const tables = plan.data?.deleted ?? [];
  const remove = useMutation({
    mutationFn: () => deleteSource(service, { path: place, query: { cascade: tables.length > 0 } }),
    onSuccess: async () => {
      showToast({ text: text.deleted(place.source_name) });
      onClose();
      await queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] });
    },
  });
  return (
    <ConfirmDialog
      title={text.heading(place.source_name)}
      action={text.delete}
      change={{ ...remove, mutate: () => remove.mutate(), isPending: remove.isPending || plan.isPending }}
      onClose={onClose}
    >
      {plan.data && <p>{tables.length > 0 ? text.tables : text.alone}</p>}
      <ul>
        {tables.map((table) => (
          <li key={table}>{table}</li>
        ))}
      </ul>
      <ProblemNotice error={plan.error} />
    </ConfirmDialog>
  );
}
