import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cells } from '@workbook-data-service/sheets/values';
import { sql } from 'kysely';
import { batches } from '../core/batches.js';
import {
  type EditPlace,
  type EditSlice,
  endOfVersion,
  type RawEdit,
  type RowEdit,
  type RowRange,
} from '../core/row-edits.js';
import { mapInSlices } from '../core/time-slices.js';
import { areOfTable } from './are-of-table.js';
import type { Db } from './db.js';
import { prepared } from './prepared.js';
import { LATEST_VERSION } from './tables.js';

export interface LoggedEdit extends RowEdit {
  version: number;
}

const SLICE_BYTES = 1024 * 1024;
const SLICE_ROWS = 2000;

/**
 * The edits after a place up to and including a version, oldest first: as many as fit into a slice, and at least one.
 * The database measures edits without returning them, so that the memory for a slice is bounded.
 */
export async function nextEditSlice(
  db: Db,
  tableId: string,
  after: EditPlace,
  upTo: number,
  /** Limits the edits to these rows; all rows if absent. */
  only?: SomeRows,
): Promise<EditSlice> {
  const small = only ? [] : await smallSlice(db, { tableId, after, upTo }).execute();
  if (small.length > 0) return sliceOf(small, small.length);
  const rows = await measuredSlice(db, tableId, after, upTo, only);
  return sliceOf(rows, Number(rows[0]?.found ?? 0));
}

/** A few rows: at most `ROW_BATCH` ids, or those in a range. */
type SomeRows = readonly number[] | RowRange;

interface EditRow {
  version: number;
  row_id: number;
  kind: RowEdit['kind'];
  after: string | null;
}

function sliceOf(rows: readonly EditRow[], found: number): EditSlice {
  const edits = rows.map(({ version, row_id, kind, after }) => ({ version, rowId: row_id, kind, after }));
  const last = edits.at(-1);
  if (!last || (edits.length === found && found < SLICE_ROWS)) return { edits };
  return { edits, next: { version: last.version, rowId: last.rowId } };
}

/** The next edits if they fit into a slice, as nearly always, and otherwise none: to cut them takes twice as long. */
const smallSlice = prepared(
  (db, { tableId, after, upTo }: { tableId: string; after: EditPlace; upTo: number }) => {
    const next = sql`row_edits
      where table_id = ${tableId} and (version, row_id) > (${after.version}, ${after.rowId}) and version <= ${upTo}`;
    const slice = sql<EditRow>`
      select version, row_id, kind, after from ${next} and (
        select coalesce(sum(bytes), 0) from (
          select octet_length(after) as bytes from ${next} order by version, row_id limit ${mostRows}
        ) as places) <= ${SLICE_BYTES}
      order by version, row_id limit ${mostRows}`;
    return { compile: () => slice.compile(db) };
  },
);

/** Not a parameter, which would have SQLite plan the statement anew each time. */
const mostRows = sql.lit(SLICE_ROWS);

async function measuredSlice(
  db: Db,
  tableId: string,
  after: EditPlace,
  upTo: number,
  only: SomeRows | undefined,
): Promise<(EditRow & { found: number })[]> {
  const ofTable = only
    ? sql`${areOfTable(db, 'row_edits', tableId)} and ${isAmong(only)} and version >= ${after.version}`
    : sql`table_id = ${tableId}`;
  // The plus keeps both databases from reading the whole log in its order to find the edits of a few rows.
  const version = only ? sql`+version` : sql`version`;
  const where = sql`${ofTable} and (${version}, row_id) > (${after.version}, ${after.rowId})`;
  const { rows } = await sql<EditRow & { found: number }>`
    with places as (
      select version, row_id, coalesce(octet_length(after), 0) as bytes from row_edits
      where ${where} and version <= ${upTo}
      order by ${version}, row_id limit ${mostRows}
    ), measured as (
      select version, row_id, sum(bytes) over (order by version, row_id) - bytes as bytes_before from places
    )
    select version, row_id, kind, after, (select count(*) from places) as found from row_edits
    where ${where} and (${version}, row_id) <= (
      select version, row_id from measured where bytes_before < ${SLICE_BYTES}
      order by version desc, row_id desc limit 1
    )
    order by ${version}, row_id`.execute(db);
  return rows;
}

function isAmong(rows: SomeRows) {
  return 'upTo' in rows
    ? sql`row_id > ${rows.after} and row_id <= ${rows.upTo}`
    : sql`row_id in (${sql.join(rows)})`;
}

