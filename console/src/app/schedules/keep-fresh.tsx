import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setTableRefresh } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Checkbox } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { useChoice } from '../../ui/use-choice.js';
import { service } from '../service.js';
import { schedulesQuery } from './schedule-queries.js';
import { scheduleTexts } from './schedule-texts.js';

/** Whether a derived table is recomputed by itself. */
export function KeepFresh({ workbookId, table }: { workbookId: string; table: string }) {
  const text = useText(scheduleTexts);
  const queries = useQueryClient();
  const { queryKey } = schedulesQuery(workbookId);
  const schedules = useQuery(schedulesQuery(workbookId));
  const kept = schedules.data?.schedules.some(({ kind, subject }) => kind === 'refresh' && subject === table);
  const change = useMutation({
    mutationFn: (isFresh: boolean) =>
      setTableRefresh(service, {
        path: { workbook_id: workbookId, name: table },
        body: { refresh: isFresh ? 'auto' : 'manual' },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const { shown, choose } = useChoice(kept ?? false, (isFresh) => change.mutateAsync(isFresh));
  return (
    <div>
      <Checkbox
        label={text.keepFresh}
        checked={shown}
        disabled={kept === undefined || change.isPending}
        onChange={({ target }) => choose(target.checked)}
      />
      <ProblemNotice error={change.error} />
    </div>
  );
}
