import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { cellAddress, columnLetters } from '@workbook-data-service/sheets/addresses';
import { type ColumnData, ColumnReader, inferColumn } from '@workbook-data-service/sheets/columns';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { type ColumnType, ROW_ID, sayOfValue } from '@workbook-data-service/sheets/values';
import { problem } from '../../core/problems.js';
import { branchOf, HeadingNames } from '../file-identity.js';
import { readNamesOfWorkbook, readStoredWorkbook } from '../read-file.js';
import { type ParquetColumn, writeParquet } from '../write-parquet.js';
import { castCells } from './cast-cells.js';
import { ColumnReadings } from './column-readings.js';
import { findHeadingRow, type HeadingRow, tableOfCsv } from './find-heading-row.js';
import { IgnoredEdits } from './ignored-edits.js';
import { mergedRows } from './merged-rows.js';
import { Offenders, refuseOffenders } from './offenders.js';
import { type PlacedColumn, type PlacedColumns, placeColumns } from './place-columns.js';
import type {
  CellReadings,
  FileIdentity,
  OnUnreadable,
  RequestedTable,
  ReturnedColumn,
  ReturnedFile,
  ReturnedTable,
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
  wanted: readonly RequestedTable[];
  onUnreadable: OnUnreadable;
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
  const tables = found.map((table) => ({ table, contents: readContents(file, table) }));
  const ids = tables.map(({ contents }) => contents.wrongIds);
  const cells = tables.map(({ contents }) => contents.unread);
  if (request.onUnreadable === 'skip') refuseOffenders(ids);
  else
    refuseOffenders(
      tables.flatMap((_, at) => [ids[at], cells[at]] as Offenders[]),
      say('fix-unreadable-cells'),
    );
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
  const present = new Set(written.map(({ tableId }) => tableId));
  const absent = request.wanted.map(({ tableId }) => tableId).filter((id) => !present.has(id));
  return { ...identityOf(file), tables: written, absent };
}

interface LocatedTable extends PlacedColumns {
  wanted: RequestedTable;
  heading: HeadingRow;
}

function locate(file: SpreadsheetFile, wanted: RequestedTable, names: HeadingNames): LocatedTable[] {
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
  /** Nothing can be merged with these. */
  wrongIds: Offenders;
  unread: Offenders;
  readings: CellReadings[];
  warnings: Message[];
}

function readContents(file: SpreadsheetFile, table: LocatedTable): Contents {
  const { wanted, heading, rowId, columns, unwritten } = table;
  const { sheet } = heading;
  const { rows, warnings } = mergedRows(wanted, heading, table, file);
  const [wrongIds, unread] = [new Offenders(), new Offenders()];
  const parquet: ParquetColumn[] = [
    { name: 'position', data: positions(rows) },
    { name: 'row_id', data: rowIds(sheet, rowId, rows, file, wrongIds) },
  ];
  const readings: CellReadings[] = [];
  let added = 0;
  const returned = columns.map((column): ReturnedColumn => {
    const { base, index, header, name, wasRenamed } = column;
    const key = base?.id ?? `new_${++added}`;
    const { data, unreadRows, read } = readCells(file, sheet, rows, column, unread);
    const type = base?.type ?? data.type;
    parquet.push({ name: key, data, type: type === 'JSON' ? 'VARCHAR' : type });
    if (unreadRows.size > 0) parquet.push({ name: `unread_${key}`, data: marks(rows, unreadRows) });
    if (read) readings.push(read);
    return {
      id: base?.id ?? null,
      key,
      header,
      name,
      type,
      letter: columnLetters(index),
      wasRenamed,
      unread: unreadRows.size > 0 ? `unread_${key}` : null,
    };
  });
  const typed = new IgnoredEdits(sheet, rows, file.dialect);
  for (const { base, index } of unwritten) {
    const { id, type } = base;
    parquet.push({ name: id, data: typed.read(base, index), type: type === 'JSON' ? 'VARCHAR' : type });
  }
  return {
    rows: rows.length,
    parquet,
    columns: returned,
    wrongIds,
    unread,
    readings,
    warnings: [...warnings, ...typed.warnings()],
  };
}

interface ReadCells {
  data: ColumnData;
  /** The sheet rows of cells that could not be read. */
  unreadRows: Set<number>;
  read: CellReadings | undefined;
}

