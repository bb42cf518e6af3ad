// The only writer of charts.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';
import { chartDefinition } from './snapshots.js';
import { nameKey } from './tables.js';

export type ChartRecord = Selectable<Schema['charts']>;

export async function findChart(
  db: Db,
  workbookId: string,
  nameOrId: string,
): Promise<ChartRecord | undefined> {
  const key = nameKey(nameOrId);
  const found = await db
    .selectFrom('charts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where((eb) => eb.or([eb('name_key', '=', key), eb('id', '=', nameOrId)]))
    .execute();
  return found.find((chart) => chart.name_key === key) ?? found[0];
}

export async function chartNamed(db: Db, workbookId: string, name: string): Promise<ChartRecord | undefined> {
  return await db
    .selectFrom('charts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
}

export async function chartsById(db: Db, workbookId: string, ids: readonly string[]): Promise<ChartRecord[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('charts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', 'in', ids)
    .execute();
}

/** Oldest first: all of them, or a page. */
export async function chartsOf(
  db: Db,
  workbookId: string,
  page?: { after: string | undefined; limit: number },
): Promise<ChartRecord[]> {
  return await db
    .selectFrom('charts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(page?.after !== undefined, (query) => query.where('id', '>', page?.after ?? ''))
    .orderBy('id')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0))
    .execute();
}

/** Adds a chart, or replaces the one with its id. */
export async function putChart(c: Change, chart: Omit<ChartRecord, 'name_key'>): Promise<ChartRecord> {
  const record: ChartRecord = { ...chart, name_key: nameKey(chart.name) };
  await keepChart(c, chart);
  await c.tx
    .insertInto('charts')
    .values(record)
    .onConflict((oc) => oc.column('id').doUpdateSet(record))
    .execute();
  return record;
}

export async function deleteChartRecord(
  c: Change,
  chart: Pick<ChartRecord, 'id' | 'workbook_id'>,
): Promise<void> {
  await keepChart(c, chart);
  await c.tx.deleteFrom('charts').where('id', '=', chart.id).execute();
}

async function keepChart(
  c: Change,
  { id, workbook_id }: Pick<ChartRecord, 'id' | 'workbook_id'>,
): Promise<void> {
  const [before] = await chartsById(c.tx, workbook_id, [id]);
  c.keepBefore('chart', id, before ? chartDefinition(before) : null);
}
