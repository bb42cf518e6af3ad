import { placeOf } from '../core/cell-place.js';
import { CellKind, type CellRange, type GridColumn, type Sheet } from '../grid/grid.js';

/** Numbers between these may be years, and so head columns. */
const [firstYear, lastYear] = [1900, 2100];

/**
 * A sheet whose labels centred across blank cells (in Excel: Center Across Selection) are merged with them, as people see
 * them. Merged cells stay as they are.
 */
export function mergeCentredAcross(sheet: Sheet): Sheet {
  if (!sheet.styles.some(({ align }) => align === 'centerContinuous')) return sheet;
  const merged = new Set(sheet.merges.map(({ top, left }) => placeOf(top, left)));
  const spans = sheet.columns.flatMap((cells, column) =>
    cells ? spansFrom(sheet, cells, column, merged) : [],
  );
  return spans.length === 0 ? sheet : { ...sheet, merges: [...sheet.merges, ...spans] };
}

function spansFrom(sheet: Sheet, cells: GridColumn, left: number, merged: ReadonlySet<number>): CellRange[] {
  const spans: CellRange[] = [];
  for (let at = 0; at < cells.kinds.length; at++) {
    const row = cells.firstRow + at;
    if (!isCentredAcross(sheet, cells, row) || !mayHead(cells, at)) continue;
    let right = left;
    while (isBlankCentredAcross(sheet, row, right + 1)) right++;
    if (right > left && !merged.has(placeOf(row, left))) spans.push({ top: row, left, bottom: row, right });
  }
  return spans;
}

const isCentredAcross = ({ styles }: Sheet, cells: GridColumn, row: number) =>
  styles[cells.styles?.[row - cells.firstRow] ?? 0]?.align === 'centerContinuous';

function isBlankCentredAcross(sheet: Sheet, row: number, column: number): boolean {
  const cells = sheet.columns[column];
  return (
    !!cells &&
    cells.kinds[row - cells.firstRow] === CellKind.empty &&
    !cells.formulas.has(row) &&
    isCentredAcross(sheet, cells, row)
  );
}

/** A number beside a missing one is not meant for both. */
function mayHead({ kinds, values }: GridColumn, at: number): boolean {
  const [kind, value] = [kinds[at], values[at] ?? 0];
  if (kind === CellKind.number) return value >= firstYear && value <= lastYear && Number.isInteger(value);
  return kind === CellKind.text || kind === CellKind.date;
}
