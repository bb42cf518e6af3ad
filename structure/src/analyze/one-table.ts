import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensLikeNote, opensWithTotal } from '../lines/line-vocabulary.js';
import { labelRows } from '../reshape/subtitle.js';
import { rowOf, type Table, tableOf } from '../reshape/table.js';
import type { SheetCells } from '../sheet-cells.js';
import { namesTotal } from '../total-vocabulary.js';
import { proposePlan } from './propose-plan.js';
import { isRecordList } from './record-list.js';
import type { StudiedSheet } from './studied-sheet.js';

/** Names of columns are seldom the same. */
const maxDistinct = 0.7;

/** A sheet that is exactly one table, with a header in its first row. */
interface OneTable {
  roles: LineRole[];
  /** Whether all its rows but the first are records, so that none of them is more of the header. */
  isList: boolean;
  /** Whether its rows are records, among which no row is computed from others. */
  isOfRecords: boolean;
  /** Whether each row is a field, so that rows of words stand between rows of numbers and head nothing. */
  isOfFields: boolean;
}

/**
 * The one table of a sheet whose shape plainly shows what its rows are. Undefined for all others: their lines
 * need classification.
 */
export function readOneTable(
  { cells, grid, dialect }: StudiedSheet & { grid: CellGrid },
  range: CellRange,
): OneTable | undefined {
  const isList = isRecordList(cells, grid, range, dialect);
  if (!isList && (!isOneBlock(cells, range) || saysMore(cells, range))) return undefined;
  const table = tableOf(grid, range, 1);
  const { steps } = proposePlan(table);
  if (steps.length === 0 && !isList) return undefined;
  const roles = new Array<LineRole>(range.bottom + 1).fill('data');
  roles[range.top] = 'header';
  for (const step of steps) {
    if (step.operator === 'subtitle' && !isList)
      for (const row of labelRows(table, step.column)) roles[range.top + 1 + row] = 'group';
  }
  // Figures side by side and labels for several rows may be a report with its results; lists in a cell never are.
  const isOfRecords = steps.some(({ operator }) => operator === 'explode' || operator === 'transpose');
  const isTransposed = steps.some(({ operator }) => operator === 'transpose');
  return { roles, isList, isOfRecords, isOfFields: isTransposed && hasRowOfValues(table) };
}

/** Whether some row has words of which several are the same: values of one field, and not names of columns. */
function hasRowOfValues(table: Table): boolean {
  for (let row = 0; row < table.rowCount; row++) {
    const texts = rowOf(table, row)
      .slice(1)
      .map(({ text }) => text.trim())
      .filter(Boolean);
    const areWords = texts.every((text) => /\p{L}/u.test(text));
    if (areWords && texts.length > 2 && new Set(texts).size < maxDistinct * texts.length) return true;
  }
  return false;
}

/**
 * Whether rows are consecutive from A1, and the first one names every column except perhaps that of the row
 * labels.
 */
function isOneBlock(cells: SheetCells, range: CellRange): boolean {
  const { top, left, bottom, right } = range;
  const names = cells.filledInRow(top, { ...range, left: left + 1 });
  return (
    top === 0 &&
    left === 0 &&
    names.length === right &&
    (right > 1 || !cells.isBlank(top, left)) &&
    cells.sheet.merges.length === 0 &&
    cells.filledRows(range).length === bottom + 1
  );
}

/** Whether some row is a total, a note, or the header again. */
function saysMore(cells: SheetCells, range: CellRange): boolean {
  const { top } = range;
  const [corner = range.left, ...others] = cells.filledInRow(top, range);
  const isHeader = (row: number) =>
    row > top &&
    others.length > 0 &&
    others.every((column) => cells.text(row, column) === cells.text(top, column));
  return cells.filledRows(range).some((row) => {
    const label = cells.text(row, cells.firstFilled(row, range) ?? 0);
    const isCorner = label === cells.text(top, corner);
    return opensWithTotal(label) || namesTotal(label) || opensLikeNote(label) || (isCorner && isHeader(row));
  });
}
