import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getJob, type Job, type ReviewReport, reviewWorkbook } from '@workbook-data-service/client/api';
import { ScanSearch } from 'lucide-react';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Select } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading, ProgressBar } from '../../ui/progress.js';
import { Findings } from './findings.js';
import styles from './review.module.css';

const texts = messages(
  {
    title: 'Review',
    description:
      'What a careful reviewer would find: totals that do not add up, duplicates, odd values, broken codes.',
    what: 'What to review',
    all: 'Every table',
    start: 'Review now',
    again: 'Review again',
    running: 'Reviewing',
    leave: 'You can leave this page; the address leads back to the result.',
    none: 'Not reviewed yet',
    noneHint:
      'The service applies its rules to the tables and shows each finding with the rows and cells that prove it.',
    failed: 'The review failed.',
  },
  {
    title: 'レビュー',
    description: '合わない合計、重複、不自然な値、壊れたコードなど、注意深い担当者なら気付く問題を探します。',
    what: '対象',
    all: 'すべての表',
    start: 'レビューを開始',
    again: 'もう一度レビュー',
    running: 'レビュー中',
    leave: 'ページを離れても、同じアドレスで結果を確認できます。',
    none: 'まだレビューしていません',
    noneHint: '表をチェック項目に沿って確認し、根拠となる行やセルとともに指摘を表示します。',
    failed: 'レビューに失敗しました。',
  },
);

const LOOK_AGAIN_MS = 500;
const isOver = (job: Job | undefined): boolean => job?.status === 'succeeded' || job?.status === 'failed';

const route = getRouteApi('/signed-in/workbooks/$workbookId/review');

/** Runs a review as a job, whose id is in the address, and shows what it found. */
export function ReviewPage() {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const { workbookId } = route.useParams();
  const { job: jobId, table } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const job = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => getJob(service, { path: { job_id: jobId as string }, signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_AGAIN_MS),
  });
  const start = useMutation({
    mutationFn: () =>
      reviewWorkbook(service, {
        path: { workbook_id: workbookId },
        body: { target: table ?? null, async: true },
      }),
    onSuccess: (accepted) => {
      if ('job_id' in accepted)
        return navigate({ search: (before) => ({ ...before, job: accepted.job_id }), replace: true });
    },
  });
  const isRunning = start.isPending || (jobId !== undefined && !isOver(job.data) && !job.error);
  const run = (
    <Button look="primary" icon={<ScanSearch />} disabled={isRunning} onClick={() => start.mutate()}>
      {jobId === undefined ? text.start : text.again}
    </Button>
  );

  return (
    <Page title={text.title} description={text.description}>
      <div className={styles.choice}>
        <Select
          label={text.what}
          value={table ?? ''}
          onChange={({ target }) => navigate({ search: target.value ? { table: target.value } : {} })}
        >
          <option value="">{text.all}</option>
          {tables?.artifacts.map(({ name }) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </Select>
        {run}
      </div>
      <ProblemNotice error={start.error ?? job.error} />
      <div aria-live="polite">
        {isRunning && (
          <>
            <p>{text.leave}</p>
            <ProgressBar label={text.running} value={job.data?.progress?.percent} />
          </>
        )}
      </div>
      {jobId === undefined && !start.isPending && (
        <EmptyState icon={<ScanSearch aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {jobId !== undefined && job.isPending && <Loading />}
      {job.data?.status === 'failed' && <Notice kind="error">{job.data.error ?? text.failed}</Notice>}
      {job.data?.status === 'succeeded' && (
        <Findings workbookId={workbookId} report={job.data.result as ReviewReport} />
      )}
    </Page>
  );
}