/** Every edit after one version up to and including another, oldest first. */
export async function editsBetween(
  db: Db,
  tableId: string,
  after: number,
  upTo: number,
): Promise<LoggedEdit[]> {
  const edits: LoggedEdit[] = [];
  for await (const slice of editSlicesBetween(db, tableId, { after, upTo }))
    edits.push(...(await mapInSlices(slice, parsed)));
  return edits;
}

/** The same in slices of bounded size. */
async function* editSlicesBetween(
  db: Db,
  tableId: string,
  { after, upTo }: Required<VersionSpan>,
): AsyncGenerator<RawEdit[]> {
  for (let place: EditPlace | undefined = endOfVersion(after); place; ) {
    const slice: EditSlice = await nextEditSlice(db, tableId, place, upTo);
    yield slice.edits;
    place = slice.next;
    if (place) await nextTurn();
  }
}

/**
 * The edits of many rows in a span that has few others, in slices. Reading the log in its order and leaving out what is
 * of other rows takes half the time of looking the rows up.
 */
export async function* editSlicesOfMostRows(
  db: Db,
  tableId: string,
  rowIds: ReadonlySet<number>,
  span: Required<VersionSpan>,
): AsyncGenerator<LoggedEdit[]> {
  for await (const slice of editSlicesBetween(db, tableId, span)) {
    const wanted = slice.filter(({ rowId }) => rowIds.has(rowId));
    yield await mapInSlices(wanted, parsed);
  }
}

/** Of long logs: naming the fields takes a third of the time of copying the rest. */
function parsed({ version, rowId, kind, after }: RawEdit): LoggedEdit {
  return { version, rowId, kind, after: after === null ? null : (JSON.parse(after) as Cells) };
}

/** The largest number of row ids in one statement. */
export const ROW_BATCH = 500;

/** Every edit of these rows in a span of versions. The edits of one row are in order, oldest first. */
export async function editsOfRows(
  db: Db,
  tableId: string,
  rowIds: readonly number[],
  span: VersionSpan = {},
): Promise<LoggedEdit[]> {
  const edits: LoggedEdit[] = [];
  const { after = 0, upTo = LATEST_VERSION } = span;
  const isDense =
    rowIds.length > ROW_BATCH && !(await hasEdits(db, tableId, { after, upTo }, 2 * rowIds.length));
  const slices = isDense
    ? editSlicesOfMostRows(db, tableId, new Set(rowIds), { after, upTo })
    : editSlicesOfRows(db, tableId, rowIds, span);
  for await (const slice of slices) edits.push(...slice);
  return edits;
}

interface VersionSpan {
  after?: number;
  upTo?: number;
}

/** The same in slices of bounded size. */
export async function* editSlicesOfRows(
  db: Db,
  tableId: string,
  rowIds: readonly number[],
  { after = 0, upTo = LATEST_VERSION }: VersionSpan = {},
): AsyncGenerator<LoggedEdit[]> {
  for (const batch of batches(rowIds, ROW_BATCH)) {
    let from: EditPlace | undefined = endOfVersion(after);
    while (from) {
      const slice: EditSlice = await nextEditSlice(db, tableId, from, upTo, batch);
      yield await mapInSlices(slice.edits, parsed);
      from = slice.next;
      await nextTurn();
    }
  }
}

