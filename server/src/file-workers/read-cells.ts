import { say } from '@workbook-data-service/contract/messages';
import type { FileFormat } from '@workbook-data-service/sheets';
import { type CellRange, cellAddress, placeOf } from '@workbook-data-service/sheets/addresses';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { CellKind, plainStyle, type Sheet } from '@workbook-data-service/sheets/grid';
import { parseRange, rangeProblem, sizeOf } from '../core/cell-ranges.js';
import { fieldError, problem } from '../core/problems.js';
import { type KnownFile, readLastFile } from './last-file.js';
import { looksOf, type SheetLooks, StylesInUse, shownText } from './sheet-looks.js';

export interface ReadCellsRequest extends KnownFile {
  /** By default the first sheet. */
  sheet?: string | undefined;
  /** By default the start of the used range. */
  range?: string | undefined;
  /** Whether styles, merges, widths and shown texts are wanted too. */
  looks?: boolean | undefined;
}

export interface RawCells {
  format: FileFormat;
  sheets: string[];
  sheet: string;
  /** Null for a blank sheet. */
  usedRange: CellRange | null;
  range: CellRange;
  /** Row by row; blank cells are left out. */
  cells: RawCell[];
  /** Where they were asked for. */
  looks?: SheetLooks;
}

export type RawValue = string | number | boolean;

interface RawCell {
  cell: string;
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error';
  value: RawValue;
  formula?: string;
  format?: string;
  /** As the number format shows it. */
  text?: string;
  /** A position among the styles of the looks. */
  style?: number;
}

const FIRST_ROWS = 100;
const FIRST_COLUMNS = 50;
const MAX_CELLS = 10_000;
const A1: CellRange = { top: 1, left: 0, bottom: 1, right: 0 };

/** The raw cells of a file, before interpretation. */
export async function readCells(request: ReadCellsRequest): Promise<RawCells> {
  const { format, sheets } = await readLastFile(request);
  const sheet = request.sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === request.sheet);
  if (!sheet) throw noSuchSheet(sheets);
  const usedRange = usedRangeOf(sheet);
  const range = request.range === undefined ? startOf(usedRange ?? A1) : boundedRange(request.range);
  return {
    format,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
    usedRange,
    range,
    ...(request.looks ? cellsWithLooks(sheet, range) : { cells: cellsOf(sheet, range) }),
  };
}

function cellsWithLooks(sheet: Sheet, range: CellRange): Pick<RawCells, 'cells' | 'looks'> {
  const styles = new StylesInUse(sheet);
  const filled = new Set<number>();
  const cells = cellsOf(sheet, range, (reader, row, column) => {
    filled.add(placeOf(row, column));
    const text = shownText(reader, row);
    const style = styles.at(row, column);
    return { ...(text !== undefined && { text }), ...(style !== undefined && { style }) };
  });
  return { cells, looks: looksOf(sheet, range, styles, (row, column) => filled.has(placeOf(row, column))) };
}

function noSuchSheet(sheets: Sheet[]) {
  if (sheets.length === 0) return problem('empty-file', say('file-no-worksheet'));
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  return problem('invalid-request', say('file-lacks-that-sheet', { sheets: names }), {
    members: { errors: [fieldError('/sheet', say('sheet-not-in-file'))] },
  });
}

function usedRangeOf({ columns, rowCount }: Sheet): CellRange | null {
  const used = columns.flatMap((column, index) => (column ? [{ index, firstRow: column.firstRow }] : []));
  const [first] = used;
  if (!first || rowCount === 0) return null;
  return {
    top: used.reduce((least, { firstRow }) => Math.min(least, firstRow), rowCount) + 1,
    left: first.index,
    bottom: rowCount,
    right: columns.length - 1,
  };
}

function startOf({ top, left, bottom, right }: CellRange): CellRange {
  return {
    top,
    left,
    bottom: Math.min(bottom, top + FIRST_ROWS - 1),
    right: Math.min(right, left + FIRST_COLUMNS - 1),
  };
}

function boundedRange(text: string): CellRange {
  const range = parseRange(text);
  const { rows, columns } = sizeOf(range);
  if (rows * columns > MAX_CELLS)
    throw rangeProblem(say('range-shown-at-once', { rows, columns, max: MAX_CELLS }));
  return range;
}

/** `more` says what else is wanted of a filled cell, row and column counted from 0. */
function cellsOf(
  sheet: Sheet,
  { top, left, bottom, right }: CellRange,
  more: (reader: ColumnReader, row: number, column: number) => Pick<RawCell, 'text' | 'style'> = () => ({}),
): RawCell[] {
  const cells: RawCell[] = [];
  const readers = sheet.columns.slice(left, right + 1).map((column) => new ColumnReader(sheet, column));
  for (let row = top; row <= Math.min(bottom, sheet.rowCount); row++) {
    readers.forEach((reader, index) => {
      const cell = cellOf(reader, row - 1);
      if (cell)
        cells.push({ cell: cellAddress(row, left + index), ...cell, ...more(reader, row - 1, left + index) });
    });
  }
  return cells;
}

/** The value of one cell, row and column counted from 0; null if it is blank. */
export function rawValueAt(sheet: Sheet, row: number, column: number): RawValue | null {
  const reader = new ColumnReader(sheet, sheet.columns[column] ?? null);
  return cellValue(reader, row)?.value ?? null;
}

/** A cell by row, counted from 0; undefined if it is blank. */
function cellOf(reader: ColumnReader, row: number): Omit<RawCell, 'cell'> | undefined {
  const value = cellValue(reader, row);
  const formula = reader.column?.formulas.get(row);
  if (!value && formula === undefined) return undefined;
  const format = reader.numberFormat(row);
  return {
    // A formula whose result was never saved.
    ...(value ?? { kind: 'text', value: '' }),
    ...(formula !== undefined && { formula: `=${formula}` }),
    ...(format !== plainStyle.numberFormat && { format }),
  };
}

function cellValue(reader: ColumnReader, row: number): Pick<RawCell, 'kind' | 'value'> | undefined {
  switch (reader.kind(row)) {
    case CellKind.text:
      return { kind: 'text', value: reader.text(row) };
    case CellKind.number:
      return { kind: 'number', value: reader.number(row) };
    case CellKind.boolean:
      return { kind: 'boolean', value: reader.number(row) === 1 };
    case CellKind.date:
      return { kind: 'date', value: reader.rendered(row) ?? '' };
    case CellKind.error:
      return { kind: 'error', value: reader.text(row) };
    default:
      return undefined;
  }
}
