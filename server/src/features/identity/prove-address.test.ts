import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newWorkbook, type TestWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { beginFlow } from '../../catalog/authorization-flows.js';
import { change } from '../../catalog/change.js';
import { storeGrant } from '../../catalog/drive-grants.js';
import { putMailedLink } from '../../catalog/mailed-links.js';
import { insertConfirmation, insertMember, putUnconfirmed } from '../../catalog/member-records.js';
import { insertPasskey } from '../../catalog/passkeys.js';
import { replaceRecoveryCodes } from '../../catalog/recovery-codes.js';
import { putTotpSecret } from '../../catalog/totp-secrets.js';
import { setPasswordHash } from '../../catalog/user-records.js';
import { insertWebhook } from '../../catalog/webhook-records.js';
import { newId } from '../../core/ids.js';
import type { Caller } from '../caller.js';
import { createUploadSlot } from '../uploads/create-upload-slot.js';
import { mintCredential } from './mint-credential.js';
import { proveAddress } from './prove-address.js';
import { startSession } from './start-session.js';

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

describeEachDatabase('the proof of an address', (database) => {
  let running: InProcessService;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
  });
  afterAll(() => running?.dispose());

  let holder: TestWorkbook;
  let neighbour: TestWorkbook;
  beforeEach(async () => {
    const { catalog } = running.service;
    [holder, neighbour] = [await newWorkbook(catalog), await newWorkbook(catalog)];
    await catalog.db
      .updateTable('users')
      .set({ proven_at: null, proven_by: null })
      .where('id', '=', holder.userId)
      .execute();
    for (const one of [holder, neighbour]) await furnish(one);
  });

  const prove = (isHolder: boolean) =>
    change(running.service.catalog, running.caller, async (c) => {
      await c.audit({ chain: holder.userId, action: 'workbook.updated' });
      return await proveAddress(c, holder.userId, { by: 'mail', isHolder });
    });

  const accountOf = async ({ workspaceId }: TestWorkbook): Promise<string> => {
    const { account_id } = await running.service.catalog.db
      .selectFrom('workspaces')
      .select('account_id')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return account_id;
  };

  const mintKey = (caller: Caller, accountId: string) =>
    mintCredential(
      running.service,
      caller,
      {
        kind: 'key',
        name: null,
        accountId,
        scopes: ['workbooks:read'],
        resource: 'account',
        rateLimitPerMinute: null,
        expiresInDays: null,
        defaultRate: 10,
        defaultDays: null,
      },
      {},
    );

  /** Gives a user one of everything that lets somebody in. */
  async function furnish(user: TestWorkbook): Promise<void> {
    const { service } = running;
    const { catalog } = service;
    const { userId, workspaceId, workbookId } = user;
    const caller: Caller = { ...running.caller, userId };
    const email = `${userId}@example.com`;
    const accountId = await accountOf(user);
    const [guest, stranger] = [await newWorkbook(catalog), await newWorkbook(catalog)];
    const from = { address: '192.0.2.1', userAgent: undefined };
    const start = { requestId: null, from, before: async () => {} };
    await startSession(service, { id: userId, email, name: null }, start);
    await mintKey(caller, accountId);
    const slot = { workbookId, origin: 'https://data.example.com', filename: 'a.csv' };
    await createUploadSlot(service, caller, { ...slot, mode: 'auto', structuring: 'auto' }, {});
    await beginFlow(catalog, { provider: 'google_drive', userId, secrets: {} });
    await change(catalog, caller, async (c) => {
      await setPasswordHash(c.tx, userId, 'a hash');
      await putTotpSecret(catalog, c.tx, { userId, secret: 's', at: c.at });
      await insertPasskey(c.tx, {
        id: newId('pky'),
        user_id: userId,
        credential_id: newId('pky'),
        public_key: 'k',
        counter: 0,
        transports: '[]',
        name: 'p',
        created_at: c.at,
        last_used_at: null,
      });
      await replaceRecoveryCodes(c.tx, userId, ['a hash']);
      await putMailedLink(c.tx, { userId, purpose: 'prove_address', createdAt: c.at, expiresAt: inAnHour });
      await storeGrant(catalog, c, { userId, provider: 'google_drive', account: null, refreshToken: 'r' });
      await insertWebhook(catalog, c, {
        id: newId('whk'),
        user_id: userId,
        account_id: accountId,
        resource: 'account',
        url: 'https://example.com',
        events: '[]',
        secret: 's',
      });
      await c.tx
        .insertInto('invitations')
        .values({
          id: newId('inv'),
          workspace_id: workspaceId,
          email: 'somebody@example.com',
          base_role: 'admin',
          custom_roles: '[]',
          token_hash: newId('inv'),
          created_by: userId,
          created_at: c.at,
          expires_at: inAnHour,
        })
        .execute();
      await insertConfirmation(c.tx, {
        account_id: accountId,
        user_id: guest.userId,
        confirmed_by: userId,
        confirmed_at: c.at,
      });
      const roles = { workspaceId, baseRole: 'admin', customRoles: [] } as const;
      await insertMember(c.tx, { ...roles, accountId, userId: guest.userId });
      await putUnconfirmed(c.tx, {
        ...roles,
        userId: stranger.userId,
        invitedBy: userId,
        acceptedAt: c.at,
      });
      await c.audit({ chain: userId, action: 'workbook.updated' });
    });
  }

  const ended = async ({ userId }: TestWorkbook): Promise<unknown> => {
    const entry = await running.service.catalog.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('chain', '=', userId)
      .where('action', '=', 'address.proven')
      .executeTakeFirst();
    return entry && JSON.parse(entry.detail).ended;
  };

  /** How many rows a user has of each kind that lets somebody in. */
  async function holdings(user: TestWorkbook): Promise<Record<string, number>> {
    const { db } = running.service.catalog;
    const { userId, workspaceId } = user;
    const accountId = await accountOf(user);
    const now = new Date().toISOString();
    const found = {
      users: db.selectFrom('users').where('id', '=', userId).where('password_hash', 'is not', null),
      sessions: db.selectFrom('sessions').where('user_id', '=', userId).where('revoked_at', 'is', null),
      credentials: db.selectFrom('credentials').where('user_id', '=', userId).where('revoked_at', 'is', null),
      totp_secrets: db.selectFrom('totp_secrets').where('user_id', '=', userId),
      passkeys: db.selectFrom('passkeys').where('user_id', '=', userId),
      recovery_codes: db.selectFrom('recovery_codes').where('user_id', '=', userId),
      mailed_links: db.selectFrom('mailed_links').where('user_id', '=', userId),
      authorization_flows: db.selectFrom('authorization_flows').where('user_id', '=', userId),
      drive_grants: db.selectFrom('drive_grants').where('user_id', '=', userId),
      webhooks: db.selectFrom('webhooks').where('user_id', '=', userId),
      upload_slots: db
        .selectFrom('upload_slots')
        .where('created_by', '=', userId)
        .where('expires_at', '>', now),
      invitations: db.selectFrom('invitations').where('workspace_id', '=', workspaceId),
      confirmed_users: db.selectFrom('confirmed_users').where('account_id', '=', accountId),
      unconfirmed_members: db.selectFrom('unconfirmed_members').where('workspace_id', '=', workspaceId),
      workspace_members: db
        .selectFrom('workspace_members')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '!=', userId),
    };
    const counts: Record<string, number> = {};
    for (const [table, query] of Object.entries(found)) {
      // biome-ignore lint/suspicious/noExplicitAny: each query is of another table.
      const counted = (query as any).select((eb: any) => eb.fn.countAll().as('n'));
      counts[table] = Number((await counted.executeTakeFirstOrThrow()).n);
    }
    return counts;
  }

  const oneEach = {
    users: 1,
    sessions: 1,
    credentials: 1,
    totp_secrets: 1,
    passkeys: 1,
    recovery_codes: 1,
    mailed_links: 1,
    authorization_flows: 1,
    drive_grants: 1,
    webhooks: 1,
    upload_slots: 1,
    invitations: 1,
    confirmed_users: 1,
    unconfirmed_members: 1,
    workspace_members: 1,
  };
  const none = Object.fromEntries(Object.keys(oneEach).map((table) => [table, 0]));

  test('ends whatever let the holder in, of this user alone, if somebody else gave it', async () => {
    expect(await holdings(holder)).toEqual(oneEach);
    expect(await prove(false)).toBe(true);
    expect(await holdings(holder)).toEqual(none);
    expect(await ended(holder)).toEqual(oneEach);
    expect(await holdings(neighbour)).toEqual(oneEach);
  });

  test('ends nothing if the holder gave it', async () => {
    expect(await prove(true)).toBe(true);
    expect(await holdings(holder)).toEqual(oneEach);
    expect(await ended(holder)).toBeUndefined();
  });

  test('lets a session that it ended mint nothing any more, even if the request came before', async () => {
    const { service } = running;
    const { db } = service.catalog;
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', holder.userId)
      .executeTakeFirstOrThrow();
    await prove(false);
    const credential = { ...running.caller.credential, id };
    const late = mintKey({ ...running.caller, userId: holder.userId, credential }, await accountOf(holder));
    await expect(late).rejects.toMatchObject({ slug: 'unauthenticated' });
  });

  test('is given once: an address that is proven stays as it is', async () => {
    await prove(true);
    expect(await prove(false)).toBe(false);
    expect(await holdings(holder)).toEqual(oneEach);
  });

  test('makes the user a member of what they have accepted', async () => {
    const { catalog } = running.service;
    const place = { workspaceId: neighbour.workspaceId, userId: holder.userId };
    await change(catalog, running.caller, async (c) => {
      const roles = { baseRole: 'viewer', customRoles: ['hr'], acceptedAt: c.at } as const;
      await putUnconfirmed(c.tx, { ...place, ...roles, invitedBy: neighbour.userId });
      await c.audit({ chain: holder.userId, action: 'workbook.updated' });
    });
    await prove(true);
    const joined = await catalog.db
      .selectFrom('workspace_members')
      .select(['base_role', 'custom_roles'])
      .where('workspace_id', '=', place.workspaceId)
      .where('user_id', '=', place.userId)
      .execute();
    expect(joined).toEqual([{ base_role: 'viewer', custom_roles: '["hr"]' }]);
  });

  test('comes first: nobody becomes a member without one, whoever asks for it', async () => {
    const { catalog } = running.service;
    const accountId = await accountOf(neighbour);
    const inserted = await change(catalog, running.caller, async (c) => {
      await c.audit({ chain: holder.userId, action: 'workbook.updated' });
      return await insertMember(c.tx, {
        accountId,
        workspaceId: neighbour.workspaceId,
        userId: holder.userId,
        baseRole: 'admin',
        customRoles: [],
      });
    });
    expect(inserted).toBe(false);
  });
});
