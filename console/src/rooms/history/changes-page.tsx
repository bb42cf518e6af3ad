import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listOps, type Op } from '@workbook-data-service/client/api';
import { History } from 'lucide-react';
import { groupNames, opGroups } from '../../app/op-names.js';
import { usePeople } from '../../app/people.js';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ChangeEntry } from './change-entry.js';
import { byDay } from './days.js';
import styles from './history.module.css';

const texts = messages(
  {
    title: 'Changes',
    description:
      'Everything that was done in this workbook, newest first. Edits of rows and merges can be undone.',
    table: 'Table',
    who: 'Who',
    what: 'What',
    all: 'All',
    more: 'Show older changes',
    none: 'No changes yet',
    noneHint: 'Add a file or a table: each change is listed here, with who made it and a way back.',
    noMatch: 'No change fits this filter',
    noMatchHint: 'Choose other tables, people or kinds of changes.',
    clear: 'Show all changes',
  },
  {
    title: '変更履歴',
    description:
      'このワークブックで行われたすべての操作を新しい順に表示します。行の編集と統合は元に戻せます。',
    table: '表',
    who: '変更者',
    what: '種類',
    all: 'すべて',
    more: '以前の変更を表示',
    none: '変更はまだありません',
    noneHint: 'ファイルや表を追加すると、変更者とともにここに記録され、元に戻せます。',
    noMatch: '条件に合う変更はありません',
    noMatchHint: '表、変更者、種類の条件を変えてください。',
    clear: 'すべての変更を表示',
  },
);

const route = getRouteApi('/signed-in/workbooks/$workbookId/changes');

/** The op log of a workbook. */
export function ChangesPage() {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const { language } = usePreferences();
  const { workbookId } = route.useParams();
  const { table, user, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const people = usePeople(workbookId);
  const ops = useInfiniteQuery({
    queryKey: ['workbook', workbookId, 'ops', { table, user, kind }],
    queryFn: ({ pageParam, signal }) =>
      listOps(service, {
        path: { workbook_id: workbookId },
        query: {
          limit: 50,
          ...(pageParam !== null && { cursor: pageParam }),
          ...(table !== undefined && { table }),
          ...(user !== undefined && { user_id: user }),
          ...(kind !== undefined && { kind }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const found = ops.data?.pages.flatMap((page) => page.ops) ?? [];
  const isFiltered = table !== undefined || user !== undefined || kind !== undefined;
  const filter = (change: { table?: string; user?: string; kind?: string }) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const chosen = (value: string): string | undefined => value || undefined;

  return (
    <Page title={text.title} description={text.description}>
      <div className={styles.filters}>
        <Select
          label={text.table}
          value={table ?? ''}
          onChange={({ target }) => filter({ table: chosen(target.value) })}
        >
          <option value="">{text.all}</option>
          {tables?.artifacts.map(({ name }) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </Select>
        <Select
          label={text.who}
          value={user ?? ''}
          onChange={({ target }) => filter({ user: chosen(target.value) })}
        >
          <option value="">{text.all}</option>
          {people.all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={text.what}
          value={kind ?? ''}
          onChange={({ target }) => filter({ kind: chosen(target.value) })}
        >
          <option value="">{text.all}</option>
          {opGroups.map((group) => (
            <option key={group} value={group}>
              {groupNames[language][group]}
            </option>
          ))}
        </Select>
      </div>
      <ProblemNotice error={ops.error} />
      {ops.isPending && <Loading />}
      {ops.data && found.length === 0 && !isFiltered && (
        <EmptyState icon={<History aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {ops.data && found.length === 0 && isFiltered && (
        <EmptyState
          title={text.noMatch}
          actions={<Button onClick={() => navigate({ search: {}, replace: true })}>{text.clear}</Button>}
        >
          {text.noMatchHint}
        </EmptyState>
      )}
      <Days ops={found} workbookId={workbookId} nameOf={people.nameOf} />
      {ops.hasNextPage && (
        <Button onClick={() => ops.fetchNextPage()} disabled={ops.isFetchingNextPage}>
          {text.more}
        </Button>
      )}
    </Page>
  );
}

function Days({
  ops,
  workbookId,
  nameOf,
}: {
  ops: Op[];
  workbookId: string;
  nameOf: (userId: string) => string;
}) {
  const { language } = usePreferences();
  return byDay(ops, ({ created_at }) => created_at, language).map(({ day, items }) => (
    <section key={day} className={styles.day}>
      <h2>{day}</h2>
      <ol className={styles.entries}>
        {items.map((op) => (
          <ChangeEntry key={op.op_id} op={op} workbookId={workbookId} who={nameOf(op.user_id)} />
        ))}
      </ol>
    </section>
  ));
}
