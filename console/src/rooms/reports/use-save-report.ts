import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putSheet, type Sheet } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';
import { type Draft, requestOf } from './blocks.js';
import { reportQuery, reportsQuery } from './report-queries.js';
import { reportTexts } from './texts.js';

/** Saves a draft under the name of its report. */
export function useSaveReport(
  workbookId: string,
  name: string,
  draft: Draft,
  onSaved: (sent: Draft, made: Sheet) => void,
) {
  const text = useText(reportTexts);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => putSheet(service, { path: { workbook_id: workbookId, name }, body: requestOf(draft) }),
    onSuccess: (made) => {
      onSaved(draft, made);
      queries.setQueryData(reportQuery(workbookId, name).queryKey, made);
      void queries.invalidateQueries({ queryKey: reportsQuery(workbookId).queryKey, exact: true });
      showToast({ text: text.saved(name) });
    },
  });
}
