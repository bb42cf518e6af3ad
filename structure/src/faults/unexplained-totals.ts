import { cellAddress, placeOf } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { writtenDecimals } from '../arithmetic/written-decimals.js';
import { namesRatio, namesStatistic, namesTotal } from '../total-vocabulary.js';
import { isMissingMark } from '../values/read-number.js';
import { MAX_LABELLED_ROWS, numberAt, rowLabels, textAt } from './labelled-rows.js';

interface UnexplainedTotal {
  place: number;
  /** What stands above the total adds up to this. */
  computed: number;
  /** The cells that were added. */
  parts: string;
}

const MIN_PARTS = 3;
/** Further apart, a number belongs to another block. */
const MAX_BLANKS = 1;
/** Finding out whether parts have parts of their own compares each with those after it. */
const MAX_PARTS = 500;
/** Where more numbers are sums of others, parts have parts, and adding all counts some twice. */
const CHANCE = 1;
/** A row of more numbers, of which fewer than half add up, is a total of something else. */
const MAX_UNCONFIRMED = 2;
/** An average or an extreme is stated about as exactly. */
const NEAR = 0.005;

interface Part {
  row: number;
  value: number;
  isTotal: boolean;
}

/**
 * Typed numbers in rows that are called totals, which no sum of what stands above explains. However far they are off: a
 * reading asks whether a row is a total, and takes a number far from the sum for something else; a person who reads
 * "Total" expects one.
 */
export function unexplainedTotals(sheet: Sheet): UnexplainedTotal[] {
  if (sheet.rowCount > MAX_LABELLED_ROWS) return [];
  const labels = totalLabels(sheet);
  const found: UnexplainedTotal[] = [];
  for (const [row, labelColumn] of labels) {
    const told = [...sheet.columns.keys()]
      .filter((column) => column > labelColumn && isTypedNumber(sheet, row, column))
      .map((column) => ({ column, ...judged(sheet, labels, row, column) }));
    const agreeing = told.filter(({ verdict }) => verdict === 'agrees').length;
    const addsUp = agreeing > 0 && agreeing >= told.length / 2;
    if (!addsUp && told.length > MAX_UNCONFIRMED) continue;
    for (const { column, verdict, computed, parts } of told)
      if (verdict === 'differs' || (verdict === 'may-differ' && addsUp))
        found.push({ place: placeOf(row, column), computed, parts });
  }
  return found.sort((a, b) => a.place - b.place);
}

/** Rows whose first text names a total, with the column of that text. */
function totalLabels(sheet: Sheet): Map<number, number> {
  const totals = rowLabels(sheet).filter(
    ({ text }) => namesTotal(text) && !namesRatio(text) && !namesStatistic(text),
  );
  return new Map(totals.map(({ row, column }) => [row, column]));
}

type Verdict = 'agrees' | 'differs' | 'may-differ' | 'unknown';

function judged(
  sheet: Sheet,
  labels: ReadonlyMap<number, number>,
  row: number,
  column: number,
): { verdict: Verdict; computed: number; parts: string } {
  const { parts, header } = partsBeside(sheet, labels, row, column, -1);
  const below = partsBeside(sheet, labels, row, column, 1).parts;
  const stated = numberAt(sheet, row, column);
  const own = parts.slice(0, firstTotal(parts));
  const computed = sumOf(own);
  const top = own.at(-1);
  const about = {
    computed: Number(computed.toPrecision(12)),
    parts: top ? `${cellAddress(top.row + 1, column)}:${cellAddress((own[0]?.row ?? row) + 1, column)}` : '',
  };
  if (own.length < MIN_PARTS || own.length > MAX_PARTS || namesRate(header) || isPercent(sheet, row, column))
    return { verdict: 'unknown', ...about };
  const tolerance = roundingOf([stated, ...own.map(({ value }) => value)], own.length);
  const explained = [...sumsOf(parts, own), sumOf(below.slice(0, firstTotal(below)))];
  if (explained.some((sum) => Math.abs(sum - stated) <= tolerance)) return { verdict: 'agrees', ...about };
  const values = own.map(({ value }) => value);
  if (isStatistic(stated, values) || sumsWithin(values, tolerance) > CHANCE)
    return { verdict: 'unknown', ...about };
  if (Math.abs(stated) > Math.max(...values.map(Math.abs))) return { verdict: 'differs', ...about };
  // Among its parts it may be an average of some kind, unless the row adds up elsewhere and nothing has decimals.
  return { verdict: [stated, ...values].every(Number.isInteger) ? 'may-differ' : 'unknown', ...about };
}

