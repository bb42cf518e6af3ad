import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newSignedIn } from '../../../test-support/signed-in.js';
import { insertConfirmation, insertMember } from '../../catalog/member-records.js';
import { defaultAccount } from '../accounts/default-account.js';
import { transferAccount } from '../accounts/transfer-account.js';
import { listWorkspaces } from '../accounts/workspaces.js';
import type { Caller } from '../caller.js';
import { rightsTo } from '../workbooks/require-workbook.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { deleteUser } from './delete-user.js';
import { mintCredential } from './mint-credential.js';
import { resolveCredential } from './resolve-credential.js';

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

  /** The host vouches for the guest, whose address is not proven. */
  const join = (host: Person, guest: Person) =>
    running.service.catalog.transaction(async (tx) => {
      const account_id = host.account.id;
      const user_id = guest.caller.userId;
      await insertConfirmation(tx, {
        account_id,
        user_id,
        confirmed_by: host.caller.userId,
        confirmed_at: new Date().toISOString(),
      });
      await insertMember(tx, {
        workspaceId: host.workspaceId,
        accountId: account_id,
        userId: user_id,
        baseRole: 'editor',
        customRoles: [],
      });
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
    await expect(transfer(host.caller.userId)).rejects.toMatchObject({ slug: 'not-found' });
    await expect(transfer(guest.caller.userId)).rejects.toMatchObject({ slug: 'unproven-address' });
    await prove(guest);
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
});
