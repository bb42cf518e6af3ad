import type { ColumnSpec, RegionSpec } from '../../core/parse-spec.js';
import type { CellRange } from '../../grid/grid.js';
import { computedRows } from '../arithmetic/computed-lines.js';
import { namesDifference } from '../arithmetic/label-words.js';
import type { ComputedLine } from '../arithmetic/operation.js';
import type { CellGrid } from '../cell-grid.js';
import { levelTotals } from '../hierarchy/level-totals.js';
import { holdsCodes, labelColumns } from '../key-columns.js';
import { opensWithTotal } from '../lines/line-words.js';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import {
  endsLikeTotal,
  namesRatio,
  namesResult,
  namesStatistic,
  namesTotal,
  opensDetail,
} from '../total-words.js';
import { closingRows } from './closing-rows.js';
import { nestedTotals } from './nested-totals.js';
import type { RegionLines } from './region-lines.js';
import { RowLooks } from './row-looks.js';
import type { StudiedSheet } from './studied-sheet.js';

/** Longer tables are lists, whose totals the line roles already show. */
const mostRows = 2000;

/** In all numbers of a row together. */
const leastDigits = 3;

/** The rows that are computed, each with the rows that it is computed from, as far as numbers show it. */
export type ComputedRows = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the rows that formulas, or names and numbers together, show to be computed, and adds them to those
 * that the line roles say.
 */
