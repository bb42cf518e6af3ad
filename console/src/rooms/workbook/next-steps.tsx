import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ArtifactSummary,
  listConflicts,
  listJobs,
  recompute,
  type SourceDetail,
} from '@workbook-data-service/client/api';
import { CircleAlert, GitCompareArrows, LoaderCircle, RefreshCw, ScanSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { readingOf } from '../../app/readings/reading-of.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './next-steps.module.css';
import { texts } from './overview-texts.js';

const MAX_CELLS = 3;

interface NextStepsProps {
  workbookId: string;
  tables: ArtifactSummary[];
  sources: SourceDetail[];
}

/** What in the workbook waits for somebody; nothing where nothing does. */
export function NextSteps({ workbookId, tables, sources }: NextStepsProps) {
  const text = useText(texts);
  const { mayWrite } = useRights(workbookId);
  const stale = tables.filter(({ freshness }) => freshness.stale).length;
  const conflicts = useOpenConflicts(workbookId);
  const running = useRunningJobs(workbookId);
  const doubts = sources.flatMap((source) => {
    const { differing, unplaced } = readingOf(source);
    const first = (cells: string[]): string => cells.slice(0, MAX_CELLS).join(', ');
    return [
      ...(differing.length > 0
        ? [
            {
              id: `${source.id}.totals`,
              source: source.name,
              cell: differing[0],
              title: text.differing(source.filename),
              hint: text.differingHint(first(differing)),
            },
          ]
        : []),
      ...(unplaced.length > 0
        ? [
            {
              id: `${source.id}.cells`,
              source: source.name,
              cell: unplaced[0],
              title: text.unplaced(source.filename),
              hint: text.unplacedHint(first(unplaced)),
            },
          ]
        : []),
    ];
  });
  if (stale + conflicts + running + doubts.length === 0) return null;
  return (
    <section className={styles.steps} aria-label={text.next}>
      {running > 0 && (
        <Step icon={<LoaderCircle aria-hidden />} title={text.running(running)} hint={text.runningHint} />
      )}
      {stale > 0 && (
        <Step icon={<RefreshCw aria-hidden />} title={text.staleTables(stale)} hint={text.staleHint}>
          {mayWrite && <RecomputeButton workbookId={workbookId} />}
        </Step>
      )}
      {conflicts > 0 && (
        <Step
          icon={<GitCompareArrows aria-hidden />}
          title={text.conflicts(conflicts)}
          hint={text.conflictsHint}
        >
          <ButtonLink to="/workbooks/$workbookId/conflicts" params={{ workbookId }}>
            {text.decide}
          </ButtonLink>
        </Step>
      )}
      {doubts.map(({ id, source, cell, title, hint }) => (
        <Step key={id} icon={<ScanSearch aria-hidden />} title={title} hint={hint}>
          <ButtonLink
            to="/workbooks/$workbookId/files/$source"
            params={{ workbookId, source }}
            search={placeOfCell(cell)}
            aria-label={`${text.lookAt}: ${title}`}
          >
            {text.lookAt}
          </ButtonLink>
        </Step>
      ))}
    </section>
  );
}

/** `Sheet1!B2`, as a page of a file has it in its address. */
function placeOfCell(cell = ''): { sheet: string; cell: string } {
  const mark = cell.lastIndexOf('!');
  return { sheet: cell.slice(0, Math.max(0, mark)), cell: cell.slice(mark + 1) };
}

function Step({
  icon = <CircleAlert aria-hidden />,
  title,
  hint,
  children,
}: {
  icon?: ReactNode;
  title: string;
  hint: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.step}>
      {icon}
      <div>
        <strong>{title}</strong>
        <p>{hint}</p>
      </div>
      {children}
    </div>
  );
}

function RecomputeButton({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: () => recompute(service, { path: { workbook_id: workbookId }, body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      showToast({ text: text.recomputed });
    },
  });
  return (
    <>
      <Button disabled={run.isPending} onClick={() => run.mutate()}>
        {text.recompute}
      </Button>
      <ProblemNotice error={run.error} />
    </>
  );
}

function useOpenConflicts(workbookId: string): number {
  const { data } = useQuery({
    queryKey: ['workbook', workbookId, 'conflicts', 'open'],
    queryFn: ({ signal }) =>
      listConflicts(service, { path: { workbook_id: workbookId }, query: { status: 'open' }, signal }),
  });
  return data?.conflicts.length ?? 0;
}

/** Jobs have no events of their own while they run, so they are looked at again now and then. */
export function useRunningJobs(workbookId: string): number {
  const { data = 0 } = useQuery({
    queryKey: ['workbook', workbookId, 'running-jobs'],
    queryFn: async ({ signal }) => {
      const { jobs } = await listJobs(service, { signal });
      const isRunning = (status: string): boolean => status === 'pending' || status === 'running';
      return jobs.filter((job) => job.workbook_id === workbookId && isRunning(job.status)).length;
    },
    refetchInterval: ({ state }) => (state.data ? 2000 : false),
  });
  return data;
}