/** The versions between two others that edited a row, with the size of each edit, latest first. */
export async function sizesOfEdits(
  db: Db,
  tableId: string,
  rowId: number,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<{ version: number; bytes: number }[]> {
  return await db
    .selectFrom('row_edits')
    .select(['version', sql<number>`coalesce(octet_length(after), 0)`.as('bytes')])
    .where(areOfTable(db, 'row_edits', tableId))
    .where('row_id', '=', rowId)
    .where('version', '>', after)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

const MANY_EDITS = 5000;
const ROWS_PER_EDIT = 20;

/**
 * Whether a span of versions edited so many of a table's rows that comparing all of them in the engine takes less time
 * than reading the edited ones.
 */
export async function areMostRowsEdited(
  db: Db,
  table: { id: string; row_count: number },
  span: Required<VersionSpan>,
): Promise<boolean> {
  return await hasEdits(db, table.id, span, Math.max(MANY_EDITS, table.row_count / ROWS_PER_EDIT));
}

/** Whether a span of versions has at least so many edits. */
async function hasEdits(
  db: Db,
  tableId: string,
  { after, upTo }: Required<VersionSpan>,
  count: number,
): Promise<boolean> {
  const last = await db
    .selectFrom('row_edits')
    .select('row_id')
    .where('table_id', '=', tableId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .orderBy('row_id')
    .offset(Math.max(Math.ceil(count) - 1, 0))
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

/** The rows that a span of versions edited, and whether one of these edits inserted the row. */
export async function touchedRows(
  db: Db,
  tableId: string,
  { after, upTo }: Required<VersionSpan>,
): Promise<Map<number, { inserted: boolean }>> {
  const rows = await db
    .selectFrom('row_edits')
    .select(['row_id', sql<number>`max(case kind when 'insert' then 1 else 0 end)`.as('inserted')])
    .where('table_id', '=', tableId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .groupBy('row_id')
    .execute();
  return new Map(rows.map(({ row_id, inserted }) => [row_id, { inserted: Number(inserted) === 1 }]));
}

/** Not a parameter, so that both databases use the index of the edits that delete. */
const deleting = sql.lit('delete' as const);

/** Those of the rows whose last edit deleted them. */
export async function deletedRows(db: Db, tableId: string, rowIds: readonly number[]): Promise<Set<number>> {
  const deleted = new Set<number>();
  // Most tables never lost a row.
  if (rowIds.length > ROW_BATCH && !(await hasDeletions(db, tableId))) return deleted;
  for (const batch of batches(rowIds, ROW_BATCH)) {
    for (const { row_id } of await deletedAmong(db, { tableId, rowIds: batch }).execute())
      deleted.add(row_id);
    if (batch.length === ROW_BATCH) await nextTurn();
  }
  return deleted;
}

async function hasDeletions(db: Db, tableId: string): Promise<boolean> {
  const found = await db
    .selectFrom('row_edits')
    .select('row_id')
    .where('table_id', '=', tableId)
    .where('kind', '=', deleting)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** When rows were last deleted: their ids by version. */
export async function deletionsOf(
  db: Db,
  tableId: string,
  rowIds: readonly number[],
): Promise<Map<number, number[]>> {
  const byVersion = new Map<number, number[]>();
  for (const batch of batches(rowIds, ROW_BATCH)) {
    const rows = await db
      .selectFrom('row_edits')
      .select(['row_id', ({ fn }) => fn.max('version').as('version')])
      .where('table_id', '=', tableId)
      .where('row_id', 'in', batch)
      .where('kind', '=', deleting)
      .groupBy('row_id')
      .execute();
    for (const { row_id, version } of rows)
      byVersion.set(version, [...(byVersion.get(version) ?? []), row_id]);
  }
  return byVersion;
}

/** Those of the columns in which edits after a version wrote values that are still there. */
export async function columnsEditedSince(
  db: Db,
  tableId: string,
  version: number,
  columnIds: readonly string[],
): Promise<Set<string>> {
  const written = new Map(columnIds.map((id) => [id, new Set<number>()]));
  let place: EditPlace | undefined = columnIds.length > 0 ? endOfVersion(version) : undefined;
  while (place) {
    const slice: EditSlice = await nextEditSlice(db, tableId, place, LATEST_VERSION);
    for (const { rowId, kind, after } of await mapInSlices(slice.edits, parsed)) {
      for (const [id, rows] of written) {
        const value = after?.[id];
        if (kind === 'delete' || value === null) rows.delete(rowId);
        else if (value !== undefined) rows.add(rowId);
      }
    }
    place = slice.next;
  }
  return new Set(columnIds.filter((id) => (written.get(id)?.size ?? 0) > 0));
}

/** Those of at most `ROW_BATCH` rows whose last edit deleted them. */
export const deletedAmong = prepared(
  (db, { tableId, rowIds }: { tableId: string; rowIds: readonly number[] }) =>
    db
      .selectFrom('row_edits as deleting')
      .select('deleting.row_id')
      .where('deleting.table_id', '=', tableId)
      // PostgreSQL rejects an empty list; no row has the id 0.
      .where('deleting.row_id', 'in', rowIds.length > 0 ? rowIds : [0])
      .where('deleting.kind', '=', deleting)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('row_edits as later')
              .select('later.version')
              .where(areOfTable(db, 'later', sql.ref('deleting.table_id')))
              .whereRef('later.row_id', '=', 'deleting.row_id')
              .whereRef('later.version', '>', 'deleting.version'),
          ),
        ),
      ),
);