export function findDerivedRows(
  { cells, grid, dialect }: StudiedSheet,
  region: RegionSpec,
  lines: RegionLines,
): ComputedRows {
  const values = region.columns.filter(({ role }) => role === 'value' || role === 'period');
  const [first, last] = [values[0]?.source, values.at(-1)?.source];
  const [top, bottom] = [lines.bodyRows[0], lines.bodyRows.at(-1)];
  if (!grid || first === undefined || last === undefined || top === undefined || bottom === undefined)
    return partsOf(region, []);
  if (lines.bodyRows.length > mostRows) return partsOf(region, []);
  const keys = region.columns.slice(0, Math.max(1, region.headerColumns)).map(({ source }) => source);
  const tops = mergedTops(cells, keys, lines.bodyRows);
  const labelsOf = (row: number) => labelsOfRow(cells, region.range, keys, row);
  const heldBy = (row: number) =>
    keys.map((column) => cells.text(tops.get(placeOf(row, column)) ?? row, column).trim());
  const looks = new RowLooks(grid, keys[0] ?? 0, lines.bodyRows);
  const rows = computedRows(grid, {
    range: { top, left: first, bottom, right: last },
    rowLabel: (row) => labelsOf(row).join(' ').trim(),
    columnLabel: (column) => region.columns.find(({ source }) => source === column)?.name ?? '',
    standsOut: (row) => looks.standsOut(row),
  });
  const body = new Set(lines.bodyRows);
  const known = new Set(region.rowRoles.derived);
  const usual = usualLabels(labelsOf, lines.bodyRows);
  const isNamed = (row: number) => {
    const labels = [...labelsOf(row), ...heldBy(row)];
    const own = labels.filter((label) => label !== '' && !usual.has(label));
    return (own.length > 0 ? own : labels).some(namesComputed);
  };
  const isRecord = (row: number) =>
    (labelsOf(row).some(opensDetail) && !keys.some((column) => tops.has(placeOf(row, column)))) ||
    isFullRecord(cells, region, row);
  const isBorneOut = (row: number) => !isRecord(row) && (isNamed(row) || looks.standsOut(row));
  const hasSmallNumbers = (row: number) => hasFewDigits(grid, row, region.columns);
  const hasOwnCode = codedRows(cells, keys, lines.bodyRows);
  const isSure = ({ line, operation, evidence }: ComputedLine) => {
    if (!body.has(line) || operation === 'running_balance') return false;
    if (evidence === 'formula') return true;
    const labels = labelsOf(line);
    if (isRecord(line)) return false;
    if (known.has(line)) return isBorneOut(line) || !(hasSmallNumbers(line) || hasOwnCode(line));
    if (operation === 'ratio') return labels.some(namesRatio);
    if (evidence === 'name' && labels.some(endsLikeTotal)) return false;
    return isBorneOut(line);
  };
  const told = withoutCrossing(
    withoutCircles([
      ...rows.filter(isSure),
      ...levelSums({ cells, grid }, region, lines, rows),
      ...unlabelledTotal({ cells, grid }, region, lines.bodyRows),
    ]),
    isNamed,
  );
  const isTotal = (row: number) => known.has(row) || labelsOf(row).some(namesTotal);
  const found = [...told, ...nestedSums(grid, lines, values, told, isTotal)];
  const computed = new Set(found.map(({ line }) => line));
  // Sales look like the sum of costs and profit, but the profit is what was computed.
  const isMinuend = (row: number) =>
    found.some(
      ({ operation, parts }) => operation === 'difference' && parts.some(({ line }) => line === row),
    );
  // Where one profit among selected figures is not computed from the others, no other is by its name alone.
  const profits = lines.bodyRows.filter((row) => !computed.has(row) && labelsOf(row).some(namesDifference));
  const areSelected = profits.some((row) => !known.has(row));
  const isSelected = (row: number) => areSelected && profits.includes(row) && !labelsOf(row).some(namesTotal);
  // The role of a line alone does not make it a total, except in a text file, in which fewer signs are left.
  const mayBeTotal = (row: number) =>
    dialect !== null &&
    !hasSmallNumbers(row) &&
    (row !== bottom || isGreatest(grid, values, lines.bodyRows, row));
  const isNameOfOthers = nameOfRecords(labelsOf, lines.bodyRows, new Set([...known, ...computed]));
  const isBelieved = (row: number) =>
    !isRecord(row) && !isSelected(row) && !isNameOfOthers(row) && (isNamed(row) || mayBeTotal(row));
  const kept = [...known].filter((row) => computed.has(row) || (!isMinuend(row) && isBelieved(row)));
  // Most rows of a table are not computed; where they look so, they are only alike.
  const isLikely = 2 * kept.length <= lines.bodyRows.length;
  const named = kept.filter((row) => isLikely || isNamed(row));
  const sure = new Set([...named, ...computed]);
  for (const row of namedAlike(labelsOf, lines.bodyRows, sure, usual)) sure.add(row);
  for (const row of closingRows({ cells, grid }, region, lines.bodyRows, sure)) sure.add(row);
  region.rowRoles.derived = [...sure].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  return partsOf(region, found);
}

/**
 * Where the total of every school is called `計`, that of a school with one class is a total too. Where nearly every row
 * is called so, the name tells nothing.
 */
function namedAlike(
  labelsOf: (row: number) => string[],
  rows: readonly number[],
  computed: ReadonlySet<number>,
  usual: ReadonlySet<string>,
): number[] {
  const nameOf = (row: number) => labelsOf(row).findLast((label) => label !== '') ?? '';
  const counts = new Map<string, number>();
  for (const row of computed) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const name = nameOf(row);
    return (counts.get(name) ?? 0) > 1 && namesTotal(name) && !usual.has(name);
  });
}

/** Whether a row is called as several others that are records: one `Percent change` is as little a total as the next. */
function nameOfRecords(
  labelsOf: (row: number) => string[],
  rows: readonly number[],
  computed: ReadonlySet<number>,
): (row: number) => boolean {
  const nameOf = (row: number) => labelsOf(row).findLast((label) => label !== '') ?? '';
  const names = new Set(rows.filter((row) => !computed.has(row)).map(nameOf));
  return (row) => names.has(nameOf(row)) && !namesComputed(nameOf(row));
}

