import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { type Selectable, sql } from 'kysely';
import type { TableOrigin } from '../core/table-origin.js';
import type { Db } from './db.js';
import { parseColumns } from './parse-columns.js';
import { prepared, preparedAndKept } from './prepared.js';
import type { Schema } from './schema.js';
import { statesDuring, type TableDuring } from './states-during.js';

export type TableRecord = Selectable<Schema['tables']>;

/** A column of a table. Segments and edits refer to its id, which no rename changes. */
export interface ColumnRecord {
  id: string;
  name: string;
  originalName: string | null;
  type: ColumnType;
  description: string | null;
  /** How the file that the column came from showed its numbers or dates, as a format code; exports show them so. */
  numberFormat?: string | undefined;
  /** The value of rows that are older than the column. */
  initial?: CellValue;
  /** An expression over column ids, if the column is computed from other cells of its row. */
  formula?: string;
}

/** Later than every version: the largest that both databases can store. */
export const LATEST_VERSION = 2 ** 31 - 1;

/** Names are compared without case, as in SQL. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

export async function findTable(
  db: Db,
  workbookId: string,
  nameOrId: string,
): Promise<TableRecord | undefined> {
  return preferredTable(await tablesNamed(db, workbookId, nameOrId).execute(), nameOrId);
}

interface NameInPath {
  workbookId: string;
  id: string;
  nameKey: string;
}

/** The tables that a path segment may refer to: one with that name, one with that id. */
export function tablesNamed(db: Db, workbookId: string, nameOrId: string) {
  return recordsNamed(db, { workbookId, id: nameOrId, nameKey: nameKey(nameOrId) });
}

const recordsNamed = preparedAndKept((db, { workbookId, id, nameKey }: NameInPath) =>
  db
    .selectFrom('tables')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where((eb) => eb.or([eb('name_key', '=', nameKey), eb('tables.id', '=', id)])),
);

/** A match by name takes precedence over one by id. */
export function preferredTable(found: readonly TableRecord[], nameOrId: string): TableRecord | undefined {
  const key = nameKey(nameOrId);
  return found.find((table) => table.name_key === key) ?? found[0];
}

/** The latest columns of those tables, as stored. */
export function columnsOfNamed(db: Db, workbookId: string, nameOrId: string) {
  return latestColumnsNamed(db, { workbookId, id: nameOrId, nameKey: nameKey(nameOrId) });
}

/** Not of the view `tables`: its columns count as read, and edits write some of them, so that nothing would be kept. */
const latestColumnsNamed = preparedAndKept((db, { workbookId, id, nameKey }: NameInPath) =>
  db
    .selectFrom('all_tables')
    .innerJoin('table_schemas', 'table_schemas.table_id', 'all_tables.id')
    .select(['table_schemas.table_id', 'table_schemas.columns'])
    .where('workbook_id', '=', workbookId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('name_key', '=', nameKey), eb('all_tables.id', '=', id)]))
    .where('table_schemas.version', '=', (eb) =>
      eb
        .selectFrom('table_schemas as other')
        .select((of) => of.fn.max('other.version').as('latest'))
        .whereRef('other.table_id', '=', 'all_tables.id'),
    ),
);

/** The tables of a workbook, in no order. */
export async function tablesOf(db: Db, workbookId: string): Promise<TableRecord[]> {
  return await recordsOf(db, { workbookId }).execute();
}

const recordsOf = prepared((db, { workbookId }: { workbookId: string }) =>
  db.selectFrom('tables').selectAll().where('workbook_id', '=', workbookId),
);

/** The tables of a workbook in the order of their ids, including deleted ones that can come back. */
export async function allTablesOf(
  db: Db,
  workbookId: string,
): Promise<(TableRecord & { deleted_at: string | null })[]> {
  return await db
    .selectFrom('all_tables')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .orderBy('id')
    .execute();
}

/** Those of the tables that still exist, by id. */
export async function tablesById(
  db: Db,
  workbookId: string,
  ids: readonly string[],
): Promise<Map<string, TableRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tables')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function columnsAt(db: Db, tableId: string, version: number): Promise<ColumnRecord[]> {
  const [schema] = await schemaAt(db, { tableId, version }).execute();
  if (!schema) throw new Error(`the table ${tableId} has no columns at version ${version}`);
  return parseColumns(schema.columns);
}

