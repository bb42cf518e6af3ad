import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { StoredSegment } from '../../catalog/segments.js';
import { type ColumnRecord, columnsAt, type TableRecord } from '../../catalog/tables.js';
import { orderFormulas, parseFormula } from '../../core/formulas.js';
import type { ComputedColumn, FormulaTable } from '../../file-workers/compute-formulas.js';
import type { SegmentWork } from '../../file-workers/file-workers.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { SEGMENT_DEADLINE_MS, storeSegment } from '../store-segment.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import type { RowChange } from '../writing/write-tables.js';
import { physicalRelation } from './physical-relation.js';
import { type RowStatesRequest, rowStates } from './row-states.js';

/**
 * Adds the new cells of formula columns to each inserted or updated row.
 * Formulas are written by users and may take long, so they are evaluated in a child process.
 */
export async function computeRows(
  data: WorkbookData,
  at: Omit<RowStatesRequest, 'rowIds'>,
  columns: ColumnRecord[],
  rows: RowChange[],
): Promise<RowChange[]> {
  const table = formulaTable(columns);
  const written = rows.filter((row) => row.kind !== 'delete');
  if (table.formulas.length === 0 || written.length === 0) return rows;
  const updated = written.flatMap((row) => (row.kind === 'update' ? [row.rowId] : []));
  const states = await rowStates(data, { ...at, rowIds: updated });
  const inputs = written.map((row) => ({
    ...(row.kind === 'update' ? states.get(row.rowId) : {}),
    ...row.after,
  }));
  const computed = await storesOf(data).fileWorkers.evaluateRows(at.workbookId, { ...table, rows: inputs });
  const byRow = new Map(written.map((row, i) => [row, { ...row, after: { ...row.after, ...computed[i] } }]));
  return rows.map((row) => (row.kind === 'delete' ? row : (byRow.get(row) ?? row)));
}

/** Writes a segment of the table's rows with formula columns computed. `columns` are those of the new version. */
export const computeTable = retryingLostFiles(
  async (
    data: WorkbookData,
    table: TableRecord,
    version: number,
    columns: ColumnRecord[],
    work: SegmentWork = {},
  ): Promise<StoredSegment> => {
    const stores = storesOf(data);
    const path = join(stores.engine.outDir, `${randomUUID()}.parquet`);
    const current = await columnsAt(stores.catalog.db, table.id, version);
    try {
      await stores.engine.read({
        workbookId: table.workbook_id,
        relations: [physicalRelation(table, version, current)],
        sql: `select * from rows order by ${ROW_ID}`,
        output: { kind: 'file', format: 'parquet', path },
        deadlineMs: SEGMENT_DEADLINE_MS,
      });
      return await computeFile(stores, table.workbook_id, path, columns, work);
    } finally {
      await rm(path, { force: true });
    }
  },
);

/** Writes a segment of a file's rows with formula columns computed. */
export async function computeFile(
  stores: Stores,
  workbookId: string,
  path: string,
  columns: ColumnRecord[],
  work: SegmentWork = {},
): Promise<StoredSegment> {
  const { engine, fileWorkers } = stores;
  const outPath = join(engine.outDir, `${randomUUID()}.parquet`);
  try {
    await fileWorkers.computeSegment(workbookId, { ...formulaTable(columns), path, outPath }, work);
    return await storeSegment(stores, workbookId, outPath);
  } finally {
    await rm(outPath, { force: true });
  }
}

function formulaTable(columns: ColumnRecord[]): FormulaTable {
  const formulas = columns.flatMap((column) =>
    column.formula === undefined ? [] : [{ ...column, formula: parseFormula(column.formula) }],
  );
  const ordered = orderFormulas(formulas).map(
    ({ id }) => columns.find((column) => column.id === id) as ColumnRecord,
  );
  return {
    columns: columns.map(({ id, type }) => ({ id, type })),
    formulas: ordered.map(({ id, type, formula }): ComputedColumn => ({ id, type, formula: formula ?? '' })),
  };
}
