import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteWorkbook, type Workbook } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { service } from '../service.js';

const texts = messages(
  {
    heading: (title: string) => `Delete “${title}”?`,
    warning:
      'Its files, tables, versions and history go with it, for everybody who uses it. This cannot be undone.',
    delete: 'Delete the workbook',
    deleted: (title: string) => `“${title}” is deleted`,
  },
  {
    heading: (title: string) => `「${title}」を削除しますか？`,
    warning:
      'ファイル、表、バージョン、履歴がすべて削除され、ほかのユーザーからも見えなくなります。元に戻すことはできません。',
    delete: 'ワークブックを削除',
    deleted: (title: string) => `「${title}」を削除しました`,
  },
);

interface DeleteWorkbookDialogProps {
  workbook: Workbook;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteWorkbookDialog({ workbook, onClose, onDeleted }: DeleteWorkbookDialogProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteWorkbook(service, { path: { workbook_id: workbook.id } }),
    onSuccess: () => {
      showToast({ text: text.deleted(workbook.title) });
      onClose();
      onDeleted?.();
      void queries.invalidateQueries({ queryKey: ['workbooks'] });
    },
  });
  return (
    <ConfirmDialog
      title={text.heading(workbook.title)}
      action={text.delete}
      change={remove}
      onClose={onClose}
    >
      {text.warning}
    </ConfirmDialog>
  );
}
