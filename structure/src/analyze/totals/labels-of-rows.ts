import type { CellRange } from '@workbook-data-service/sheets/grid';
import { holdsCodes } from '../../key-columns.js';
import { opensWithTotal, saysTotal } from '../../lines/line-vocabulary.js';
import type { RegionSpec } from '../../parse-spec.js';
import { placeOf, type SheetCells } from '../../sheet-cells.js';
import { namesResult, namesStatistic, namesTotal } from '../../total-vocabulary.js';

export const namesComputed = (label: string) =>
  namesResult(label) || namesStatistic(label) || opensWithTotal(label);

/** In its key columns; a total of an invoice may have its label further right. */
export function labelsOfRow(
  cells: SheetCells,
  range: CellRange,
  keys: readonly number[],
  row: number,
): string[] {
  const labels = keys.map((column) => cells.text(row, column).trim());
  if (labels.some((label) => label !== '')) return labels;
  const first = cells.filledInRow(row, range)[0];
  return first === undefined ? labels : [cells.text(row, first).trim()];
}

/** For cells that are merged with a label above, the row of that label: `合計` holds for all rows beside it. */
export function mergedTops(
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

/** Fewer rows in which a label follows itself may be totals of several levels. */
const minRuns = 6;

/**
 * Those that most rows have, or that mostly follow themselves: where all rows are of `Total debt`, or a row of `Total` comes after the
 * other since sectors are not broken down, it makes none of them a total.
 */
export function usualLabels(
  labelsOf: (row: number) => string[],
  rows: readonly number[],
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const runs = new Map<string, number>();
  let before = new Set<string>();
  for (const row of rows) {
    const labels = new Set(labelsOf(row));
    for (const label of labels) {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      if (before.has(label)) runs.set(label, (runs.get(label) ?? 0) + 1);
    }
    before = labels;
  }
  const isUsual = ([label, count]: [string, number]) => {
    const run = label === '' ? 0 : (runs.get(label) ?? 0);
    return 2 * count > rows.length || (run >= minRuns && 2 * run >= count);
  };
  return new Set([...counts].filter(isUsual).map(([label]) => label));
}

/**
 * Where the total of every school is called `計`, that of a school with one class is a total too. Where nearly every row
 * is called so, the name tells nothing.
 */
export function namedAlike(
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

/** Where `Total loans` right below one heading is computed, it is so right below the others. */
export function firstOfGroupsAlike(
  labelsOf: (row: number) => string[],
  { bodyRows, groupRows }: { bodyRows: readonly number[]; groupRows: readonly number[] },
  computed: ReadonlySet<number>,
): number[] {
  const firsts = groupRows.flatMap((group) => bodyRows.find((row) => row > group) ?? []);
  const isOnce = (row: number) => firsts.filter((other) => other === row).length === 1;
  const nameOf = (row: number) => labelsOf(row).find(namesTotal);
  const names = new Set(firsts.filter((row) => computed.has(row) && isOnce(row)).map(nameOf));
  return firsts.filter((row) => isOnce(row) && nameOf(row) !== undefined && names.has(nameOf(row)));
}

/** `Total`, `小計`, and not `Sum of revenue`. */
const isBareTotal = (name: string) =>
  /^(?:(?:sub|grand)[\s-]*)?(?:totals?|sum)\W*$|^[\p{Script=Han}\s]{1,4}$/iu.test(name.trim());

/**
 * Whether a row is called as others that are records: one `2017` is as little a total as the next, except below a label
 * that names one, and so is one `Sum of revenue`.
 */
export function nameOfRecords(
  labelsOf: (row: number) => string[],
  rows: readonly number[],
  computed: ReadonlySet<number>,
): (row: number) => boolean {
  const nameOf = (row: number) => labelsOf(row).findLast((label) => label !== '') ?? '';
  const records = rows.filter((row) => !computed.has(row)).map(nameOf);
  const names = new Set(records);
  const isSeveral = (name: string) => records.filter((other) => other === name).length > 1;
  const heading = (row: number) =>
    rows.slice(0, rows.indexOf(row) + 1).findLast((other) => labelsOf(other)[0] !== '');
  return (row) =>
    names.has(nameOf(row)) &&
    (!namesComputed(nameOf(row)) || (isSeveral(nameOf(row)) && !isBareTotal(nameOf(row)))) &&
    !saysTotal(labelsOf(heading(row) ?? row)[0] ?? '');
}

/**
 * Whether a row is called the total of something right beside another one that is called so and is a record: of
 * `Total on-site releases` and `Total off-site releases` one is as little a sum of the rows above as the other.
 */
export function calledLikeNext(
  labelsOf: (row: number) => string[],
  rows: readonly number[],
  computed: ReadonlySet<number>,
): (row: number) => boolean {
  const isTotalOf = (row: number | undefined) =>
    row !== undefined && labelsOf(row).some((label) => /^total\s+\p{L}/iu.test(label));
  const isRecord = (row: number | undefined) => isTotalOf(row) && !computed.has(row as number);
  return (row) => {
    const at = rows.indexOf(row);
    return isTotalOf(row) && (isRecord(rows[at - 1]) || isRecord(rows[at + 1]));
  };
}

/** Whether a row has a code like those of most others: an article is no total, even if it adds up. */
export function codedRows(
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

/** Whether a row has a value in every column, further keys and attributes among them, and is not called a total. */
export function isFullRecord(
  cells: SheetCells,
  { columns, headerColumns }: RegionSpec,
  row: number,
): boolean {
  return (
    headerColumns > 1 &&
    columns.some(({ role }) => role === 'attribute') &&
    columns.every(({ source }) => !cells.isBlank(row, source)) &&
    !columns.some(
      ({ role, source }) => role === 'key' && /(?:\btotals?|計)$/i.test(cells.text(row, source).trim()),
    )
  );
}
