import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Job, listJobs } from '@workbook-data-service/client/api';
import { ListChecks } from 'lucide-react';
import { service } from '../../app/service.js';
import { tableTitle } from '../../app/table-names.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messageText } from '../../text/messages/message-text.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading, ProgressBar } from '../../ui/progress.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Jobs',
    about: 'Long-running work continues in the service, whether or not you stay on the page.',
    none: 'No jobs yet',
    hint: 'Files that are uploaded and reviews that are begun run as jobs, and appear here.',
    kind: 'Work',
    state: 'State',
    began: 'Began',
    pending: 'waits',
    running: 'running',
    succeeded: 'done',
    failed: 'failed',
    more: 'Show more',
    workbook: 'Workbook',
    open: 'Open the workbook',
    ingest: (file: string) => `Reading ${file || 'a file'}`,
    structure: (file: string) => `Structuring ${file || 'a file'}`,
    materialize: (file: string) => `Making tables of ${file || 'a file'}`,
    formula: (column: string) => `Computing the formula of ${column || 'a column'}`,
    review: (table: string) => `Reviewing ${table || 'a workbook'}`,
    pull: (file: string) => `Fetching ${file || 'a file'}`,
    refresh: (table: string) => `Recomputing ${table || 'tables'}`,
    notice: () => 'Telling by mail of a schedule that was paused',
  },
  {
    title: 'ジョブ',
    about: '時間のかかる処理は、ページを離れても続きます。',
    none: 'ジョブはまだありません',
    hint: 'ファイルのアップロードやレビューはジョブとして実行され、ここに表示されます。',
    kind: '処理',
    state: '状態',
    began: '開始',
    pending: '待機中',
    running: '実行中',
    succeeded: '完了',
    failed: '失敗',
    more: 'さらに表示',
    workbook: 'ワークブック',
    open: 'ワークブックを開く',
    ingest: (file: string) => `${file || 'ファイル'} の読み取り`,
    structure: (file: string) => `${file || 'ファイル'} の構造化`,
    materialize: (file: string) => `${file || 'ファイル'} からの表の作成`,
    formula: (column: string) => `${column ? `列「${column}」` : '列'}の数式の計算`,
    review: (table: string) => `${table ? `表「${table}」` : 'ワークブック'}のレビュー`,
    pull: (file: string) => `${file || 'ファイル'} の取得`,
    refresh: (table: string) => `${table ? `表「${table}」` : '表'}の再計算`,
    notice: () => '一時停止したスケジュールのメール通知',
  },
);

const kinds = {
  'source.ingest': 'ingest',
  'source.structure': 'structure',
  'source.materialize': 'materialize',
  'table.formula': 'formula',
  'workbook.review': 'review',
  'workbook.agent_review': 'review',
  'schedule.pull': 'pull',
  'schedule.refresh': 'refresh',
  'schedule.notice': 'notice',
} as const;

const looks = { pending: 'neutral', running: 'info', succeeded: 'good', failed: 'bad' } as const;

const isOpen = ({ status }: Job): boolean => status === 'pending' || status === 'running';

export function JobsPage() {
  const text = useText(texts);
  const { language } = usePreferences();
  const format = useFormat();
  const found = useInfiniteQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal, pageParam }) =>
      listJobs(service, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ jobs }) => jobs.some(isOpen)) ? 2000 : 15_000),
  });
  const jobs = found.data?.pages.flatMap((page) => page.jobs) ?? [];
  const nameOf = ({ kind, subject }: Job): string =>
    kind in kinds ? text[kinds[kind as keyof typeof kinds]](tableTitle(subject ?? '', language)) : kind;
  return (
    <Page title={text.title} description={text.about}>
      <ProblemNotice error={found.error} />
      {found.isPending && <Loading />}
      {found.data && jobs.length === 0 && (
        <EmptyState icon={<ListChecks aria-hidden />} title={text.none}>
          {text.hint}
        </EmptyState>
      )}
      {jobs.length > 0 && (
        <ListTable label={text.title} head={[text.kind, text.state, text.began, text.workbook]}>
          {jobs.map((job) => (
            <tr key={job.id}>
              <td className={styles.wrapping}>
                {nameOf(job)}
                {job.error && (
                  <div className={styles.soft}>
                    {messageText(
                      { text: job.error, code: job.error_code, params: job.error_params },
                      language,
                    )}
                  </div>
                )}
                {isOpen(job) && job.progress && (
                  <ProgressBar label={nameOf(job)} value={job.progress.percent} />
                )}
              </td>
              <td>
                <Badge kind={looks[job.status]}>{text[job.status]}</Badge>
              </td>
              <td title={format.dateTime(job.created_at)}>{format.ago(job.created_at)}</td>
              <td>
                <Link to="/workbooks/$workbookId" params={{ workbookId: job.workbook_id }}>
                  {text.open}
                </Link>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {found.hasNextPage && (
        <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </Page>
  );
}