function readCells(
  file: SpreadsheetFile,
  sheet: Sheet,
  rows: Uint32Array,
  { base, index, name }: PlacedColumn,
  unread: Offenders,
): ReadCells {
  const cells = new ColumnReader(sheet, sheet.columns[index] ?? null);
  const unreadRows = new Set<number>();
  const refused = (type: ColumnType) => (row: number, reason: Message) => {
    unreadRows.add(row);
    unread.add({ cells, sheet, row, index, column: name, type, reason });
  };
  if (!base) return { data: newCells(cells, rows, file, refused), unreadRows, read: undefined };
  const readings = new ColumnReadings(name, base.type, index);
  const { type, guarded } = base;
  const isEmptyText = (row: number) => sheet.hasEmptyText?.(row, index) ?? false;
  const data = castCells(cells, rows, { type, guarded, isEmptyText }, file.dialect, {
    refused: refused(type),
    read: (row, text, value) => readings.add(row, text, value),
  });
  return { data, unreadRows, read: readings.list() };
}

/** A new column has the type that its cells have; nothing but a formula without a result can be wrong with them. */
function newCells(
  cells: ColumnReader,
  rows: Uint32Array,
  { dialect }: SpreadsheetFile,
  refused: (type: ColumnType) => (row: number, reason: Message) => void,
): ColumnData {
  const data = inferColumn(cells, rows, dialect);
  for (const row of cells.column?.formulas.size ? rows : []) {
    if (cells.kind(row) !== 0 || !cells.column?.formulas.has(row)) continue;
    refused(data.type)(row, sayOfValue('cell-formula-unresolved'));
  }
  return data;
}

function marks(rows: Uint32Array, marked: ReadonlySet<number>): ColumnData {
  const values = Uint8Array.from(rows, (row) => Number(marked.has(row)));
  return { type: 'BOOLEAN', values, valid: new Uint8Array(rows.length).fill(1) };
}

function positions(rows: Uint32Array): ColumnData {
  const values = BigInt64Array.from(rows, (row) => BigInt(row + 1));
  return { type: 'BIGINT', values, valid: new Uint8Array(rows.length).fill(1) };
}

function rowIds(
  sheet: Sheet,
  index: number,
  rows: Uint32Array,
  { dialect }: SpreadsheetFile,
  wrong: Offenders,
): ColumnData {
  const cells = new ColumnReader(sheet, sheet.columns[index] ?? null);
  const refused = (row: number) =>
    wrong.add({
      cells,
      sheet,
      row,
      index,
      column: ROW_ID,
      type: 'BIGINT',
      reason: sayOfValue('cell-not-row-id'),
    });
  const data = castCells(cells, rows, { type: 'BIGINT' }, dialect, { refused }) as Extract<
    ColumnData,
    { type: 'BIGINT' }
  >;
  for (const [at, row] of rows.entries()) {
    const id = data.values[at] ?? 0n;
    const isId = id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
    if (data.valid[at] === 1 && !isId) refused(row);
  }
  return data;
}

function describe(
  { wanted, heading, rowId, unwritten, missing }: LocatedTable,
  { columns, rows, unread, readings, warnings }: Contents,
  path: string,
): ReturnedTable {
  return {
    tableId: wanted.tableId,
    sheet: heading.sheet.name,
    path,
    columns,
    rowIdLetter: columnLetters(rowId),
    unwritten: unwritten.map(({ base: { id, type }, index }) => ({ id, type, letter: columnLetters(index) })),
    missing,
    rows,
    readings,
    skipped: unread.list(),
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
        say('headings-shared', {
          first: other.wanted.name,
          second: table.wanted.name,
          sheet: sheet.name,
          cell,
        }),
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
      say('headings-of-other', { row: row + 1, sheet: sheet.name, table: wanted.name, whose }),
      { members: { sheet: sheet.name } },
    );
  }
}

function nothingFound({ sheets }: SpreadsheetFile, wanted: readonly RequestedTable[]) {
  const list = (names: string[]) =>
    names
      .slice(0, 10)
      .map((name) => `"${name}"`)
      .join(', ') || 'none';
  const tables = list(wanted.map(({ name }) => name));
  return problem(
    'unmergeable-file',
    say('sheets-missing', { tables, sheets: list(sheets.map(({ name }) => name)) }),
  );
}
