import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cellAddress } from '../../core/a1.js';
import { columnLetters } from '../../core/column-letters.js';
import { ROW_ID } from '../../core/column-types.js';
import { problem } from '../../core/problems.js';
import type { Sheet } from '../../grid/grid.js';
import type { ColumnData } from '../../spreadsheet/column-data.js';
import { inferColumn } from '../../spreadsheet/infer-column.js';
import { ColumnReader } from '../../spreadsheet/read-cell.js';
import { readNamesOfWorkbook, readStoredWorkbook } from '../../spreadsheet/read-workbook.js';
import type { SpreadsheetFile } from '../../spreadsheet/spreadsheet-file.js';
import { branchOf, HeadingNames } from '../file-identity.js';
import { type ParquetColumn, writeParquet } from '../write-parquet.js';
import { castCells } from './cast-cells.js';
import { findHeadingRow, type HeadingRow, tableOfCsv } from './find-heading-row.js';
import { mergedRows } from './merged-rows.js';
import { Offenders } from './offenders.js';
import { type PlacedColumn, type PlacedColumns, placeColumns } from './place-columns.js';
import type {
  FileIdentity,
  ReturnedColumn,
  ReturnedFile,
  ReturnedTable,
  WantedTable,
} from './returned-table.js';

export interface IdentifyRequest {
  path: string;
  filename: string;
}

/** Reads which branch a file belongs to, and nothing else of it. */
export async function identifyFile({ path, filename }: IdentifyRequest): Promise<FileIdentity> {
  return identityOf(await readNamesOfWorkbook(path, filename));
}

function identityOf({ dialect, definedNames }: Omit<SpreadsheetFile, 'sheets'>): FileIdentity {
  return { branchId: branchOf(definedNames), format: dialect ? 'csv' : 'workbook' };
}

export interface ReadReturnedRequest extends IdentifyRequest {
  wanted: readonly WantedTable[];
  /** An existing directory that receives a Parquet file for each table. */
  outDir: string;
}

/** Reads tables of a returned file into typed rows; a failure leaves no file behind. */
export async function readReturnedFile(request: ReadReturnedRequest): Promise<ReturnedFile> {
  const file = await readStoredWorkbook(request.path, request.filename);
  const wanted = file.dialect ? [tableOfCsv(file, request.wanted)] : request.wanted;
  const names = new HeadingNames(file.definedNames);
  const found = wanted.flatMap((table) => locate(file, table, names));
  if (found.length === 0) throw nothingFound(file, wanted);
  refuseSharedSheets(found);
  refuseForeignHeadings(found);
  const offenders = new Offenders();
  const tables = found.map((table) => ({ table, contents: readContents(file, table, offenders) }));
  offenders.refuse();
  const written: ReturnedTable[] = [];
  try {
    for (const { table, contents } of tables) {
      const path = join(request.outDir, `${randomUUID()}.parquet`);
      written.push(describe(table, contents, path));
      await writeParquet(path, contents.parquet, contents.rows);
    }
  } catch (error) {
    await Promise.all(written.map(({ path }) => rm(path, { force: true })));
    throw error;
  }
  const ids = new Set(written.map(({ tableId }) => tableId));
  const absent = request.wanted.map(({ tableId }) => tableId).filter((id) => !ids.has(id));
  return { ...identityOf(file), tables: written, absent };
}

interface LocatedTable extends PlacedColumns {
  wanted: WantedTable;
  heading: HeadingRow;
}

function locate(file: SpreadsheetFile, wanted: WantedTable, names: HeadingNames): LocatedTable[] {
  const named = names.of(
    wanted.tableId,
    wanted.columns.map(({ id }) => id),
  );
  const heading = findHeadingRow(file, wanted, named);
  return heading ? [{ wanted, heading, ...placeColumns(wanted, heading, named) }] : [];
}

interface Contents {
  rows: number;
  parquet: ParquetColumn[];
  columns: ReturnedColumn[];
  warnings: string[];
}

function readContents(file: SpreadsheetFile, table: LocatedTable, offenders: Offenders): Contents {
  const { wanted, heading, rowId, columns } = table;
  const { sheet } = heading;
  const { rows, warnings } = mergedRows(wanted, heading, table, file);
  const parquet: ParquetColumn[] = [
    { name: 'position', data: positions(rows) },
    { name: 'row_id', data: rowIds(sheet, rowId, rows, offenders) },
  ];
  let added = 0;
  const returned = columns.map((column): ReturnedColumn => {
    const { base, index, header, name, wasRenamed } = column;
    const cells = new ColumnReader(sheet, sheet.columns[index] ?? null);
    const data = base
      ? castCells(cells, rows, base, (row, reason) =>
          offenders.add({ cells, sheet, row, index, column: name, type: base.type, reason }),
        )
      : newCells(cells, rows, file, column, offenders, sheet);
    const key = base?.id ?? `new_${++added}`;
    const type = base?.type ?? data.type;
    parquet.push({ name: key, data, type: type === 'JSON' ? 'VARCHAR' : type });
    return { id: base?.id ?? null, key, header, name, type, letter: columnLetters(index), wasRenamed };
  });
  return { rows: rows.length, parquet, columns: returned, warnings };
}

