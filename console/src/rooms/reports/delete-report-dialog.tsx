import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteSheet } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { reportsQuery } from './report-queries.js';
import { reportTexts } from './texts.js';

interface DeleteReportDialogProps {
  workbookId: string;
  name: string;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteReportDialog({ workbookId, name, onClose, onDeleted }: DeleteReportDialogProps) {
  const text = useText(reportTexts);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteSheet(service, { path: { workbook_id: workbookId, name } }),
    onSuccess: async () => {
      onClose();
      onDeleted?.();
      showToast({ text: text.deleted(name) });
      await queries.invalidateQueries({ queryKey: reportsQuery(workbookId).queryKey, exact: true });
    },
  });
  return (
    <ConfirmDialog title={text.deleteTitle(name)} action={text.delete} change={remove} onClose={onClose}>
      {text.deleteHint}
    </ConfirmDialog>
  );
}
