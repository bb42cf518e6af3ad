import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Conflict, listConflicts } from '@workbook-data-service/client/api';
import { CircleCheck } from 'lucide-react';
import { usePeople } from '../../app/people.js';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { Tab, Tabs } from '../../ui/tabs.js';
import { ConflictQueue } from './conflict-queue.js';

const texts = messages(
  {
    title: 'Conflicts',
    description: 'Cells that two sides changed. Decide which value is right.',
    states: 'Which conflicts',
    open: 'Open',
    decided: 'Decided',
    none: 'Nothing to decide',
    noneHint:
      'When a returned file or a new version changes what was also changed here, it waits in this list.',
    noneDecided: 'No decisions yet',
    noneDecidedHint: 'Conflicts that were decided stay here, with who decided them.',
    exchange: 'Edit in Excel and bring back',
    more: 'Show more',
  },
  {
    title: '競合',
    description: '双方で変更されたセルです。どちらの値が正しいかを選んでください。',
    states: '表示する競合',
    open: '未解決',
    decided: '解決済み',
    none: '解決すべき競合はありません',
    noneHint:
      'ここで変更された箇所が、戻されたファイルや新しい版でも変更されていると、この一覧に表示されます。',
    noneDecided: '解決済みの競合はまだありません',
    noneDecidedHint: '解決した競合は、解決者とともにここに残ります。',
    exchange: 'Excel で編集して戻す',
    more: 'さらに表示',
  },
);

const route = getRouteApi('/signed-in/workbooks/$workbookId/conflicts');

/** What both sides changed, as a queue. */
export function ConflictsPage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const { decided = false } = route.useSearch();
  const people = usePeople(workbookId);
  const conflicts = useInfiniteQuery({
    queryKey: ['workbook', workbookId, 'conflicts', decided],
    queryFn: ({ pageParam, signal }) =>
      listConflicts(service, {
        path: { workbook_id: workbookId },
        query: {
          limit: 100,
          ...(!decided && { status: 'open' as const }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const found: Conflict[] = (conflicts.data?.pages.flatMap((page) => page.conflicts) ?? []).filter(
    ({ status }) => (status === 'open') !== decided,
  );
  const to = '/workbooks/$workbookId/conflicts' as const;
  return (
    <Page title={text.title} description={text.description}>
      <Tabs label={text.states}>
        <Tab to={to} params={{ workbookId }} search={{}} activeOptions={{ exact: true }}>
          {text.open}
        </Tab>
        <Tab to={to} params={{ workbookId }} search={{ decided: true }}>
          {text.decided}
        </Tab>
      </Tabs>
      {found.length > 0 && <ReadOnlyNotice workbookId={workbookId} />}
      <ProblemNotice error={conflicts.error} />
      {conflicts.isPending && <Loading />}
      {conflicts.data && found.length === 0 && (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={decided ? text.noneDecided : text.none}
          actions={
            <ButtonLink to="/workbooks/$workbookId/exchange" params={{ workbookId }}>
              {text.exchange}
            </ButtonLink>
          }
        >
          {decided ? text.noneDecidedHint : text.noneHint}
        </EmptyState>
      )}
      {found.length > 0 && <ConflictQueue workbookId={workbookId} conflicts={found} nameOf={people.nameOf} />}
      {conflicts.hasNextPage && (
        <Button onClick={() => conflicts.fetchNextPage()} disabled={conflicts.isFetchingNextPage}>
          {text.more}
        </Button>
      )}
    </Page>
  );
}
