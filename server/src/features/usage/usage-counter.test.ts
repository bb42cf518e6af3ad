import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { author, newWorkbook, type TestWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { newId } from '../../core/ids.js';
import { AccessTrace } from '../audit/access-trace.js';
import type { Caller } from '../caller.js';
import { UsageCounter } from './usage-counter.js';

const ADDRESS = '192.0.2.1';

describeEachDatabase('the usage counter', (database) => {
  let catalog: Catalog;
  let workbook: TestWorkbook;
  let accountId: string;
  let counter: UsageCounter;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    vi.setSystemTime('2026-03-31T23:59:59.900Z');
    workbook = await newWorkbook(catalog);
    accountId = (
      await catalog.db
        .selectFrom('accounts')
        .select('id')
        .where('owner_user_id', '=', workbook.userId)
        .executeTakeFirstOrThrow()
    ).id;
    counter = new UsageCounter(catalog, () => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await counter.close();
    vi.useRealTimers();
  });

  /** A caller with a token of the account; a session of its owner if there is none. */
  const callerWith = (tokenId: string | null, actsOn?: string): Caller => {
    const trace = new AccessTrace();
    trace.accountId = actsOn;
    const id = tokenId ?? 'ses_1';
    return {
      userId: workbook.userId,
      requestId: 'req_1',
      credentialId: id,
      trace,
      credential: {
        kind: tokenId ? 'pat' : 'session',
        id,
        accountId: tokenId && accountId,
        scopes: [],
        reach: { kind: 'account' },
        rateLimitPerMinute: 600,
        expiresAt: null,
        issuers: [],
      },
    };
  };

  async function newToken(): Promise<string> {
    const id = newId('tok');
    await catalog.db
      .insertInto('credentials')
      .values({
        id,
        kind: 'pat',
        user_id: workbook.userId,
        account_id: accountId,
        name: null,
        secret_hash: id,
        prefix: '',
        scopes: '[]',
        resource: 'account',
        rate_limit_per_minute: 600,
        created_at: '',
        created_by: 'ses_1',
        expires_at: null,
        revoked_at: null,
      })
      .execute();
    return id;
  }

  const recordOp = () =>
    change(catalog, author, async (c) => {
      const { workbookId } = workbook;
      const operation = { operation: 'updateWorkbook', input: {} } as const;
      await c.op({ workbookId, kind: 'workbook.update', operation });
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
    });

  const daysOfAccount = () =>
    catalog.db
      .selectFrom('account_days')
      .select(['day', 'requests', 'ops'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute();
  const daysOfToken = (id: string) =>
    catalog.db
      .selectFrom('credential_usage')
      .select(['day', 'requests'])
      .where('credential_id', '=', id)
      .orderBy('day')
      .execute();

  test('adds requests and committed ops to the day in which they happened', async () => {
    const token = await newToken();
    counter.countRequest(callerWith(token), ADDRESS);
    await recordOp();
    await counter.flush();
    counter.countRequest(callerWith(token), ADDRESS);
    await expect(
      change(catalog, author, async (c) => {
        await c.op({
          workbookId: workbook.workbookId,
          kind: 'workbook.update',
          operation: { operation: 'updateWorkbook', input: {} },
        });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    vi.setSystemTime('2026-04-01T00:00:00.000Z');
    counter.countRequest(callerWith(token), ADDRESS);
    await recordOp();
    await counter.flush();
    expect(await daysOfToken(token)).toEqual([
      { day: '2026-03-31', requests: 2 },
      { day: '2026-04-01', requests: 1 },
    ]);
    expect(await daysOfAccount()).toEqual([
      { day: '2026-03-31', requests: 2, ops: 1 },
      { day: '2026-04-01', requests: 1, ops: 1 },
    ]);
  });

  test('counts a session for the account that it acts on, and otherwise for the default account', async () => {
    counter.countRequest(callerWith(null), ADDRESS);
    const other = await newWorkbook(catalog);
    const { id } = await catalog.db
      .selectFrom('accounts')
      .select('id')
      .where('owner_user_id', '=', other.userId)
      .executeTakeFirstOrThrow();
    counter.countRequest(callerWith(null, id), ADDRESS);
    await counter.flush();
    expect(await daysOfAccount()).toEqual([{ day: '2026-03-31', requests: 1, ops: 0 }]);
  });

  test('keeps what could not be written, and writes it once', async () => {
    const token = await newToken();
    counter.countRequest(callerWith(token), ADDRESS);
    vi.spyOn(catalog, 'transaction').mockRejectedValueOnce(new Error('away'));
    const failing = counter.flush();
    counter.countRequest(callerWith(token), ADDRESS);
    await expect(failing).rejects.toThrow('away');
    counter.countRequest(callerWith(token), ADDRESS);
    vi.setSystemTime('2026-04-01T00:00:00.000Z');
    counter.countRequest(callerWith(token), ADDRESS);
    await counter.flush();
    await counter.flush();
    expect(await daysOfToken(token)).toEqual([
      { day: '2026-03-31', requests: 3 },
      { day: '2026-04-01', requests: 1 },
    ]);
  });

  test('writes the last use of a token at most once a minute, and again after an outage', async () => {
    const token = await newToken();
    const lastUse = async () =>
      (
        await catalog.db
          .selectFrom('credentials')
          .select('last_used_at')
          .where('id', '=', token)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    const useAt = async (time: string) => {
      vi.setSystemTime(time);
      counter.countRequest(callerWith(token), ADDRESS);
      await counter.flush().catch(() => {});
      return await lastUse();
    };
    vi.spyOn(catalog, 'transaction').mockRejectedValueOnce(new Error('away'));
    expect(await useAt('2026-04-01T09:00:00.000Z')).toBe(null);
    expect(await useAt('2026-04-01T09:00:01.000Z')).toBe('2026-04-01T09:00:01.000Z');
    expect(await useAt('2026-04-01T09:00:59.000Z')).toBe('2026-04-01T09:00:01.000Z');
    expect(await useAt('2026-04-01T09:01:01.000Z')).toBe('2026-04-01T09:01:01.000Z');
    // Another node has noted a later use.
    await catalog.db
      .updateTable('credentials')
      .set({ last_used_at: '2026-04-01T09:09:00.000Z' })
      .where('id', '=', token)
      .execute();
    expect(await useAt('2026-04-01T09:05:00.000Z')).toBe('2026-04-01T09:09:00.000Z');
  });

  test('drops what belongs to a deleted token, account, user or workbook, and counts the rest', async () => {
    const token = await newToken();
    counter.countRequest(callerWith('tok_deleted'), ADDRESS);
    counter.countRequest(callerWith(null, 'acc_deleted'), ADDRESS);
    counter.countRequest({ ...callerWith(null), userId: 'usr_deleted' }, ADDRESS);
    catalog.announceOps(['wb_deleted']);
    counter.countRequest(callerWith(token), ADDRESS);
    await counter.flush();
    expect(await daysOfToken(token)).toEqual([{ day: '2026-03-31', requests: 1 }]);
    expect(await daysOfAccount()).toEqual([{ day: '2026-03-31', requests: 2, ops: 0 }]);
  });
});
