import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';

/** Fewer fields may be a form, or a table below its title. */
const minFields = 40;
/** The least share of the cells that are fields over several columns. */
const minFieldShare = 2 / 3;
/** The least share of those that reach over the edges of others. */
const minCrossing = 1 / 5;
/** Fields in fewer rows may be a total or a remark of the table above them. */
const minAlike = 3;
/** Wider ones are titles. */
const widestField = 200;

/**
 * Whether a sheet is laid out like graph paper (方眼紙): its columns are only a grid, fields are drawn over as many of
 * them as each needs, and those below each other begin and end at different ones. So a column of the sheet does not
 * show which values belong together.
 */
export function isGraphPaper(cells: SheetCells): boolean {
  const { merges } = cells.sheet;
  if (merges.length < minFields) return false;
  const fields = merges.filter(
    ({ top, left, right }) => right > left && right - left < widestField && !cells.isBlank(top, left),
  );
  if (fields.length < minFields || fields.length < minFieldShare * cells.filledCount()) return false;
  const crosses = crossingWith(fields);
  return fields.filter(crosses).length >= minCrossing * fields.length;
}

/** Tells of a field whether others begin inside it and end behind it, or the other way round. */
function crossingWith(fields: readonly CellRange[]): (field: CellRange) => boolean {
  const farthestRight = new Map<number, number>();
  const farthestLeft = new Map<number, number>();
  for (const { left, right } of recurring(fields)) {
    farthestRight.set(left, Math.max(farthestRight.get(left) ?? right, right));
    farthestLeft.set(right, Math.min(farthestLeft.get(right) ?? left, left));
  }
  return ({ left, right }) => {
    for (let column = left; column <= right; column++) {
      if (column > left && (farthestRight.get(column) ?? right) > right) return true;
      if (column < right && (farthestLeft.get(column) ?? left) < left) return true;
    }
    return false;
  };
}

/** Those that several rows have over the same columns. */
function recurring(fields: readonly CellRange[]): CellRange[] {
  const columnsOf = ({ left, right }: CellRange) => `${left} ${right}`;
  const counts = new Map<string, number>();
  for (const field of fields) counts.set(columnsOf(field), (counts.get(columnsOf(field)) ?? 0) + 1);
  return fields.filter((field) => (counts.get(columnsOf(field)) ?? 0) >= minAlike);
}
