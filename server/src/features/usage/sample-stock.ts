import { setImmediate as nextTurn } from 'node:timers/promises';
import { storedBytes } from '../../catalog/blobs.js';
import type { Db } from '../../catalog/db.js';
import { batches } from '../../core/batches.js';
import { utcDay } from '../../core/utc-day.js';
import { writeSample } from './usage-records.js';

const WORKBOOKS_AT_ONCE = 10;

/** Samples what the accounts store that were active today; what the others store has not changed. */
export async function sampleActiveAccounts(db: Db, now: Date): Promise<void> {
  const day = utcDay(now);
  const active = await db.selectFrom('account_days').select('account_id').where('day', '=', day).execute();
  for (const { account_id } of active) await sampleAccount(db, account_id, day);
}

/** Records how much an account stores at this moment as the latest sample of the day. */
export async function sampleAccount(db: Db, accountId: string, day: string): Promise<void> {
  const workbooks = await db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select('workbooks.id')
    .where('workspaces.account_id', '=', accountId)
    .execute();
  const stock = { accountId, storageBytes: 0, tables: 0 };
  const ids = workbooks.map(({ id }) => id);
  for (const some of batches(ids, WORKBOOKS_AT_ONCE)) {
    const [bytes, tables] = await Promise.all([storedBytes(db, some), countTables(db, some)]);
    stock.storageBytes += bytes;
    stock.tables += tables;
    // SQLite answers at once: other requests have their turn in between.
    await nextTurn();
  }
  await writeSample(db, day, stock);
}

async function countTables(db: Db, workbookIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('tables')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workbook_id', 'in', workbookIds)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(count);
}
