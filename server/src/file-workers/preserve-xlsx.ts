import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { FileError } from '../core/file-error.js';
import { problem } from '../core/problems.js';
import { recalculate } from '../spreadsheet/recalculate.js';
import { fitsCell } from '../xlsx/fitting-text.js';
import { CannotPatch } from '../xlsx/patch/cannot-patch.js';
import type { CellEdit } from '../xlsx/patch/cell-edits.js';
import { patchXlsx } from '../xlsx/patch/patch-xlsx.js';
import { readXlsxFile } from '../xlsx/read/read-xlsx.js';
import { readChangedRows } from './changed-rows.js';
import { type LandedAndCurrent, TableEdits } from './table-edits.js';

export interface PreserveRequest {
  /** The workbook that all of the tables were imported from. */
  sourcePath: string;
  outPath: string;
  tables: PreservedTable[];
}

export interface PreservedTable extends LandedAndCurrent {
  /** Parquet, written by the statement of `changedRowsSql`. */
  changesPath: string;
}

export interface PreserveSummary {
  /** In the sheets of the tables: those that stayed, and those of formula columns. */
  formulas: number;
  /** Texts that were cut to the limit of a cell. */
  truncatedCells: number;
}

/** They are all in memory at once. */
const MOST_EDITS = 2_000_000;
const USE_VALUES = { fix: 'Export with formula_mode=values, which writes a new file.' };

/** Writes tables into the workbook they came from: everything not edited stays unchanged, byte for byte. */
export async function preserveXlsx({
  sourcePath,
  outPath,
  tables,
}: PreserveRequest): Promise<PreserveSummary> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const bySheet = new Map<string, CellEdit[]>();
    for (const table of tables) {
      const edits = bySheet.get(table.origin.sheet) ?? [];
      bySheet.set(table.origin.sheet, edits);
      await collectEdits(connection, table, edits);
    }
    const patches = [...bySheet].map(([sheet, edits]) => ({ sheet, edits }));
    const isEdited = patches.some(({ edits }) => edits.length > 0);
    const results = isEdited ? recalculate(await readXlsxFile(sourcePath), bySheet) : undefined;
    const { preservedFormulas, writtenFormulas } = await patchXlsx(sourcePath, outPath, patches, results);
    const truncated = patches.flatMap(({ edits }) => edits.filter(isTooLong));
    return { formulas: preservedFormulas + writtenFormulas, truncatedCells: truncated.length };
  } catch (error) {
    if (!(error instanceof CannotPatch || error instanceof FileError)) throw error;
    throw problem(
      'invalid-request',
      `The original file cannot take these changes: ${error.message}`,
      USE_VALUES,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function collectEdits(
  connection: DuckDBConnection,
  table: PreservedTable,
  edits: CellEdit[],
): Promise<void> {
  const tableEdits = new TableEdits(table);
  const add = (some: Iterable<CellEdit>) => {
    for (const edit of some) edits.push(edit);
    if (edits.length > MOST_EDITS)
      throw problem('too-large', `More than ${MOST_EDITS} cells of a sheet have changed.`, USE_VALUES);
  };
  add(tableEdits.columnEdits());
  for await (const row of readChangedRows(connection, table.changesPath, table.columns)) {
    add(tableEdits.rowEdits(row));
  }
}

function isTooLong({ value }: CellEdit): boolean {
  return typeof value === 'string' && !fitsCell(value);
}