/** A new column has the type that its cells have; nothing but a formula without a result can be wrong with them. */
function newCells(
  cells: ColumnReader,
  rows: Uint32Array,
  { dialect }: SpreadsheetFile,
  { index, name }: PlacedColumn,
  offenders: Offenders,
  sheet: Sheet,
): ColumnData {
  const data = inferColumn(cells, rows, dialect);
  for (const row of cells.column?.formulas.size ? rows : []) {
    if (cells.kind(row) !== 0 || !cells.column?.formulas.has(row)) continue;
    const reason = 'is a formula whose result the file does not have';
    offenders.add({ cells, sheet, row, index, column: name, type: data.type, reason });
  }
  return data;
}

function positions(rows: Uint32Array): ColumnData {
  const values = BigInt64Array.from(rows, (row) => BigInt(row + 1));
  return { type: 'BIGINT', values, valid: new Uint8Array(rows.length).fill(1) };
}

function rowIds(sheet: Sheet, index: number, rows: Uint32Array, offenders: Offenders): ColumnData {
  const cells = new ColumnReader(sheet, sheet.columns[index] ?? null);
  const refuse = (row: number) =>
    offenders.add({ cells, sheet, row, index, column: ROW_ID, type: 'BIGINT', reason: 'is not a row id' });
  const data = castCells(cells, rows, { type: 'BIGINT' }, refuse) as Extract<ColumnData, { type: 'BIGINT' }>;
  for (const [at, row] of rows.entries()) {
    const id = data.values[at] ?? 0n;
    const isId = id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
    if (data.valid[at] === 1 && !isId) refuse(row);
  }
  return data;
}

function describe({ wanted, heading, rowId, missing }: LocatedTable, contents: Contents, path: string) {
  const { columns, rows, warnings } = contents;
  return {
    tableId: wanted.tableId,
    sheet: heading.sheet.name,
    path,
    columns,
    rowIdLetter: columnLetters(rowId),
    missing,
    rows,
    warnings,
  };
}

/** Where two tables point to the same headings, nothing says whose rows are below them. */
function refuseSharedSheets(found: readonly LocatedTable[]): void {
  const seen = new Map<string, LocatedTable>();
  for (const table of found) {
    const { sheet, row } = table.heading;
    const cell = cellAddress(row + 1, table.rowId);
    const other = seen.get(`${cell} ${sheet.name}`);
    if (other) {
      throw problem(
        'unmergeable-file',
        `Tables "${other.wanted.name}" and "${table.wanted.name}" both have the headings of sheet "${sheet.name}", at ${cell}.`,
        { members: { sheet: sheet.name, cell } },
      );
    }
    seen.set(`${cell} ${sheet.name}`, table);
  }
}

/** A sheet with none of the headings of its table has other data, such as that of another table, pasted over it. */
function refuseForeignHeadings(found: readonly LocatedTable[]): void {
  for (const { wanted, heading, columns, missing } of found) {
    const known = columns.filter(({ base }) => base !== null);
    if (known.length + missing.length === 0 || known.some(({ wasRenamed }) => !wasRenamed)) continue;
    const names = new Set(columns.map(({ name }) => name));
    const other = found.find(
      (one) => one.wanted !== wanted && one.wanted.columns.some(({ name }) => names.has(name)),
    );
    if (known.length > 0 && !other) continue;
    const { sheet, row } = heading;
    const whose = other ? `those of table "${other.wanted.name}"` : 'others';
    throw problem(
      'unmergeable-file',
      `Row ${row + 1} of sheet "${sheet.name}" has none of the headings of table "${wanted.name}", but ${whose}.`,
      { members: { sheet: sheet.name } },
    );
  }
}

function nothingFound({ sheets }: SpreadsheetFile, wanted: readonly WantedTable[]) {
  const list = (names: string[]) =>
    names
      .slice(0, 10)
      .map((name) => `"${name}"`)
      .join(', ') || 'none';
  const tables = list(wanted.map(({ name }) => name));
  return problem(
    'unmergeable-file',
    `The file has no sheet of ${tables}; its sheets are ${list(sheets.map(({ name }) => name))}.`,
  );
}
