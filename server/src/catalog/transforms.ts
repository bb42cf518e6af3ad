import type { Selectable } from 'kysely';
import type { Dependency } from '../core/table-graph.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';
import { nameKey } from './tables.js';

export type TransformRecord = Selectable<Schema['transforms']>;

export async function findTransform(
  db: Db,
  workbookId: string,
  nameOrId: string,
): Promise<TransformRecord | undefined> {
  const key = nameKey(nameOrId);
  const found = await db
    .selectFrom('transforms')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where((eb) => eb.or([eb('name_key', '=', key), eb('id', '=', nameOrId)]))
    .execute();
  return found.find((transform) => transform.name_key === key) ?? found[0];
}

/** Oldest first. */
export async function transformsOf(db: Db, workbookId: string): Promise<TransformRecord[]> {
  return await db
    .selectFrom('transforms')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .orderBy('id')
    .execute();
}

/** Which tables of a workbook are computed from which others. */
export async function dependenciesOf(db: Db, workbookId: string): Promise<Dependency[]> {
  return await db
    .selectFrom('table_inputs')
    .innerJoin('tables', 'tables.id', 'table_inputs.table_id')
    .select(['table_inputs.input_id as from', 'table_inputs.table_id as to'])
    .where('tables.workbook_id', '=', workbookId)
    .execute();
}

/** What a derived table is computed from, directly or through others: the versions of tables and the definitions. */
export async function upstreamStates(
  db: Db,
  tableId: string,
): Promise<{ id: string; edit_version: number; updated_at: string | null }[]> {
  return await db
    .withRecursive('upstream', (reached) =>
      reached
        .selectFrom('table_inputs')
        .select('input_id as id')
        .where('table_id', '=', tableId)
        .union((further) =>
          further
            .selectFrom('table_inputs')
            .innerJoin('upstream', 'upstream.id', 'table_inputs.table_id')
            .select('table_inputs.input_id as id'),
        ),
    )
    .selectFrom('all_tables')
    .leftJoin('transforms', 'transforms.output_table_id', 'all_tables.id')
    .select(['all_tables.id', 'all_tables.edit_version', 'transforms.updated_at'])
    .where((eb) =>
      eb.or([
        eb('all_tables.id', 'in', eb.selectFrom('upstream').select('id')),
        eb('all_tables.id', '=', tableId),
      ]),
    )
    .orderBy('all_tables.id')
    .execute();
}
