import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { diffVersions, type Snapshot, type VersionDiff } from '@workbook-data-service/client/api';
import { ArrowLeftRight, Equal } from 'lucide-react';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { ButtonLink, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Select } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import styles from './diff.module.css';
import { nameOfSnapshot, snapshotPages, titleOfSnapshot } from './snapshots.js';
import { TableDifference } from './table-diff.js';

const texts = messages(
  {
    title: 'Compare',
    description: 'What differs between two states of the workbook.',
    from: 'From',
    to: 'To',
    now: 'Now',
    choose: 'Choose a state',
    swap: 'Swap both sides',
    back: 'To the versions',
    none: 'Nothing is different',
    noneHint: 'Both states have the same tables with the same content.',
    nothingPinned: 'No pinned states yet',
    nothingPinnedHint: 'Pin a state first; then you see here what changed since.',
    unchanged: (names: string) => `Unchanged: ${names}`,
    truncated: 'More than 10,000 cells differ; only the first are shown. The counts are of all.',
  },
  {
    title: '比較',
    description: 'ワークブックの二つの状態の違いを表示します。',
    from: '比較元',
    to: '比較先',
    now: '現在',
    choose: '状態を選択',
    swap: '左右を入れ替え',
    back: 'バージョンへ',
    none: '違いはありません',
    noneHint: 'どちらの状態も、表とその内容が同じです。',
    nothingPinned: '保存された状態はまだありません',
    nothingPinnedHint: '先に状態を保存すると、その後の変更がここに表示されます。',
    unchanged: (names: string) => `変更なし: ${names}`,
    truncated: '1 万を超えるセルが異なるため、最初の部分のみ表示しています。件数は全体のものです。',
  },
);

/** How a comparison calls the present state. */
const NOW = 'current';

const route = getRouteApi('/signed-in/workbooks/$workbookId/compare');

/** Two states of the workbook as a coloured diff. */
export function ComparePage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const { from, to = NOW } = route.useSearch();
  const navigate = route.useNavigate();
  const states = useInfiniteQuery(snapshotPages(workbookId));
  const snapshots = states.data?.pages.flatMap((page) => page.snapshots) ?? [];
  const difference = useQuery({
    queryKey: ['workbook', workbookId, 'diff', from, to],
    queryFn: ({ signal }) =>
      diffVersions(service, {
        path: { workbook_id: workbookId, label: from as string },
        query: { against: to },
        signal,
      }),
    enabled: from !== undefined,
  });
  const choose = (search: { from?: string | undefined; to?: string | undefined }) =>
    navigate({ search: (before) => ({ ...before, ...search }), replace: true });

  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <ButtonLink to="/workbooks/$workbookId/versions" params={{ workbookId }}>
          {text.back}
        </ButtonLink>
      }
    >
      <div className={styles.choice}>
        <StateSelect
          label={text.from}
          value={from}
          snapshots={snapshots}
          onChoose={(chosen) => choose({ from: chosen })}
        />
        <IconButton
          label={text.swap}
          icon={<ArrowLeftRight />}
          disabled={from === undefined}
          onClick={() => choose({ from: to, to: from })}
        />
        <StateSelect
          label={text.to}
          value={to}
          snapshots={snapshots}
          onChoose={(chosen) => choose({ to: chosen })}
        />
      </div>
      <ProblemNotice error={difference.error} />
      {from === undefined && states.data && (
        <EmptyState title={snapshots.length === 0 ? text.nothingPinned : text.choose}>
          {text.nothingPinnedHint}
        </EmptyState>
      )}
      {difference.isFetching && !difference.data && <Loading />}
      {difference.data && <Difference workbookId={workbookId} difference={difference.data} to={to} />}
    </Page>
  );
}

interface StateSelectProps {
  label: string;
  value: string | undefined;
  snapshots: Snapshot[];
  onChoose: (name: string) => void;
}

function StateSelect({ label, value, snapshots, onChoose }: StateSelectProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const format = useFormat();
  const names = snapshots.map(nameOfSnapshot);
  const isListed = value === undefined || value === NOW || names.includes(value);
  return (
    <Select label={label} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
      {value === undefined && <option value="">{text.choose}</option>}
      <option value={NOW}>{text.now}</option>
      {snapshots.map((snapshot) => (
        <option key={snapshot.id} value={nameOfSnapshot(snapshot)}>
          {titleOfSnapshot(snapshot, language)} · {format.dateTime(snapshot.created_at)}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </Select>
  );
}

function Difference({
  workbookId,
  difference,
  to,
}: {
  workbookId: string;
  difference: VersionDiff;
  to: string;
}) {
  const text = useText(texts);
  const changed = difference.tables.filter(({ status }) => status !== 'unchanged');
  const titleOf = useTableTitle();
  const unchanged = difference.tables.filter(({ status }) => status === 'unchanged');
  if (changed.length === 0)
    return (
      <EmptyState icon={<Equal aria-hidden />} title={text.none}>
        {text.noneHint}
      </EmptyState>
    );
  return (
    <div className={styles.tables}>
      {difference.truncated && <Notice kind="warning">{text.truncated}</Notice>}
      {changed.map((diff) => (
        <TableDifference
          key={diff.artifact_id}
          workbookId={workbookId}
          diff={diff}
          to={to === NOW ? undefined : to}
          isOpen={changed.length <= 5}
        />
      ))}
      {unchanged.length > 0 && (
        <p className={styles.same}>{text.unchanged(unchanged.map(({ name }) => titleOf(name)).join(', '))}</p>
      )}
    </div>
  );
}
