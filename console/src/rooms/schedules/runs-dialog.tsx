import { useInfiniteQuery } from '@tanstack/react-query';
import { listScheduleRuns } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { RunOutcome } from './run-outcome.js';
import styles from './schedules.module.css';
import { texts } from './texts.js';

interface RunsDialogProps {
  workbookId: string;
  scheduleId: string;
  name: string;
  onClose: () => void;
}

/** The runs of a schedule that have ended, newest first. */
export function RunsDialog({ workbookId, scheduleId, name, onClose }: RunsDialogProps) {
  const text = useText(texts);
  const path = { workbook_id: workbookId, schedule_id: scheduleId };
  const found = useInfiniteQuery({
    queryKey: ['workbook', workbookId, 'schedules', scheduleId, 'runs'],
    queryFn: ({ signal, pageParam }) =>
      listScheduleRuns(service, { path, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const runs = found.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <Dialog title={text.runsOf(name)} onClose={onClose}>
      <ProblemNotice error={found.error} />
      {found.isPending && <Loading />}
      {found.data && runs.length === 0 && <p>{text.never}</p>}
      {runs.length > 0 && (
        <ol className={styles.runs} aria-label={text.runs}>
          {runs.map((run) => (
            <li key={run.job_id}>
              <RunOutcome run={run} />
            </li>
          ))}
        </ol>
      )}
      {found.hasNextPage && (
        <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {text.earlier}
        </Button>
      )}
    </Dialog>
  );
}