/** Whether no other row has a greater number in most columns: at the end of a list, a total is as great as any of it. */
function isGreatest(
  grid: CellGrid,
  values: readonly ColumnSpec[],
  rows: readonly number[],
  row: number,
): boolean {
  const stated = values.filter(({ source }) => !Number.isNaN(grid.number(row, source)));
  const greatest = stated.filter(({ source }) =>
    rows.every((other) => !(Math.abs(grid.number(other, source)) > Math.abs(grid.number(row, source)))),
  );
  return 2 * greatest.length >= stated.length;
}

/** Totals of a level, where formulas do not tell the totals. */
function levelSums(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  { bodyRows }: RegionLines,
  rows: readonly ComputedLine[],
): ComputedLine[] {
  if (region.headerColumns === 0 || rows.some(({ evidence }) => evidence === 'formula')) return [];
  const totals = levelTotals(grid, {
    labelColumns: labelColumns(cells, region, bodyRows),
    firstRow: bodyRows[0] ?? 0,
    lastRow: bodyRows.at(-1) ?? -1,
    lastColumn: region.range.right,
  });
  return [...totals].map(([line, parts]) => ({
    line,
    operation: 'sum',
    parts: parts.map(({ row, sign }) => ({ line: row, sign })),
    across: [],
    evidence: 'numbers',
  }));
}

/** Totals that only make up other totals, where formulas do not tell the totals. */
function nestedSums(
  grid: CellGrid,
  { bodyRows }: RegionLines,
  values: readonly ColumnSpec[],
  told: readonly ComputedLine[],
  isTotal: (row: number) => boolean,
): ComputedLine[] {
  if (told.some(({ evidence }) => evidence === 'formula')) return [];
  const known = new Set(told.map(({ line }) => line));
  const columns = values.map(({ source }) => source);
  return nestedTotals(grid, bodyRows, columns, (row) => known.has(row) || isTotal(row)).filter(
    ({ line }) => !known.has(line),
  );
}

/** For cells that are merged with a label above, the row of that label: `合計` holds for all rows beside it. */
function mergedTops(
  { sheet }: SheetCells,
  columns: readonly number[],
  rows: readonly number[],
): ReadonlyMap<number, number> {
  const [first, last] = [rows[0] ?? 0, rows.at(-1) ?? -1];
  const tops = new Map<number, number>();
  for (const { top, bottom, left } of sheet.merges) {
    if (top < first || !columns.includes(left)) continue;
    for (let row = top + 1; row <= Math.min(bottom, last); row++) tops.set(placeOf(row, left), top);
  }
  return tops;
}

/** Whether a row has numbers, but so small ones that they are often the sum of others by chance. */
function hasFewDigits(grid: CellGrid, row: number, columns: readonly ColumnSpec[]): boolean {
  const numbers = columns.map(({ source }) => grid.number(row, source)).filter((one) => !Number.isNaN(one));
  const digits = numbers.map((number) => String(number).replaceAll(/^-?[0.]+|\D|0+$/g, '').length);
  return numbers.length > 0 && digits.reduce((sum, count) => sum + count, 0) < leastDigits;
}

const namesComputed = (label: string) => namesResult(label) || namesStatistic(label) || opensWithTotal(label);

/** In its key columns; a total of an invoice may have its label further right. */
function labelsOfRow(cells: SheetCells, range: CellRange, keys: readonly number[], row: number): string[] {
  const labels = keys.map((column) => cells.text(row, column).trim());
  if (labels.some((label) => label !== '')) return labels;
  const first = cells.filledInRow(row, range)[0];
  return first === undefined ? labels : [cells.text(row, first).trim()];
}

/** Whether a row states values and not what they are of, unlike a record. */
function hasOnlyValues(cells: SheetCells, { range, columns }: RegionSpec, row: number): boolean {
  const values = new Set(
    columns.filter(({ role }) => role === 'value' || role === 'period').map(({ source }) => source),
  );
  return values.size < columns.length && cells.filledInRow(row, range).every((column) => values.has(column));
}