/** The numbers above a total up to the header, or those below it, the nearest first. */
function partsBeside(
  sheet: Sheet,
  labels: ReadonlyMap<number, number>,
  row: number,
  column: number,
  step: 1 | -1,
): { parts: Part[]; header: string } {
  const parts: Part[] = [];
  let blanks = 0;
  for (let at = row + step; at >= 0 && at < sheet.rowCount; at += step) {
    const value = numberAt(sheet, at, column);
    const text = textAt(sheet, at, column);
    if (!Number.isNaN(value)) {
      parts.push({ row: at, value, isTotal: labels.has(at) });
      blanks = 0;
    } else if (text.trim() === '' || isMissingMark(text)) {
      if (++blanks > MAX_BLANKS) return { parts, header: '' };
    } else return { parts, header: text };
  }
  return { parts, header: '' };
}

/** What a total may add: what follows the last total, everything, the totals, or everything below a year that heads it. */
function sumsOf(parts: readonly Part[], own: readonly Part[]): number[] {
  const totals = parts.filter(({ isTotal }) => isTotal);
  const records = parts.filter(({ isTotal }) => !isTotal);
  return [own, own.slice(0, -1), records, records.slice(0, -1), totals, [...own, ...totals], parts].map(
    sumOf,
  );
}

function firstTotal(parts: readonly Part[]): number {
  const at = parts.findIndex(({ isTotal }) => isTotal);
  return at < 0 ? parts.length : at;
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { value }) => sum + value, 0);

/** Each part may be rounded to what is shown. */
function roundingOf(values: readonly number[], parts: number): number {
  return (10 ** -Math.max(...values.map(writtenDecimals)) * Math.max(2, parts)) / 2;
}

function isStatistic(stated: number, values: readonly number[]): boolean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const near = (value: number) => Math.abs(stated - value) <= Math.abs(value) * NEAR;
  return [mean, Math.max(...values), Math.min(...values), values.length].some(near);
}

/** How many numbers are the sum of two or more directly above or below them. */
function sumsWithin(values: readonly number[], tolerance: number): number {
  const counts = [values, values.toReversed()].map(
    (ordered) => ordered.filter((whole, at) => startsWithSum(ordered.slice(at + 1), whole, tolerance)).length,
  );
  return Math.max(...counts);
}

function startsWithSum(values: readonly number[], whole: number, tolerance: number): boolean {
  let sum = 0;
  return (
    whole !== 0 &&
    values.some((value, at) => {
      sum += value;
      return at > 0 && Math.abs(sum - whole) <= tolerance;
    })
  );
}

/** Headers of numbers that are not added. */
function namesRate(header: string): boolean {
  return (
    namesRatio(header) ||
    /%|％|\b(?:rate|price|percent|pct|index|score|rank|average|avg|year|no\.?|age|temp\w*)\b|率|単価|価格|平均|順位|指数|番号|年度?$|比$/i.test(
      header,
    )
  );
}

function isPercent(sheet: Sheet, row: number, column: number): boolean {
  const cells = sheet.columns[column];
  const style = sheet.styles[cells?.styles?.[row - cells.firstRow] ?? 0];
  return style?.numberFormat.includes('%') ?? false;
}

function isTypedNumber(sheet: Sheet, row: number, column: number): boolean {
  return !(Number.isNaN(numberAt(sheet, row, column)) || sheet.columns[column]?.formulas.has(row));
}
