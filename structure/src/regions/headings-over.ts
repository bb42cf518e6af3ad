import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensLikeNote, opensWithTotal } from '../lines/line-vocabulary.js';
import { filledCells, loneText } from './header-evidence.js';

/** Lines above a header that head its table: a title, a unit, a date. */
export const maxHeadings = 4;

/** The lines right above a header that head its table, from below upwards; one blank row may be between them and the header. */
export function headingsOver(grid: CellGrid, roles: readonly LineRole[], header: number): number[] {
  const rows: number[] = [];
  let row = header - 1;
  if (roles[row] === 'empty') row--;
  while (rows.length < maxHeadings && isHeading(grid, roles, row)) rows.push(row--);
  return rows;
}

function isHeading(grid: CellGrid, roles: readonly LineRole[], row: number): boolean {
  const role = roles[row];
  if (role === undefined || role === 'empty') return false;
  const isBelowBlank = roles[row - 1] === 'empty';
  const text = loneText(grid, row);
  if (text === undefined)
    return role === 'metadata' || (role === 'group' && isBelowBlank && areTexts(grid, row));
  // A remark goes on below its first line: `(注)1. …`, `2. …`.
  if (role === 'notes' && roles[row - 1] === 'notes' && headingMark(text) === 'number') return false;
  // `Total emissions` below a blank row says what a table is about, unlike `Total` or a total right below its parts.
  const namesWhatIsTotalled = isBelowBlank && text.trim().split(/\s+/).length > 1;
  return !opensLikeNote(text) && (!opensWithTotal(text) || namesWhatIsTotalled);
}

/** Whether a row has nothing but texts: the headings of tables beside each other. */
const areTexts = (grid: CellGrid, row: number) =>
  filledCells(grid, row).every((column) => grid.kind(row, column) === Kind.text);

/** What a heading is marked with; all numbers are one mark. */
export function headingMark(heading = ''): string | undefined {
  const [, symbol, number] = /^[\s　]*(?:([■□◆◇●○▲▼★☆◎【《〈])|(?:第|表|table )?(\d))/i.exec(heading) ?? [];
  return symbol ?? (number && 'number');
}
