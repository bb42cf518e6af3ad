import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import { explainsMark, opensLikeNote, opensWithFootnoteMark } from '../lines/line-vocabulary.js';
import { filledCells } from '../regions/header-evidence.js';
import type { SheetRegion } from '../regions/region.js';

/** Records filled like a row, so that it is one of them. */
const minAlike = 2;
/** Records of a table that a row with a label below it may be one more of. */
const minLabelled = 3;
/** Rows at the end of a table that are looked at. */
const maxLooked = 200;

/**
 * Joins the texts right below a table to it where they are filled like records of it: at the end of a plan that has one task below
 * the other, only the first of which names what they are for, a task is no note. A text in the first column may be one.
 */
export function adoptLastRecords(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const adopted = new Set<SheetRegion>();
  const tables = regions.map((table) => {
    if (table.kind !== 'data' || table.fields) return table;
    const below = regions.filter(
      ({ range }) => range.top === table.range.bottom + 1 && overlaps(range, table.range),
    );
    const [note, ...others] = below;
    if (!note || others.length > 0 || note.kind !== 'note' || !areRecords(grid, table, note.range))
      return table;
    adopted.add(note);
    const { top, bottom } = note.range;
    const roles = table.roles.map((role, row) => (row >= top && row <= bottom ? 'data' : role));
    return { ...table, range: { ...table.range, bottom }, roles };
  });
  return tables.filter((_, at) => !adopted.has(regions[at] as SheetRegion));
}

const overlaps = (one: CellRange, other: CellRange) => one.left <= other.right && other.left <= one.right;

function areRecords(grid: CellGrid, { range, roles }: SheetRegion, note: CellRange): boolean {
  if (note.left < range.left || note.right > range.right) return false;
  if (note.left === range.left) return areLabelled(grid, { range, roles }, note);
  const counts = new Map<string, number>();
  for (let row = Math.max(range.top, range.bottom - maxLooked); row <= range.bottom; row++) {
    const filled = String(filledCells(grid, row, range));
    if (roles[row] === 'data') counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  for (let row = note.top; row <= note.bottom; row++) {
    const filled = filledCells(grid, row, range);
    const isRemark = filled.some((column) => isNote(grid.text(row, column)));
    // Of lone texts in other columns than that of most, the names of what comes below may be without any of it.
    const isLikeOthers = (counts.get(String(filled)) ?? 0) >= minAlike;
    if (filled.length === 0 || isRemark || (row === note.top && !isLikeOthers) || !isLikeSome(counts, filled))
      return false;
  }
  return true;
}

/** Whether each row has a label where the records have theirs and a value in a column with a name, of which a remark has none. */
function areLabelled(
  grid: CellGrid,
  { range, roles }: Pick<SheetRegion, 'range' | 'roles'>,
  note: CellRange,
): boolean {
  const header = range.top;
  const records = roles.slice(header, range.bottom + 1).filter((role) => role === 'data').length;
  // What stands right above another table is about that one.
  const isLast = filledCells(grid, note.bottom + 1, range).length === 0;
  if (roles[header] !== 'header' || records < minLabelled || !isLast) return false;
  for (let row = note.top; row <= note.bottom; row++) {
    const [label, ...values] = filledCells(grid, row, range);
    const text = grid.text(row, label ?? range.left).trim();
    const isNamed =
      values.length > 0 &&
      values.every((column) => !grid.isEmpty(header, column) && grid.text(row, column).trim() !== text);
    if (label !== range.left || !isNamed || isNote(text) || text.endsWith(':')) return false;
  }
  return true;
}

const isLikeSome = (counts: ReadonlyMap<string, number>, filled: readonly number[]) =>
  counts.has(String(filled));

const isNote = (text: string) => opensLikeNote(text) || opensWithFootnoteMark(text) || explainsMark(text);
