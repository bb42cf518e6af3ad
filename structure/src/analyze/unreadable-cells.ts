import type { HeaderLabel } from '../headers/read-header.js';
import { readRegionRows } from '../materialize/region-rows.js';
import type { CellAddress, ColumnSpec, RegionSpec } from '../parse-spec.js';
import { areSlips, isNumberType, type SplitNumbers } from '../values/unreadable-numbers.js';
import { type ColumnType, columnTypes } from './column-types.js';
import type { StudiedSheet } from './studied-sheet.js';

/** Rows that show whether a column of texts is one of numbers. */
const rowsLookedAt = 200;

/** Of a column below a period, a month of which much is still to come, so many cells have to be numbers. */
const minNumbers = 0.25;

/** A column of which many cells are numbers, though not all. */
interface NearlyNumeric extends ColumnType {
  /** The rows with numbers. */
  numbers: Uint32Array;
}

/** By position, the columns that are texts only because some of their cells cannot be read as numbers. */
export function nearlyNumeric(
  sheet: StudiedSheet,
  columns: readonly number[],
  headers: readonly HeaderLabel[][],
  typed: readonly ColumnType[],
  rows: Uint32Array,
): (NearlyNumeric | undefined)[] {
  return columns.map((column, at) => {
    if (typed[at]?.type !== 'VARCHAR' || !areNumbers(split(sheet, column, rows.subarray(0, rowsLookedAt))))
      return undefined;
    const all = split(sheet, column, rows);
    const numbers = Uint32Array.from(all.numbers);
    const [read] = columnTypes(sheet, [column], [headers[at] ?? []], numbers);
    return areNumbers(all) && read && isNumberType(read.type) ? { ...read, numbers } : undefined;
  });
}

const areNumbers = ({ numbers, others }: SplitNumbers) =>
  numbers.length > minNumbers * (numbers.length + others.length);

const split = ({ cells }: StudiedSheet, column: number, rows: Iterable<number>) =>
  cells.splitNumbers(column, rows);

/**
 * Lets the figures of periods and reports stay numbers where a few cells are slips: these are left blank, and are among the
 * notes. Where more cells are words, all are kept as texts. Lists are left as they are written.
 */
export function leaveOutSlips(
  sheet: StudiedSheet,
  region: RegionSpec,
  headers: readonly HeaderLabel[][],
): void {
  if (region.layout === 'form') return;
  const figures = region.columns.filter(({ role }) => role === 'period' || role === 'value');
  const { body } = readRegionRows(sheet.cells, region);
  const rowsOf = (derived: boolean) => body.filter((one) => one.derived === derived).map(({ row }) => row);
  const records = rowsOf(false);
  const left: CellAddress[] = [];
  for (const members of region.layout === 'flat' ? [] : byMeasure(figures)) {
    const splits = members.map(({ source }) => split(sheet, source, records));
    const found = splits.flatMap(({ others }, at) => placed(others, members[at]?.source ?? 0));
    const numbers = splits.reduce((sum, one) => sum + one.numbers.length, 0);
    const slips = areSlips(numbers, textsOf(sheet, found));
    for (const [at, column] of members.entries()) {
      const { numbers: rows = [], others = [] } = splits[at] ?? {};
      if (others.length === 0) continue;
      const labels = headers[region.columns.indexOf(column)] ?? [];
      const [read] = columnTypes(sheet, [column.source], [labels], Uint32Array.from(rows));
      column.type = slips && read?.type && isNumberType(read.type) ? read.type : 'VARCHAR';
      if (column.type !== 'VARCHAR') left.push(...placed(others, column.source));
    }
  }
  left.push(...slipsInTotals(sheet, figures, rowsOf(true)));
  if (left.length > 0) region.unreadable = left.sort((a, b) => a.row - b.row || a.column - b.column);
}

const placed = (rows: readonly number[], column: number): CellAddress[] =>
  rows.map((row) => ({ row, column }));

const textsOf = ({ cells }: StudiedSheet, found: readonly CellAddress[]) =>
  found.map(({ row, column }) => cells.text(row, column).trim());

/** Columns whose values are in one column of the table: those of a measure in all periods, and each other one. */
function byMeasure(columns: readonly ColumnSpec[]): ColumnSpec[][] {
  const groups = new Map<unknown, ColumnSpec[]>();
  for (const column of columns) {
    const key = column.role === 'period' ? `of ${column.measure ?? ''}` : column;
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()];
}

/** Among totals, words may be meant; a slip still has a digit. */
function slipsInTotals(
  sheet: StudiedSheet,
  figures: readonly ColumnSpec[],
  totals: readonly number[],
): CellAddress[] {
  const numeric = figures.filter(({ type }) => isNumberType(type));
  const splits = numeric.map(({ source }) => ({ source, ...split(sheet, source, totals) }));
  const numbers = splits.reduce((sum, one) => sum + one.numbers.length, 0);
  const found = splits.flatMap(({ source, others }) => placed(others, source));
  const texts = textsOf(sheet, found);
  return areSlips(numbers, texts) && texts.every((text) => /\d/.test(text)) ? found : [];
}
