import { CellKind } from '../grid/grid.js';
import { headingText } from './heading-text.js';
import { isBareText } from './infer-text-column.js';
import type { ColumnReader } from './read-cell.js';
import type { Dialect } from './spreadsheet-file.js';

/** A header row names most columns, and most of its names differ. */
const COVERED = 0.6;
const DISTINCT = 0.8;

/**
 * The first non-empty row if it reads like headings: only text, over most of the columns, with few
 * repetitions.
 */
export function findHeader(
  columns: ColumnReader[],
  filledRows: Uint32Array,
  dialect: Dialect | null,
): number | null {
  const row = filledRows[0];
  if (row === undefined) return null;
  const named = columns.filter((cells) => !cells.isBlank(row));
  const onlyText = named.every(
    (cells) => cells.kind(row) === CellKind.text && (!dialect || isBareText(cells.text(row), dialect)),
  );
  if (!onlyText || named.length < columns.length * COVERED) return null;
  const distinct = new Set(named.map((cells) => headingText(cells.text(row)).trim().toLowerCase()));
  return distinct.size >= named.length * DISTINCT ? row : null;
}