/** A last row of nothing but the sums of all rows above, without a label that says so. */
function unlabelledTotal(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
): ComputedLine[] {
  const line = rows.at(-1) ?? -1;
  const parts = rows.slice(0, -1);
  if (!hasOnlyValues(cells, region, line) || hasFewDigits(grid, line, region.columns)) return [];
  const isSum = (column: number) => {
    const numbers = parts.map((row) => grid.number(row, column)).filter((number) => !Number.isNaN(number));
    const sum = numbers.reduce((all, number) => all + number, 0);
    return numbers.length > 1 && Math.abs(sum - grid.number(line, column)) <= Math.abs(sum) * 1e-9;
  };
  return cells.filledInRow(line, region.range).every(isSum)
    ? [
        {
          line,
          operation: 'sum',
          parts: parts.map((row) => ({ line: row, sign: 1 })),
          across: [],
          evidence: 'numbers',
        },
      ]
    : [];
}

/** Whether a row has a value in every column, further keys and attributes among them, and is not called a total. */
function isFullRecord(cells: SheetCells, { columns, headerColumns }: RegionSpec, row: number): boolean {
  return (
    headerColumns > 1 &&
    columns.some(({ role }) => role === 'attribute') &&
    columns.every(({ source }) => !cells.isBlank(row, source)) &&
    !columns.some(
      ({ role, source }) => role === 'key' && /(?:\btotals?|計)$/i.test(cells.text(row, source).trim()),
    )
  );
}

/** Whether a row has a code like those of most others: an article is no total, even if it adds up. */
function codedRows(
  cells: SheetCells,
  keys: readonly number[],
  rows: readonly number[],
): (row: number) => boolean {
  const column = keys.length > 1 ? keys.find((key) => holdsCodes(cells, key, rows)) : undefined;
  if (column === undefined) return () => false;
  const shapeOf = (row: number) => cells.text(row, column).replaceAll(/\d/g, '9').replaceAll(/[A-Z]/g, 'A');
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(shapeOf(row), (counts.get(shapeOf(row)) ?? 0) + 1);
  return (row) => 2 * (counts.get(shapeOf(row)) ?? 0) > rows.length;
}

/** Those that most rows have: where all rows are of `Total debt`, it makes none of them a total. */
function usualLabels(labelsOf: (row: number) => string[], rows: readonly number[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const label of new Set(labelsOf(row))) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => 2 * count > rows.length).map(([label]) => label));
}

/**
 * A subtotal of profit and depreciation does not make the profit a difference of the two: of rows that follow
 * from each other, the one below was computed.
 */
function withoutCircles(lines: readonly ComputedLine[]): ComputedLine[] {
  const byRow = new Map(lines.map((line) => [line.line, line]));
  return lines.filter(
    ({ line, parts }) =>
      !parts.some(
        (part) => part.line > line && byRow.get(part.line)?.parts.some((inner) => inner.line === line),
      ),
  );
}

/**
 * Numbers may add up by chance across the border of a group: what has parts of another total, but neither all of them
 * nor no others, is a record unless it is called a total.
 */
function withoutCrossing(lines: readonly ComputedLine[], isNamed: (row: number) => boolean): ComputedLine[] {
  const named = lines
    .filter(({ line }) => isNamed(line))
    .map(({ parts }) => new Set(parts.map((part) => part.line)));
  const crosses = (parts: readonly { line: number }[]) =>
    named.some((others) => {
      const shared = parts.filter(({ line }) => others.has(line)).length;
      return shared > 0 && shared < others.size && shared < parts.length;
    });
  return lines.filter(
    ({ line, parts, evidence, operation }) =>
      evidence !== 'numbers' || operation !== 'sum' || isNamed(line) || !crosses(parts),
  );
}

function partsOf({ rowRoles }: RegionSpec, found: readonly ComputedLine[]): ComputedRows {
  const parts = new Map(found.map(({ line, parts }) => [line, parts.map((part) => part.line)]));
  return new Map(rowRoles.derived.map((row) => [row, parts.get(row) ?? []]));
}
