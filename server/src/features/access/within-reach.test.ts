import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { Reach } from '../../core/reach.js';
import type { Visibility } from '../../core/rights.js';
import { scopes } from '../../core/scopes.js';
import type { Caller } from '../caller.js';
import { createWorkbook, listWorkbooks } from '../workbooks/workbooks.js';
import { rightsTo } from './require-workbook.js';

let host: InProcessService;
let workspaceId: string;
let accountId: string;
const callers: Record<string, Caller> = {};
/** Ids by title. */
const workbooks: Record<string, string> = {};

const title = (owner: string, visibility: Visibility) => `${visibility} of ${owner}`;

beforeAll(async () => {
  host = await InProcessService.start();
  const { service, caller: owner } = host;
  const { db } = service.catalog;
  const first = await createWorkbook(service, owner, { title: title('owner', 'workspace') }, {});
  workspaceId = first.workspace_id;
  const { account_id } = await db
    .selectFrom('workspaces')
    .select('account_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  accountId = account_id;
  callers.owner = owner;
  for (const role of ['admin', 'editor', 'viewer'] as const)
    callers[role] = await host.member(first.id, role);
  callers.outsider = await host.member(first.id, 'viewer');
  await db
    .deleteFrom('workspace_members')
    .where('user_id', '=', callers.outsider?.userId ?? '')
    .execute();

  workbooks[first.title] = first.id;
  for (const who of ['owner', 'editor', 'viewer'])
    for (const visibility of ['workspace', 'private'] as const) {
      if (who === 'owner' && visibility === 'workspace') continue;
      const { id } = await createWorkbook(service, owner, { title: title(who, visibility) }, {});
      workbooks[title(who, visibility)] = id;
      await db
        .updateTable('workbooks')
        .set({ visibility, owner_user_id: callers[who]?.userId ?? '' })
        .where('id', '=', id)
        .execute();
    }
});
afterAll(() => host.dispose());

function limited(who: string, kind: 'pat' | 'key', reach: Reach, account = accountId): Caller {
  const caller = callers[who] as Caller;
  return { ...caller, credential: { ...caller.credential, kind, reach, accountId: account } };
}

/** How the caller stands in each workbook; those are absent that do not exist for them. */
async function standings(caller: Caller): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, id] of Object.entries(workbooks)) {
    const rights = await rightsTo(host.service, caller, id);
    if (rights) found[name] = rights.standing;
  }
  const { workbooks: listed } = await listWorkbooks(host.service, caller, { limit: 100 });
  expect(listed.map((one) => one.title).sort()).toEqual(Object.keys(found).sort());
  return found;
}

const everywhere = { kind: 'account' } as const;
const shared = (standing: string) => ({
  'workspace of owner': standing,
  'workspace of editor': standing,
  'workspace of viewer': standing,
});

test('sessions: by role in what is shared, and own workbooks alone among private ones', async () => {
  expect(await standings(callers.owner as Caller)).toEqual({
    ...shared('owner'),
    'private of owner': 'owner',
  });
  expect(await standings(callers.admin as Caller)).toEqual(shared('admin'));
  expect(await standings(callers.editor as Caller)).toEqual({
    ...shared('editor'),
    'workspace of editor': 'owner',
    'private of editor': 'owner',
  });
  // A viewer who owns workbooks wrote in the workspace before, and now only reads them.
  expect(await standings(callers.viewer as Caller)).toEqual({
    ...shared('viewer'),
    'private of viewer': 'viewer',
  });
  expect(await standings(callers.outsider as Caller)).toEqual({});
});

test('tokens and keys: as their users, within account and reach; only account-wide keys see all', async () => {
  const pinned = { kind: 'workspace', workspaceId } as const;
  const ofOwner = { ...shared('owner'), 'private of owner': 'owner' };
  expect(await standings(limited('owner', 'pat', everywhere))).toEqual(ofOwner);
  expect(await standings(limited('owner', 'key', pinned))).toEqual(ofOwner);
  expect(await standings(limited('owner', 'key', everywhere))).toEqual(
    Object.fromEntries(Object.keys(workbooks).map((name) => [name, 'owner'])),
  );
  expect(await standings(limited('viewer', 'pat', pinned))).toEqual(
    await standings(callers.viewer as Caller),
  );
  const workbookId = workbooks['private of editor'] ?? '';
  const one = { kind: 'workbook', workbookId } as const;
  expect(await standings(limited('editor', 'pat', one))).toEqual({ 'private of editor': 'owner' });
  expect(await standings(limited('admin', 'pat', one))).toEqual({});
  expect(await standings(limited('outsider', 'pat', pinned))).toEqual({});
  expect(await standings(limited('owner', 'key', everywhere, 'acc_0'))).toEqual({});
  expect(await standings(limited('owner', 'pat', { kind: 'workspace', workspaceId: 'ws_0' }))).toEqual({});
});

test('a token allows no more than both its scopes and the role of its user', async () => {
  const caller = limited('viewer', 'pat', { kind: 'workspace', workspaceId });
  const input = { title: 'x', workspaceId };
  await expect(createWorkbook(host.service, caller, input, {})).rejects.toThrow(
    'does not allow workbooks:write',
  );
  const reading = limited('editor', 'pat', { kind: 'workspace', workspaceId });
  const credential = { ...reading.credential, scopes: scopes.filter((scope) => scope !== 'workbooks:write') };
  await expect(createWorkbook(host.service, { ...reading, credential }, input, {})).rejects.toThrow(
    'does not carry the scope',
  );
});
