import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorkbook, type TestWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import type { Catalog } from '../../catalog/catalog.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { newId } from '../../core/ids.js';
import { lastDays } from '../../core/utc-day.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { accountUsage } from './account-usage.js';

describeEachDatabase('the usage of an account', (database) => {
  let catalog: Catalog;
  let workbook: TestWorkbook;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
    workbook = await newWorkbook(catalog);
  });
  afterAll(() => catalog.close());

  const stored = async (hash: string, size: number) => {
    await catalog.db.insertInto('blobs').values({ hash, size, disposable: 0, written_at: '' }).execute();
    return hash;
  };
  /** A source and its first revision, which is the same file. */
  const source = async (name: string, blob_hash: string) => {
    const file = { filename: name, blob_hash, size: 1, created_at: '', created_by: '' };
    const id = newId('src');
    await catalog.db
      .insertInto('sources')
      .values({
        ...file,
        id,
        workbook_id: workbook.workbookId,
        name,
        format: null,
        reader: null,
        mode: 'staged',
        status: 'registered',
        failure: null,
        provenance: null,
      })
      .execute();
    await catalog.db
      .insertInto('source_revisions')
      .values({ ...file, source_id: id, revision: 1 })
      .execute();
  };

  test('lists days with activity, with the credits spent and the last sample of each', async () => {
    const { db } = catalog;
    const { id: account_id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('owner_user_id', '=', workbook.userId)
      .executeTakeFirstOrThrow();
    const [tooOld, first, , spending, , today] = lastDays(new Date(), 6) as string[];
    await db
      .insertInto('account_days')
      .values([
        { account_id, day: tooOld as string, requests: 9, ops: 9, storage_bytes: 9, tables: 9 },
        { account_id, day: first as string, requests: 3, ops: 2, storage_bytes: 5_000_000_000, tables: 1 },
      ])
      .execute();
    const entry = (kind: 'structuring' | 'review' | 'grant', credits: number, time: string) => ({
      id: newId('crd'),
      account_id,
      workbook_id: null,
      kind,
      subject: 'test',
      bucket: 'monthly' as const,
      credits,
      created_at: `${spending}T${time}Z`,
    });
    await db
      .insertInto('credit_entries')
      .values([
        entry('grant', 1000, '00:00:00.000'),
        entry('structuring', -4, '00:00:00.000'),
        entry('review', -3, '23:59:59.999'),
      ])
      .execute();
    await source('one.csv', await stored('a'.repeat(64), 3_000_000_000));
    await source('two.csv', await stored('b'.repeat(64), 20));
    await stored('c'.repeat(64), 100);

    const service = { catalog, usage: { flush: async () => {} } } as unknown as Service;
    const credential = { kind: 'session', accountId: null, reach: { kind: 'account' } };
    const caller = { userId: workbook.userId, credential } as unknown as Caller;
    const none = { requests: 0, ops: 0, credits: 0 };
    expect(await accountUsage(service, caller, { accountId: undefined, days: 5 })).toEqual([
      { day: first, requests: 3, ops: 2, credits: 0, storageBytes: 5_000_000_000, tables: 1 },
      { day: spending, ...none, credits: 7, storageBytes: null, tables: null },
      { day: today, ...none, storageBytes: 3_000_000_020, tables: 0 },
    ]);
  });
});
