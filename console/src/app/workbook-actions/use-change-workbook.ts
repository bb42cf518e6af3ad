import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UpdateWorkbookData, updateWorkbook } from '@workbook-data-service/client/api';
import { service } from '../service.js';

/** Changes title, description or visibility, wherever they are shown. */
export function useChangeWorkbook(workbookId: string, onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWorkbookData['body']) =>
      updateWorkbook(service, { path: { workbook_id: workbookId }, body }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['workbooks'] }),
        queries.invalidateQueries({ queryKey: ['workbook', workbookId] }),
      ]);
      onDone();
    },
  });
}
