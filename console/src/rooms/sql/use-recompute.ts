import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recompute } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';
import { transformTexts } from './transform-texts.js';

/** Computes the given tables again, or all stale ones. What could not be computed is in `data.failed`. */
export function useRecompute(workbookId: string) {
  const text = useText(transformTexts);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tables: string[] | undefined) =>
      recompute(service, { path: { workbook_id: workbookId }, body: tables ? { tables } : {} }),
    onSuccess: ({ recomputed }) => {
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      const names = recomputed.map(({ table }) => table).join(', ');
      showToast({ text: names === '' ? text.nothingToDo : text.recomputed(names) });
    },
  });
}
