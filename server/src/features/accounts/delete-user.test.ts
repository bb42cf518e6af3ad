import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newSignedIn } from '../../../test-support/signed-in.js';
import { insertConfirmation, insertMember } from '../../catalog/member-records.js';
import { defaultAccount } from '../access/default-account.js';
import { listWorkspaces } from '../access/enter-workspace.js';
import { rightsTo } from '../access/require-workbook.js';
import { planOf } from '../billing/account-plan.js';
import type { Caller } from '../caller.js';
import { mintCredential } from '../identity/mint-credential.js';
import { resolveCredential } from '../identity/resolve-credential.js';
import { confirmMember } from '../people/confirm-member.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { deleteUser } from './delete-user.js';
import { transferAccount } from './transfer-account.js';

describeEachDatabase('somebody who goes', (database) => {
  let running: InProcessService;
  let people = 0;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
  });
  afterAll(() => running?.dispose());

  const db = () => running.service.catalog.db;
  const newPerson = async () => {
    const email = `person-${++people}@example.com`;
    const caller = await newSignedIn(running.service, email);
    const account = await defaultAccount(running.service, caller);
    const [workspace] = await listWorkspaces(running.service, caller);
    return { caller, email, account, workspaceId: workspace?.id as string };
  };
  type Person = Awaited<ReturnType<typeof newPerson>>;

  /** As if the host had confirmed the guest. */
  const join = (host: Person, guest: Person) =>
    running.service.catalog.transaction(async (tx) => {
      const { userId } = guest.caller;
      await insertConfirmation(tx, {
        account_id: host.account.id,
        user_id: userId,
        confirmed_by: host.caller.userId,
        confirmed_at: new Date().toISOString(),
      });
      const member = { workspaceId: host.workspaceId, userId, baseRole: 'editor', customRoles: [] } as const;
      await insertMember(tx, { ...member, accountId: host.account.id });
    });
  const prove = ({ caller }: Person) =>
    db()
      .updateTable('users')
      .set({ proven_at: 'now', proven_by: 'mail' })
      .where('id', '=', caller.userId)
      .execute();
  const mint = (caller: Caller, kind: 'pat' | 'key') =>
    mintCredential(
      running.service,
      caller,
      {
        kind,
        name: 'a token',
        accountId: null,
        scopes: ['workbooks:read'],
        resource: 'account',
        rateLimitPerMinute: null,
        expiresInDays: null,
        defaultRate: 600,
        defaultDays: 90,
      },
      {},
    );
  const works = async (secret: string) =>
    (await resolveCredential(running.service, secret, {})) !== undefined;
  const go = ({ caller, email }: Person, confirm = email) => deleteUser(running.service, caller, confirm, {});
  const newWorkbook = (caller: Caller, workspaceId: string) =>
    createWorkbook(running.service, caller, { title: 'Ledger', workspaceId }, {});

  test('leaves their id in the history, and the address free', async () => {
    const person = await newPerson();
    const workbook = await newWorkbook(person.caller, person.workspaceId);
    const { plaintext } = await mint(person.caller, 'pat');
    await expect(go(person, 'other@example.com')).rejects.toMatchObject({ slug: 'confirm-mismatch' });
    expect(await works(plaintext)).toBe(true);
    await go(person, person.email.toUpperCase());
    expect(await works(plaintext)).toBe(false);
    const of = (table: 'accounts' | 'workbooks') =>
      db().selectFrom(table).select('id').where('owner_user_id', '=', person.caller.userId).execute();
    expect([await of('accounts'), await of('workbooks')]).toEqual([[], []]);
    const user = await db()
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.caller.userId)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ name: null, password_hash: null, deleted_at: expect.any(String) });
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('user_id', '=', person.caller.userId)
      .where('chain', 'in', [person.caller.userId, workbook.id])
      .execute();
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['workbook.created', 'user.deleted']));
    const again = await newSignedIn(running.service, person.email);
    expect(again.userId).not.toBe(person.caller.userId);
  });

  test('leaves their workbooks in accounts of others to the owners of these', async () => {
    const [host, guest] = [await newPerson(), await newPerson()];
    await join(host, guest);
    const workbook = await newWorkbook(guest.caller, host.workspaceId);
    await go(guest);
    const { owner_user_id } = await db()
      .selectFrom('workbooks')
      .select('owner_user_id')
      .where('id', '=', workbook.id)
      .executeTakeFirstOrThrow();
    expect(owner_user_id).toBe(host.caller.userId);
    const members = await db()
      .selectFrom('workspace_members')
      .select('user_id')
      .where('workspace_id', '=', host.workspaceId)
      .execute();
    expect(members.map(({ user_id }) => user_id)).toEqual([host.caller.userId]);
  });

  test('does not go while others work in their account, until it is handed over to a proven one', async () => {
    const [host, guest] = [await newPerson(), await newPerson()];
    await join(host, guest);
    const workbook = await newWorkbook(host.caller, host.workspaceId);
    const key = await mint(host.caller, 'key');
    await expect(go(host)).rejects.toMatchObject({
      slug: 'owns-shared-account',
      members: { accounts: [{ id: host.account.id, name: host.account.name }] },
    });
    const transfer = (to: string) =>
      transferAccount(running.service, host.caller, { accountId: host.account.id, to }, {});
    const stranger = await newPerson();
    await prove(stranger);
    await expect(transfer(stranger.caller.userId)).rejects.toMatchObject({ slug: 'not-found' });
    await expect(transfer(host.caller.userId)).rejects.toMatchObject({ slug: 'conflict' });
    await expect(transfer(guest.caller.userId)).rejects.toMatchObject({ slug: 'unproven-address' });
    await prove(guest);
    await prove(host);
    await transfer(guest.caller.userId);
    await expect(transfer(guest.caller.userId)).rejects.toMatchObject({ slug: 'not-found' });
    expect(await works(key.plaintext)).toBe(false);
    const standing = async ({ caller }: Person) =>
      (await rightsTo(running.service, caller, workbook.id))?.standing;
    expect([await standing(host), await standing(guest)]).toEqual(['owner', 'owner']);
    // Each still has a default account of their own.
    for (const { caller } of [host, guest])
      expect(await defaultAccount(running.service, caller)).toMatchObject({ kind: 'default' });
    expect((await defaultAccount(running.service, guest.caller)).id).toBe(guest.account.id);
    await go(host);
    expect(await standing(guest)).toBe('owner');
    const accounts = await db()
      .selectFrom('accounts')
      .select(['id', 'kind'])
      .where('owner_user_id', '=', guest.caller.userId)
      .where('id', '=', host.account.id)
      .execute();
    expect(accounts).toEqual([{ id: host.account.id, kind: 'developer' }]);
  });

  test('is no member of the account that they handed over while nobody knows who they are', async () => {
    const [host, guest] = [await newPerson(), await newPerson()];
    await prove(guest);
    await join(host, guest);
    const workbook = await newWorkbook(host.caller, host.workspaceId);
    await transferAccount(running.service, host.caller, { accountId: null, to: guest.caller.userId }, {});
    const standing = async () => (await rightsTo(running.service, host.caller, workbook.id))?.standing;
    expect(await standing()).toBeUndefined();
    const place = { workspaceId: host.workspaceId, userId: host.caller.userId };
    await confirmMember(running.service, guest.caller, place, {});
    expect(await standing()).toBe('owner');
  });

  test('takes no second share of free credits by handing accounts over, and gives nobody more than 20', async () => {
    const [host, guest] = [await newPerson(), await newPerson()];
    for (const person of [host, guest]) await prove(person);
    const monthly = async ({ caller }: Person) => {
      const { id } = await defaultAccount(running.service, caller);
      return { id, granted: (await planOf(running.service, id)).credits[0]?.left };
    };
    const handOver = async () => {
      const [workspace] = await listWorkspaces(running.service, host.caller);
      const { id } = await defaultAccount(running.service, host.caller);
      await join({ ...host, account: { ...host.account, id }, workspaceId: workspace?.id as string }, guest);
      await transferAccount(running.service, host.caller, { accountId: id, to: guest.caller.userId }, {});
      return (await planOf(running.service, id)).credits[0]?.left;
    };
    expect(await handOver()).toBe(1000);
    expect(await monthly(host)).toMatchObject({ granted: 0 });
    expect(await handOver()).toBe(0);
    expect(await monthly(host)).toMatchObject({ granted: 0 });
    for (let owned = 3; owned < 20; owned++) expect(await handOver()).toBe(0);
    await expect(handOver()).rejects.toMatchObject({ slug: 'conflict' });
  });
});
