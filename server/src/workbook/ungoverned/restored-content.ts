import type { Cells } from '@workbook-data-service/sheets/values';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { deletedRows, touchedRows } from '../../catalog/row-edits.js';
import { segmentAt } from '../../catalog/segments.js';
import {
  type ColumnRecord,
  columnsAt,
  isRewrittenBetween,
  rowCountAt,
  type TableRecord,
} from '../../catalog/tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { SEGMENT_DEADLINE_MS } from '../store-segment.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import type { RowChange, TableEdit } from '../writing/write-tables.js';
import { differencesBack } from './differences-back.js';
import { physicalRelation } from './physical-relation.js';
import { rowStates } from './row-states.js';

/** What gives a table the content of an earlier version again, as one new version. */
export type RestoredContent = Pick<TableEdit, 'rows' | 'columns' | 'segment' | 'rowsOnTop' | 'rowCount'>;

/**
 * Plans the return of a table to an earlier version. No row is copied that did not change since: where only edits lie
 * between, they are taken back; otherwise the new version refers to the segment of the old one, with the edits that
 * followed it. The log of the new version also names the rows that come back or go, since it tells which rows exist.
 */
export const restoredContent = retryingLostFiles(
  async (data: WorkbookData, table: TableRecord, version: number): Promise<RestoredContent> => {
    const stores = storesOf(data);
    const { db } = stores.catalog;
    const [before, now] = await Promise.all([
      columnsAt(db, table.id, version),
      columnsAt(db, table.id, table.edit_version),
    ]);
    const span = { after: version, upTo: table.edit_version };
    const touchedSince = await touchedRows(db, table.id, span);
    const columns = JSON.stringify(before) === JSON.stringify(now) ? undefined : before;
    const rowCount = await rowCountAt(db, table.id, version);
    const isRewritten = await isRewrittenBetween(db, table.id, span);
    const edit = { ...(columns && { columns }), ...(rowCount !== undefined && { rowCount }) };
    if (!isRewritten && sameCells(before, now)) {
      const rows =
        (await differencesBack(stores, table, version, before)) ??
        (await changesBack(data, table, version, [...touchedSince.keys()]));
      return { ...edit, rows };
    }
    const segment = await segmentAt(db, table.id, version);
    const tail = await touchedRows(db, table.id, { after: segment.editsAfter, upTo: version });
    const added = isRewritten && table.kind === 'base' ? await rowsAddedSince(stores, table, version) : [];
    const rowIds = [...new Set([...tail.keys(), ...touchedSince.keys(), ...added])];
    const states = await rowStates(data, {
      workbookId: table.workbook_id,
      tableId: table.id,
      version,
      rowIds,
      exact: true,
    });
    const gone = await deletedRows(db, table.id, rowIds);
    return {
      ...edit,
      segment: segment.stored,
      rowsOnTop: true,
      rows: rowIds.flatMap((rowId): RowChange[] => {
        const after = states.get(rowId);
        const edited = tail.get(rowId);
        if (!after) return edited || !gone.has(rowId) ? [{ kind: 'delete', rowId }] : [];
        // The segment has the row, unless it was inserted later.
        const isInserted = gone.has(rowId) || edited?.inserted;
        return [{ kind: isInserted ? 'insert' : 'update', rowId, after }];
      }),
    };
  },
);

/**
 * Plans the return of the columns that a version took away, with the cells that they had, and keeps what edits of rows
 * changed in other columns since. Nothing but such edits may follow the version.
 */
export async function contentWithColumnsOf(
  data: WorkbookData,
  table: TableRecord,
  version: number,
): Promise<RestoredContent> {
  const then = await restoredContent(data, table, version);
  const { db } = storesOf(data).catalog;
  const span = { after: version, upTo: table.edit_version };
  const rowIds = [...(await touchedRows(db, table.id, span)).keys()];
  const at = { workbookId: table.workbook_id, tableId: table.id, rowIds, exact: true };
  const [before, now] = await Promise.all([
    rowStates(data, { ...at, version }),
    rowStates(data, { ...at, version: table.edit_version }),
  ]);
  const planned = new Map(then.rows?.map((row) => [row.rowId, row]));
  const edited = new Set<number | undefined>(rowIds);
  const kept = (then.rows ?? []).filter(({ rowId }) => !edited.has(rowId));
  const since = rowIds.flatMap((rowId): RowChange[] => {
    const old = before.get(rowId);
    const current = now.get(rowId);
    if (!current) return old ? [{ kind: 'delete', rowId }] : [];
    const isInSegment = old && planned.get(rowId)?.kind !== 'insert';
    return [{ kind: isInSegment ? 'update' : 'insert', rowId, after: { ...old, ...current } }];
  });
  return { ...then, rows: [...kept, ...since], rowCount: table.row_count };
}

/** Whether cells of both are stored alike, so that edits lead from one to the other. */
function sameCells(one: readonly ColumnRecord[], other: readonly ColumnRecord[]): boolean {
  const cells = (columns: readonly ColumnRecord[]) =>
    JSON.stringify(columns.map(({ id, type, initial, formula }) => [id, type, initial, formula]).sort());
  return cells(one) === cells(other);
}

async function changesBack(
  data: WorkbookData,
  table: TableRecord,
  version: number,
  rowIds: number[],
): Promise<RowChange[]> {
  const at = { workbookId: table.workbook_id, tableId: table.id, rowIds, exact: true };
  const [then, now] = await Promise.all([
    rowStates(data, { ...at, version }),
    rowStates(data, { ...at, version: table.edit_version }),
  ]);
  return rowIds.flatMap((rowId): RowChange[] => {
    const before = then.get(rowId);
    const current = now.get(rowId);
    if (!before) return current ? [{ kind: 'delete', rowId }] : [];
    if (!current) return [{ kind: 'insert', rowId, after: before }];
    const after = differingCells(current, before);
    return Object.keys(after).length > 0 ? [{ kind: 'update', rowId, after }] : [];
  });
}

function differingCells(from: Cells, to: Cells): Cells {
  return Object.fromEntries(
    Object.entries(to).filter(([id, value]) => JSON.stringify(from[id] ?? null) !== JSON.stringify(value)),
  );
}

/** The rows that the table has and the version did not. A segment may have brought them without an entry in the log. */
async function rowsAddedSince(
  { engine, catalog }: Stores,
  table: TableRecord,
  version: number,
): Promise<number[]> {
  const { db } = catalog;
  const relation = async (name: string, at: number) => ({
    ...physicalRelation(table, at, (await columnsAt(db, table.id, at)).slice(0, 1)),
    name,
  });
  const { page } = await engine.read({
    workbookId: table.workbook_id,
    relations: [await relation('now_rows', table.edit_version), await relation('then_rows', version)],
    sql: `select ${ROW_ID} from now_rows anti join then_rows using (${ROW_ID})`,
    output: { kind: 'page', format: 'json', limit: table.row_count, keys: 0 },
    deadlineMs: SEGMENT_DEADLINE_MS,
  });
  return (JSON.parse(page as string) as { [ROW_ID]: number }[]).map((row) => row[ROW_ID]);
}
