import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import {
  CannotPatch,
  type CellEdit,
  cannotPatch,
  FileError,
  type GrownTable,
  patchXlsx,
  readXlsxFile,
  recalculate,
  type SheetPatch,
} from '@workbook-data-service/sheets';
import type { SheetTable, Workbook } from '@workbook-data-service/sheets/grid';
import { fitsCell } from '@workbook-data-service/sheets/xlsx';
import { problem } from '../core/problems.js';
import { countAddedRows, readChangedRows } from './changed-rows.js';
import { ExcelTableGrowth } from './excel-table-growth.js';
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
const MAX_EDITS = 2_000_000;
const USE_VALUES = { fix: say('fix-export-values') };

/** Writes tables into the workbook they came from: everything not edited stays unchanged, byte for byte. */
export async function preserveXlsx({
  sourcePath,
  outPath,
  tables,
}: PreserveRequest): Promise<PreserveSummary> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    let workbook: Workbook | undefined;
    const read = async () => (workbook ??= await readXlsxFile(sourcePath));
    const bySheet = new Map<string, SheetChanges>();
    for (const table of tables) {
      const { sheet } = table.origin;
      const changes = bySheet.get(sheet) ?? { sheet, edits: [], grown: [] };
      bySheet.set(sheet, changes);
      const added = await countAddedRows(connection, table.changesPath);
      const growth = added > 0 ? ExcelTableGrowth.of(await read(), table.origin, added) : undefined;
      await collectEdits(connection, table, growth, changes);
    }
    const patches = [...bySheet.values()];
    const isEdited = patches.some(({ edits }) => edits.length > 0);
    const results = isEdited ? recalculate(withGrownTables(await read(), patches), patches) : undefined;
    const { preservedFormulas, writtenFormulas } = await patchXlsx(sourcePath, outPath, patches, results);
    const truncated = patches.flatMap(({ edits }) => edits.filter(isTooLong));
    return { formulas: preservedFormulas + writtenFormulas, truncatedCells: truncated.length };
  } catch (error) {
    if (!(error instanceof CannotPatch || error instanceof FileError)) throw error;
    throw problem('invalid-request', say('original-refuses', whyOf(error.said)), USE_VALUES);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface SheetChanges extends SheetPatch {
  edits: CellEdit[];
  grown: GrownTable[];
}

async function collectEdits(
  connection: DuckDBConnection,
  table: PreservedTable,
  growth: ExcelTableGrowth | undefined,
  { edits, grown }: SheetChanges,
): Promise<void> {
  const isSecond = grown.some((one) => one.table.name === growth?.grown?.table.name);
  if (isSecond) throw cannotPatch('patch-two-tables');
  if (growth?.grown) grown.push(growth.grown);
  const tableEdits = new TableEdits(table, growth);
  const add = (some: Iterable<CellEdit>) => {
    for (const edit of some) edits.push(edit);
    if (edits.length > MAX_EDITS)
      throw problem('too-large', say('too-many-edits', { max: MAX_EDITS }), USE_VALUES);
  };
  add(tableEdits.columnEdits());
  for await (const row of readChangedRows(connection, table.changesPath, table.columns)) {
    add(tableEdits.rowEdits(row));
  }
}

/** The workbook with its Excel tables as they will be, so that references to their columns find all rows. */
function withGrownTables(workbook: Workbook, patches: readonly SheetChanges[]): Workbook {
  const grown = patches.flatMap((patch) => patch.grown);
  const rowsOf = (table: SheetTable) => grown.find((one) => one.table === table)?.rows ?? 0;
  return {
    ...workbook,
    sheets: workbook.sheets.map((sheet) => ({
      ...sheet,
      tables: sheet.tables.map((table) => ({
        ...table,
        range: { ...table.range, bottom: table.range.bottom + rowsOf(table) },
      })),
    })),
  };
}

function isTooLong({ value }: CellEdit): boolean {
  return typeof value === 'string' && !fitsCell(value);
}
