import { expect, test } from 'vitest';
import { unmigratedSqlite } from '../../test-support/unmigrated-sqlite.js';

test('what was spent before there was a ledger leaves no debt in it', async () => {
  const { db, migrator } = await unmigratedSqlite();
  await migrator.migrateTo('0026-outputs');
  const created_at = '2026-01-01T00:00:00.000Z';
  await db
    .insertInto('users')
    .values({ id: 'usr_1', email: 'ann@example.com', name: null, password_hash: null, created_at })
    .execute();
  await db
    .insertInto('accounts')
    .values({ id: 'acc_1', owner_user_id: 'usr_1', kind: 'default', name: 'Personal', created_at })
    .execute();
  for (const [id, credits] of [
    ['crd_1', 12],
    ['crd_2', 30],
  ] as const) {
    const spent = { id, account_id: 'acc_1', workbook_id: 'wb_1', kind: 'structuring', subject: id, credits };
    await db
      .insertInto('credit_entries')
      .values({ ...spent, created_at } as never)
      .execute();
  }
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const entries = await db
    .selectFrom('credit_entries')
    .select(['kind', 'bucket', 'credits'])
    .orderBy('credits')
    .execute();
  expect(entries).toEqual([
    { kind: 'structuring', bucket: 'monthly', credits: -30 },
    { kind: 'structuring', bucket: 'monthly', credits: -12 },
    { kind: 'opening', bucket: 'monthly', credits: 42 },
  ]);
});
