import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { Message } from '@workbook-data-service/sheets/messages';
import type { CellGrid } from '../../cell-grid.js';
import { evidenceOfLines, type LineEvidence } from '../../lines/classify-lines.js';
import type { CellAddress, RegionSpec } from '../../parse-spec.js';
import type { ReadingParams } from '../../reading-messages.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { Sign } from './doubt-costs.js';

/** Something about a table that is seen more often where a table came out wrong. */
export interface Doubt {
  sign: Sign;
  said: Message;
  /** The first row that shows it, if it is about rows. */
  row?: number;
  /** The column, if it is about a cell. */
  column?: number;
}

/** What may be doubted, whether it is, and the first row or cell that shows it. */
export type Checked = {
  [Each in Sign]: [
    sign: Each,
    holds: boolean,
    params: ReadingParams[Each],
    where?: number | CellAddress | undefined,
  ];
}[Sign][];

/** A sheet as far as it tells about one of its tables. */
export interface SheetSurvey {
  regions: readonly RegionSpec[];
  tables: number;
  hasTableLikeText: boolean;
  /** Missing where the shape of the sheet showed what its rows are. */
  grid: CellGrid | undefined;
}

/** Longer and wider tables show their doubts in the first of their rows and columns. */
const maxRows = 1000;
export const maxColumns = 200;

export const narrowed = (range: CellRange): CellRange => ({
  ...range,
  right: Math.min(range.right, range.left + maxColumns - 1),
});

/** The rows of a table that are neither header nor heading. */
export function bodyOf(cells: SheetCells, { range, headerRows, rowRoles }: RegionSpec): number[] {
  const others = new Set([...headerRows, ...rowRoles.group]);
  const bottom = Math.min(range.bottom, range.top + maxRows);
  return cells.filledRows({ ...range, bottom }).filter((row) => !others.has(row));
}

/** The header rows at the top, without those repeated further down. */
export function topHeader(headerRows: readonly number[]): readonly number[] {
  const end = headerRows.findIndex((row, at) => row !== (headerRows[0] ?? 0) + at);
  return end < 0 ? headerRows : headerRows.slice(0, end);
}

/** Whether the columns are named by the header of another table, further up. */
export const isShared = ({ top }: CellRange, headerRows: readonly number[]) =>
  headerRows[0] !== undefined && headerRows[0] < top;

/** What the lines of a table tell: beside others it is seen by itself, since they share its lines. */
export function evidenceAbout(
  { range }: RegionSpec,
  { grid, tables }: SheetSurvey,
): LineEvidence | undefined {
  if (!grid) return undefined;
  return tables > 1 ? evidenceOfLines(grid.part(range), range.top) : evidenceOfLines(grid);
}
