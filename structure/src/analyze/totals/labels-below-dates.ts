import { readsAsDate } from '../../lines/line-vocabulary.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { namesTotal } from '../../total-vocabulary.js';

const maxLabels = 5;
const minRecords = 2;
/** Cells that every record has, and a total has not. */
const minMore = 2;

/**
 * The rows below all others with a label where these have a date, one of which is called a total: `Page total | | | 2:50` and
 * `Brought forward | | | 41:20`, whose hours no number confirms.
 */
export function labelsBelowDates(
  cells: SheetCells,
  { range, columns }: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  const column = columns[0]?.source ?? range.left;
  const closing = rows.slice(-maxLabels - 1);
  const last = closing.findLastIndex((row) => readsAsDate(cells.text(row, column)));
  const labelled = closing.slice(last + 1);
  const records = rows.slice(0, -labelled.length);
  if (last < 0 || labelled.length === 0 || records.length < minRecords) return [];
  const filled = (row: number) => cells.filledInRow(row, range).length;
  const isRecord = (row: number) => cells.isBlank(row, column) || readsAsDate(cells.text(row, column));
  const fewest = records.reduce((least, row) => Math.min(least, filled(row)), Number.POSITIVE_INFINITY);
  const isLabelled = (row: number) => !cells.isBlank(row, column) && filled(row) + minMore <= fewest;
  const isTotal = (row: number) => namesTotal(cells.text(row, column));
  return labelled.every(isLabelled) && labelled.some(isTotal) && records.every(isRecord) ? labelled : [];
}
