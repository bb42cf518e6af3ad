// The only writer of sheets.
import type { Selectable } from 'kysely';
import type { SheetBlock } from '../core/sheet-blocks.js';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';
import { sheetDefinition } from './snapshots.js';
import { nameKey } from './tables.js';

export interface SheetRecord extends Omit<Selectable<Schema['sheets']>, 'name_key' | 'spec'> {
  blocks: SheetBlock[];
}

export async function findSheet(
  db: Db,
  workbookId: string,
  nameOrId: string,
): Promise<SheetRecord | undefined> {
  const key = nameKey(nameOrId);
  const found = await db
    .selectFrom('sheets')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where((eb) => eb.or([eb('name_key', '=', key), eb('id', '=', nameOrId)]))
    .execute();
  const row = found.find(({ name_key }) => name_key === key) ?? found[0];
  return row && recordOf(row);
}

/** Oldest first: all of them, or a page. */
export async function sheetsOf(
  db: Db,
  workbookId: string,
  page?: { after: string; limit: number },
): Promise<SheetRecord[]> {
  const rows = await db
    .selectFrom('sheets')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(page !== undefined, (query) => query.where('id', '>', page?.after ?? '').limit(page?.limit ?? 0))
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

function recordOf({ name_key, spec, ...row }: Selectable<Schema['sheets']>): SheetRecord {
  return { ...row, blocks: JSON.parse(spec) as SheetBlock[] };
}

/** Adds a sheet, or replaces the one with its id. */
export async function putSheetRecord(c: Change, { blocks, ...sheet }: SheetRecord): Promise<void> {
  const { name, title, updated_at } = sheet;
  await keepSheet(c, sheet.id);
  const definition = { name, name_key: nameKey(name), title, spec: JSON.stringify(blocks), updated_at };
  await c.tx
    .insertInto('sheets')
    .values({ ...sheet, ...definition })
    .onConflict((oc) => oc.column('id').doUpdateSet(definition))
    .execute();
}

export async function deleteSheetRecord(c: Change, id: string): Promise<void> {
  await keepSheet(c, id);
  await c.tx.deleteFrom('sheets').where('id', '=', id).execute();
}

async function keepSheet(c: Change, id: string): Promise<void> {
  const before = await c.tx.selectFrom('sheets').selectAll().where('id', '=', id).executeTakeFirst();
  c.keepBefore('sheet', id, before ? sheetDefinition(recordOf(before)) : null);
}
