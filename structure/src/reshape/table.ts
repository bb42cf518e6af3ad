import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';

/** A position in the sheet, counted from 0. */
interface CellPlace {
  row: number;
  column: number;
}

/** A value and its position in the sheet; null where no cell of the sheet has it. */
export interface TableCell {
  readonly text: string;
  readonly source: CellPlace | null;
}

/**
 * One header over rows of equal width. Reshaping creates another view of the same cells, so nothing is copied
 * and every cell keeps its source.
 */
export interface Table {
  readonly header: readonly TableCell[];
  /** The rows of a header of several rows or of none, where they may be fields of records written downwards. */
  readonly headerLines?: readonly (readonly TableCell[])[] | undefined;
  readonly rowCount: number;
  cell(row: number, column: number): TableCell;
}

/** The first rows of a table: enough to see its shape. */
export interface TableSample extends Pick<Table, 'header' | 'headerLines'> {
  readonly rows: readonly (readonly TableCell[])[];
  /** Whether these are all of its rows. */
  readonly whole: boolean;
}

const maxSampledRows = 2000;
const minSampledRows = 100;
/** Wide tables need fewer rows: every hypothesis reads all of these cells. */
const maxSampledCells = 100_000;

export const blankCell: TableCell = { text: '', source: null };

export const isBlank = (cell: TableCell | undefined) => cell === undefined || cell.text.trim() === '';

/** A cell that is not in the sheet, such as the name of a new column. */
export const namedCell = (text: string): TableCell => ({ text, source: null });

/**
 * The table in a range of a sheet; header rows are joined downwards, and an upper label extends over the
 * blanks beside it.
 */
export function tableOf(grid: CellGrid, range: CellRange, headerRows: number): Table {
  const cellAt = (row: number, column: number): TableCell => ({
    text: grid.text(row, range.left + column),
    source: { row, column: range.left + column },
  });
  const columns = range.right - range.left + 1;
  const headerLines = Array.from({ length: headerRows }, (_, level) =>
    Array.from({ length: columns }, (_, column) => cellAt(range.top + level, column)),
  );
  const firstRow = range.top + headerRows;
  return {
    header: joinHeader(headerLines, columns),
    rowCount: range.bottom - firstRow + 1,
    cell: (row, column) => cellAt(firstRow + row, column),
  };
}

export function rowOf(table: Table, row: number): TableCell[] {
  return table.header.map((_, column) => table.cell(row, column));
}

/** The columns that stay in place when others are moved. */
export function columnsBut(table: Table, moved: readonly number[]): number[] {
  return table.header.map((_, column) => column).filter((column) => !moved.includes(column));
}

export function sampleTable(table: Table): TableSample {
  const affordable = Math.max(minSampledRows, Math.floor(maxSampledCells / table.header.length));
  const length = Math.min(table.rowCount, maxSampledRows, affordable);
  return {
    header: table.header,
    headerLines: table.headerLines,
    rows: Array.from({ length }, (_, row) => rowOf(table, row)),
    whole: length === table.rowCount,
  };
}

function joinHeader(lines: readonly TableCell[][], columns: number): TableCell[] {
  const reaching = lines.map((line, level) => (level < lines.length - 1 ? reachOver(line) : line));
  return Array.from({ length: columns }, (_, column) => {
    const labels = reaching.map((line) => line[column] ?? blankCell).filter((cell) => !isBlank(cell));
    const distinct = labels.filter((cell, at) => at === 0 || cell.text !== labels[at - 1]?.text);
    return {
      text: distinct.map((cell) => cell.text.trim()).join(' '),
      source: labels.at(-1)?.source ?? lines.at(-1)?.[column]?.source ?? null,
    };
  });
}

function reachOver(line: readonly TableCell[]): TableCell[] {
  let last = blankCell;
  return line.map((cell) => {
    if (!isBlank(cell)) last = cell;
    return last;
  });
}
