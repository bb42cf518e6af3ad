import { FilledKeys, filledDownColumns } from '../../key-columns.js';
import { keyText } from '../../materialize/label-text.js';
import type { RegionSpec } from '../../parse-spec.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../../sheet-cells.js';
import { namesTotal } from '../../total-vocabulary.js';

/** Longer tables are lists, whose labels are those of records. */
const maxRows = 2000;

/**
 * The rows beside the label of a total that is merged over several, or stands in the block of its borders: `合計` of `小学部`,
 * `中学部` and `高等部`. They add up the rows of the same name in the other blocks, whichever of them the label stands in.
 */
export function rowsBesideTotals(
  cells: SheetCells,
  region: RegionSpec,
  bodyRows: readonly number[],
): readonly number[] {
  const columns = filledDownColumns(region);
  const hasOwnLabels = columns.length > 0 && columns.length < region.headerColumns;
  if (!hasOwnLabels || bodyRows.length > maxRows) return [];
  const isBordered = region.steps.some((step) => step.operator === 'ffill' && step.within === 'borders');
  const keys = new FilledKeys(cells, region, bodyRows);
  return columns.flatMap((column) => {
    const blocks = new Map<number, number[]>();
    for (const row of bodyRows) {
      const place = keys.place(row, column);
      blocks.set(place, [...(blocks.get(place) ?? []), row]);
    }
    return [...blocks].flatMap(([place, rows]) => {
      const isOver =
        rows.length > 1 && (isBordered || cells.isMergedDown(rowOfPlace(place), columnOfPlace(place)));
      return isOver && 2 * rows.length < bodyRows.length && namesTotal(keyText(cells, keys, place) ?? '')
        ? rows
        : [];
    });
  });
}
