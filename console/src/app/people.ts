import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { listMembers } from '@workbook-data-service/client/api';
import { messages, useText } from '../text/text.js';
import { service } from './service.js';
import { sessionQuery } from './session.js';
import { workbookQuery } from './workbook-queries.js';

const texts = messages(
  { you: 'You', unknown: 'A former member' },
  { you: 'あなた', unknown: '以前のメンバー' },
);

/** Who can work in a workspace. */
export const membersQuery = (workspaceId: string | undefined) =>
  queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: ({ signal }) =>
      listMembers(service, { path: { workspace_id: workspaceId as string }, query: { limit: 1000 }, signal }),
    enabled: workspaceId !== undefined,
    staleTime: 5 * 60_000,
  });

/** The console names itself as the actor of a change, which tells its readers nothing. */
export const OWN_ACTOR = 'console';

interface People {
  /** How the reader knows the user with that id. */
  nameOf: (userId: string) => string;
  /** Everybody who may have changed something, the reader first. */
  all: { id: string; name: string }[];
}

/** The people of a workbook by name, where the service answers ids. */
export function usePeople(workbookId: string): People {
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  return usePeopleOf(workbook?.workspace_id);
}

/** The same of a workspace. */
export function usePeopleOf(workspaceId: string | undefined): People {
  const text = useText(texts);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: members } = useQuery(membersQuery(workspaceId));
  const others = (members?.users ?? []).filter(({ id }) => id !== session.user.id);
  const all = [
    { id: session.user.id, name: text.you },
    ...others.map(({ id, name, email }) => ({ id, name: name || email })),
  ];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return { nameOf: (userId) => names.get(userId) ?? text.unknown, all };
}