/** The columns of many tables, each at its version, in one statement; by table id, without deleted tables. */
export async function columnsOfAll(
  db: Db,
  tables: readonly { id: string; version: number }[],
): Promise<Map<string, ColumnRecord[]>> {
  if (tables.length === 0) return new Map();
  const wanted = tables.map(({ id, version }) => ({ id, version }));
  const rows = await schemasOfAll(db, { wanted }).execute();
  return new Map(rows.flatMap(({ id, columns }) => (columns === null ? [] : [[id, parseColumns(columns)]])));
}

const schemasOfAll = preparedAndKept((db, { wanted }: { wanted: { id: string; version: number }[] }) => {
  const values = wanted.map(({ id, version }) => sql`(cast(${id} as text), cast(${version} as integer))`);
  const schemas = sql<{ id: string; columns: string | null }>`
    with wanted (id, version) as (values ${sql.join(values)})
    select id, (
      select columns from table_schemas
      where table_id = wanted.id and table_schemas.version <= wanted.version
      order by table_schemas.version desc limit 1) as columns
    from wanted`;
  return { compile: () => schemas.compile(db) };
});

/**
 * For each table, the columns of all versions of its span: a column that changed appears once for each state. Empty for
 * a deleted table.
 */
export function columnsDuring(db: Db, tables: readonly TableDuring[]): Promise<ColumnRecord[][]> {
  return statesDuring(db, { table: 'table_schemas', column: 'columns' }, tables);
}

const schemaAt = preparedAndKept((db, { tableId, version }: { tableId: string; version: number }) =>
  db
    .selectFrom('table_schemas')
    .select('columns')
    .where('table_id', '=', tableId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1),
);

/** The origins of those tables that have one and come from a file in one of these formats, by table id. */
export async function originsOf(
  db: Db,
  tableIds: readonly string[],
  formats: readonly string[],
): Promise<Map<string, TableOrigin>> {
  const rows = await db
    .selectFrom('table_origins')
    .innerJoin('tables', 'tables.id', 'table_origins.table_id')
    .innerJoin('sources', 'sources.id', 'tables.source_id')
    .select(['table_id', 'origin'])
    .where('table_id', 'in', tableIds)
    .where('sources.format', 'in', formats)
    .execute();
  return new Map(rows.map(({ table_id, origin }) => [table_id, JSON.parse(origin) as TableOrigin]));
}

/** Where the cells of a table were in its sheet, if it was landed unchanged; undefined for any other table. */
export async function originOf(db: Db, tableId: string): Promise<TableOrigin | undefined> {
  const row = await db
    .selectFrom('table_origins')
    .select('origin')
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  return row && (JSON.parse(row.origin) as TableOrigin);
}

/** Changes metadata of the columns at a version, such as descriptions; ids and types must stay. */
export async function setColumns(
  db: Db,
  { tableId, version }: { tableId: string; version: number },
  columns: readonly ColumnRecord[],
): Promise<void> {
  await db
    .updateTable('table_schemas')
    .set({ columns: JSON.stringify(columns) })
    .where('table_id', '=', tableId)
    .where('version', '=', (eb) =>
      eb
        .selectFrom('table_schemas as schemas')
        .select(({ fn }) => fn.max('schemas.version').as('version'))
        .where('schemas.table_id', '=', tableId)
        .where('schemas.version', '<=', version),
    )
    .execute();
}

/** The ids of the columns of all versions of the table. */
export async function columnIdsEverUsed(db: Db, tableId: string): Promise<string[]> {
  return (await columnIdsEverUsedBy(db, [tableId])).get(tableId) ?? [];
}

/** The same for many tables, each id once; by table id, without deleted tables. */
export async function columnIdsEverUsedBy(
  db: Db,
  tableIds: readonly string[],
): Promise<Map<string, string[]>> {
  const schemas = await db
    .selectFrom('table_schemas')
    .select(['table_id', 'columns'])
    .where('table_id', 'in', tableIds)
    .execute();
  const used = new Map<string, Set<string>>();
  for (const { table_id, columns } of schemas) {
    const ids = used.get(table_id) ?? new Set();
    for (const { id } of parseColumns(columns)) ids.add(id);
    used.set(table_id, ids);
  }
  return new Map([...used].map(([tableId, ids]) => [tableId, [...ids]]));
}

/** Whether a version in the span changed cells by a new segment, which the log of edits does not show. */
export async function isRewrittenBetween(
  db: Db,
  tableId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('table_versions')
    .select('version')
    .where('table_id', '=', tableId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .where('rewrites', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function rowCountAt(db: Db, tableId: string, version: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('table_versions')
    .select('row_count')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.row_count;
}

/** The tables that are not archived, in order of creation. */
export async function activeTableNames(db: Db, workbookId: string): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('tables')
    .select(['id', 'name'])
    .where('workbook_id', '=', workbookId)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
}
