import type { RegionSpec } from '../../core/parse-spec.js';
import type { ReshapeStep } from '../reshape/plan.js';
import type { SheetCells } from '../sheet-cells.js';

/** Fewer blanks are just unknown values. */
const leastBlank = 0.15;

/**
 * Whether key columns leave blank what a row above states. Groups may nest: a column goes with those before
 * it if it has a label wherever they have one.
 */
export function findBlanksBelow(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
): ReshapeStep | undefined {
  let last = -1;
  for (const [at, { source }] of region.columns.entries()) {
    if (at >= region.headerColumns) break;
    const outer = at > 0 ? region.columns[at - 1]?.source : undefined;
    const isLabelled = (row: number) => !cells.isBlank(row, source);
    const labelled = rows.filter(isLabelled);
    const blank = rows.length - labelled.length;
    if (rows[0] === undefined || !isLabelled(rows[0]) || blank < leastBlank * rows.length) break;
    const nests =
      outer === undefined ||
      rows.every(
        (row) => cells.isBlank(row, outer) || isLabelled(row) || region.rowRoles.derived.includes(row),
      );
    // A label without other keys beside it is a heading and not the first row of its group.
    const next = region.columns[at + 1];
    const besides = labelled.filter((row) => next && !cells.isBlank(row, next.source));
    if (!nests || !next || besides.length < 0.7 * labelled.length) break;
    last = at;
  }
  if (last < 0 || (last === region.headerColumns - 1 && !isGroupBeforeValues(cells, region, rows)))
    return undefined;
  region.reasons.push('Blank cells below a label mean the same label.');
  return { operator: 'ffill', last };
}

/** The only key column is filled down where merged cells show it. */
function isGroupBeforeValues(cells: SheetCells, region: RegionSpec, rows: readonly number[]): boolean {
  const column = region.columns[region.headerColumns - 1]?.source;
  return cells.sheet.merges.some(
    ({ top, bottom, left }) => left === column && bottom > top && rows.includes(top) && rows.includes(bottom),
  );
}
