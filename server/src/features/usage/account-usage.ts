import { sql } from 'kysely';
import type { Db } from '../../catalog/db.js';
import { lastDays, utcDay } from '../../core/utc-day.js';
import { requireWholeAccount, resolveAccount } from '../access/resolve-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { sampleAccount } from './sample-stock.js';

interface DayOfAccount {
  day: string;
  requests: number;
  ops: number;
  credits: number;
  storageBytes: number | null;
  tables: number | null;
}

/** What an account used on each day with activity, oldest first; the last is today, with what is stored now. */
export async function accountUsage(
  service: Service,
  caller: Caller,
  { accountId, days }: { accountId: string | undefined; days: number },
): Promise<DayOfAccount[]> {
  requireWholeAccount(caller, 'read the usage of its account');
  const account = await resolveAccount(service, caller, accountId);
  const { db } = service.catalog;
  const now = new Date();
  await service.usage.flush();
  await sampleAccount(db, account.id, utcDay(now));
  const [first = ''] = lastDays(now, days);
  const counted = await countedDays(db, account.id, first);
  const spent = await creditsByDay(db, account.id, first);
  for (const day of spent.keys())
    if (!counted.has(day)) counted.set(day, { day, requests: 0, ops: 0, storageBytes: null, tables: null });
  return [...counted.values()]
    .map((counts) => ({ ...counts, credits: spent.get(counts.day) ?? 0 }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

async function countedDays(
  db: Db,
  accountId: string,
  first: string,
): Promise<Map<string, Omit<DayOfAccount, 'credits'>>> {
  const rows = await db
    .selectFrom('account_days')
    .select(['day', 'requests', 'ops', 'storage_bytes as storageBytes', 'tables'])
    .where('account_id', '=', accountId)
    .where('day', '>=', first)
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

async function creditsByDay(db: Db, accountId: string, first: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('credit_entries')
    .select([
      sql<string>`substr(created_at, 1, 10)`.as('day'),
      (eb) => eb.fn.sum<number>('credits').as('credits'),
    ])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['structuring', 'review', 'reading'])
    .where('created_at', '>=', first)
    .groupBy(sql`substr(created_at, 1, 10)`)
    .execute();
  return new Map(rows.map(({ day, credits }) => [day, -Number(credits)]));
}
