import type { CellGrid } from '../cell-grid.js';
import { readsAsPeriod } from '../lines/line-vocabulary.js';
import { headsDetails, opensDetail } from '../total-vocabulary.js';
import { beginsHeading, beginsLabel, endsLabel } from './broken-labels.js';
import { leadingWidth, widthOf } from './label-width.js';
import { type Numbering, readNumbering, readOutlineNumber } from './numbering.js';
import { alignNumbers } from './padded-numbers.js';

/** The label of a row with everything that indicates its depth. */
export interface RowLabel {
  row: number;
  /** Where the label starts; labels may step to the right from one column to the next. */
  column: number;
  /** In spaces; leading dots and the indent of the cell's style count too. */
  indent: number;
  numbering: Numbering | null;
  /** Whether it repeats a part of the row above: `うち`, `of which`. */
  isDetail: boolean;
  isInCapitals: boolean;
  /** How much the label stands out; headings stand out more than their rows. */
  emphasis: number;
  /** Whether its row has data like the others; a stray value does not count. */
  hasData: boolean;
  hasNumbers: boolean;
  total: 'none' | 'total' | 'grand total';
  /** The rows that it is computed from, as far as they are known. */
  parts: readonly number[];
}

const spacesPerStyleIndent = 3;
/** Fewer rows with periods for labels do not show that all are. */
const minPeriods = 3;
const periodShare = 0.7;
const totalWords =
  /^(?:sub-?\s?total|sous-?\s?total|total|sum|(?:zwischen)?summe|gesamt)\b|\btotals?\d*$|[小合総]\s*計|^計$/i;
/** `Census region: \\2` is a heading like `Sex:`, and `White, total \\3` a total like `Total`. */
const footnoteMarks = /(?<=\S)(?:\s*\\\d{1,2})+$/;
const grandTotalWords = /^grand total|総合?計/i;

type RowData = Pick<RowLabel, 'hasData' | 'hasNumbers'>;

export interface LabelRange {
  labelColumns: readonly number[];
  /** The column with the outline numbers of the rows, where they are not in the labels. */
  numberColumn?: number | undefined;
  firstRow: number;
  lastRow: number;
  /** The columns with figures that may add up; by default all of the data. */
  valueColumns?: readonly number[];
  /** The last column of the data beside the labels; by default that of the sheet. */
  lastColumn?: number;
  /** Rows that head others, though they may have a nought or a code beside their label. */
  headings?: ReadonlySet<number>;
  /** Rows that are known to be records, though they have no values. */
  emptyRows?: ReadonlySet<number>;
  /** The rows that are computed, each with the rows that it is computed from, if known. */
  computed?: ReadonlyMap<number, readonly number[]>;
}

/** The columns whose figures may add up. */
export const summedColumns = (grid: CellGrid, range: LabelRange) =>
  range.valueColumns ?? dataColumns(grid, range);

export function dataColumns(grid: CellGrid, { labelColumns, lastColumn }: LabelRange): number[] {
  const first = Math.max(...labelColumns) + 1;
  return Array.from({ length: (lastColumn ?? grid.columnCount - 1) - first + 1 }, (_, at) => first + at);
}

/** The labels of a range, in order; rows without one, or with the rest of the one above, are left out. */
export function readRowLabels(grid: CellGrid, range: LabelRange): RowLabel[] {
  const columns = dataColumns(grid, range);
  const usual = usualColumns(grid, range, columns);
  const isUsualPeriod = periodsOf(grid, range, columns);
  const labels: RowLabel[] = [];
  /** The label that those below are beside although they are farther right. */
  let begun: RowLabel | undefined;
  const lines = brokenLabels(grid, range);
  let firstLine: number | undefined;
  const labelIn = (row: number) => range.labelColumns.find((at) => !grid.isEmpty(row, at));
  for (let row = range.firstRow; row <= range.lastRow; row++) {
    const column = labelIn(row) ?? (firstLine === undefined ? undefined : labelIn(firstLine));
    if (column === undefined) continue;
    if (lines.end(row)) continue;
    if (lines.begin(row)) {
      firstLine ??= row;
      continue;
    }
    const isHeading = range.headings?.has(row) && columns.every((at) => !grid.number(row, at));
    const data = lookAtData(grid, row, isHeading ? [] : columns, usual);
    // A month between others that have values is a record that has none yet, and heads nothing.
    data.hasData ||= isUsualPeriod(grid.text(row, column)) || range.emptyRows?.has(row) === true;
    const label = { ...readRowLabel(grid, firstLine ?? row, column, data), row };
    // The colon of a heading is in its last line.
    if (firstLine !== undefined)
      label.emphasis = Math.max(label.emphasis, readRowLabel(grid, row, column, data).emphasis);
    firstLine = undefined;
    if (range.numberColumn !== undefined)
      label.numbering ??= readOutlineNumber(grid.text(row, range.numberColumn));
    const above = labels.at(-1);
    if (above && endsName(grid, above, label)) continue;
    if (above && begun && isBeside(grid, begun, above, label)) label.indent = begun.indent;
    else begun = label;
    const parts = range.computed?.get(row);
    // A row that is computed from those above it is a total of some kind, whatever it is called.
    const isResult = parts !== undefined && label.total === 'none' && parts.every((part) => part < row);
    // Its number may be far to the right, in the column of the amounts.
    const hasData = label.hasData || (parts !== undefined && label.hasNumbers);
    labels.push({ ...label, hasData, ...(isResult && { total: 'total' }), ...(parts && { parts }) });
  }
  alignNumbers(grid, labels);
  return labels;
}

/** Whether a row has only the begin of a label, which goes on in a row below, or the end of one with its values above. */
function brokenLabels(grid: CellGrid, { labelColumns, lastColumn, lastRow, firstRow }: LabelRange) {
  const range = {
    top: firstRow,
    bottom: lastRow,
    left: Math.min(...labelColumns),
    right: lastColumn ?? grid.columnCount - 1,
  };
  const cells = {
    isBlank: (row: number, column: number) => grid.isEmpty(row, column),
    text: (row: number, column: number) => grid.text(row, column),
    style: (row: number, column: number) => grid.style(row, column),
  };
  return {
    begin: (row: number) => beginsLabel(cells, row, range) || beginsHeading(cells, row, range),
    end: (row: number) => endsLabel(cells, row, range),
  };
}

function readRowLabel(grid: CellGrid, row: number, column: number, data: RowData): RowLabel {
  const text = grid.text(row, column);
  const label = text.replace(/^[\s.…・]+/, '');
  const plain = label.normalize('NFKC').trim().replace(footnoteMarks, '');
  return {
    row,
    column,
    indent: leadingWidth(text) + spacesPerStyleIndent * grid.style(row, column).indent,
    numbering: readNumbering(label),
    isDetail: opensDetail(plain),
    isInCapitals: isInCapitals(plain),
    emphasis: emphasisOf(grid, row, column, plain, data.hasData),
    total: grandTotalWords.test(plain) ? 'grand total' : totalWords.test(plain) ? 'total' : 'none',
    parts: [],
    ...data,
  };
}

/** Whether a label is a period as nearly all labels of rows with numbers are, written in the same way. */
function periodsOf(
  grid: CellGrid,
  { labelColumns, firstRow, lastRow }: LabelRange,
  columns: readonly number[],
): (label: string) => boolean {
  const shapes = new Map<string, number>();
  let rows = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const column = labelColumns.find((at) => !grid.isEmpty(row, at));
    if (column === undefined || columns.every((at) => Number.isNaN(grid.number(row, at)))) continue;
    const text = grid.text(row, column);
    if (totalWords.test(text.trim())) continue;
    rows++;
    if (readsAsPeriod(text)) shapes.set(shapeOf(text), (shapes.get(shapeOf(text)) ?? 0) + 1);
  }
  const [usual, count = 0] = [...shapes].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return (label) =>
    count >= minPeriods && count >= periodShare * rows && readsAsPeriod(label) && shapeOf(label) === usual;
}

/** `Aa-0` for `Jan-01` and `Mar-01`. */
const shapeOf = (text: string) =>
  text
    .trim()
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}+/gu, (word) => (word[0] === 'A' ? 'Aa' : 'a'))
    .replaceAll(/\d+/g, '0');

/** Columns in which at least half of the rows have a number. */
function usualColumns(
  grid: CellGrid,
  { firstRow, lastRow }: LabelRange,
  columns: readonly number[],
): ReadonlySet<number> {
  const counts = new Map<number, number>();
  let rows = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const numbers = columns.filter((column) => !Number.isNaN(grid.number(row, column)));
    if (numbers.length > 0) rows++;
    for (const column of numbers) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return new Set(columns.filter((column) => 2 * (counts.get(column) ?? 0) >= rows));
}

function lookAtData(
  grid: CellGrid,
  row: number,
  columns: readonly number[],
  usual: ReadonlySet<number>,
): RowData {
  // Data starts at the left; values only far to the right belong to something else, unless most rows have one there.
  const farRight = Math.max(3, columns.length / 2);
  let hasData = false;
  for (const [at, column] of columns.entries()) {
    if (grid.isEmpty(row, column)) continue;
    const isNumber = !Number.isNaN(grid.number(row, column));
    hasData ||= at < farRight || (isNumber && usual.has(column));
    if (isNumber) return { hasData, hasNumbers: true };
  }
  return { hasData, hasNumbers: false };
}

/** Whether a label says more about another one: `（市場価格表示）`. */
export const isInBrackets = (text: string) => /^\s*[(（][^()（）]*[)）]\s*$/.test(text);

/** `（市場価格表示）` right below the figures that it says more about is the rest of their name. */
const endsName = (grid: CellGrid, above: RowLabel, label: RowLabel) =>
  above.hasNumbers &&
  !label.hasNumbers &&
  above.row === label.row - 1 &&
  above.column === label.column &&
  isInBrackets(grid.text(label.row, label.column)) &&
  !headsDetails(grid.text(label.row, label.column));

/** Whether a label is farther right than those above only because it leaves out what they have in common. */
function isBeside(grid: CellGrid, begun: RowLabel, above: RowLabel, label: RowLabel): boolean {
  const textOf = ({ row, column }: RowLabel) => grid.text(row, column);
  return (
    above.column === label.column &&
    begun.column === label.column &&
    (continuesCount(textOf(above), textOf(label)) || continuesRemark(textOf(begun), textOf(label)))
  );
}

/** `うち個人` with `　　法人` below, or `(参考) 支払` with `　　　　受取` below: the blanks stand for the same word. */
function continuesRemark(begun: string, label: string): boolean {
  const remark = /^[\s.…・]*(?:うち|[(（](?:参考|再掲|別掲|うち|内数)[)）])\s*/.exec(begun)?.[0];
  if (remark === undefined) return false;
  const [start, end] = [leadingWidth(begun), widthOf(remark)];
  const lead = leadingWidth(label);
  return lead > start + 2 && Math.abs(lead - end) <= 2;
}

/**
 * `26年` below `平成25年`, `１月` below `平成27年12月`: blanks stand for what the two have in common, so it is not indented. A label
 * that counts the same twice is a range, and may head its parts: `4月` below `4月～6月`.
 */
function continuesCount(above: string, label: string): boolean {
  const [own] = countsIn(label);
  if (own?.at !== 0) return false;
  const counts = countsIn(above);
  const same = counts.filter(({ unit }) => unit === own.unit);
  if (same.some(({ number }) => number + 1 === own.number)) return true;
  return same.length === 1 && same[0] === counts.at(-1) && same[0]?.number !== own.number;
}

function countsIn(label: string): { at: number; number: number; unit: string }[] {
  const text = label.normalize('NFKC').replaceAll(/\s/g, '');
  return [...text.matchAll(/(\d+|元)(年度?|月|期|回)/g)].map(({ index, 1: number, 2: unit = '' }) => ({
    at: index,
    number: number === '元' ? 1 : Number(number),
    unit,
  }));
}

/** What is in brackets says more of it: `INVENTORIES (end of year)`. */
export function isInCapitals(label: string): boolean {
  const name = label.replaceAll(/\([^()]*\)/g, '');
  return /\p{Lu}{3}/u.test(name) && !/\p{Ll}/u.test(name);
}

/** Bold counts most; a label without data, in capitals, centred or ending with a colon reads as a heading, in this order. */
function emphasisOf(grid: CellGrid, row: number, column: number, label: string, hasData: boolean): number {
  const { bold, italic, underline, align } = grid.style(row, column);
  return (
    (bold ? 2 : 0) +
    (underline ? 1 : 0) +
    (isInCapitals(label) ? (hasData ? 1 : 1.5) : 0) +
    (italic ? 0.5 : 0) +
    (hasData ? 0 : 1) +
    (!hasData && (align === 'center' || align === 'centerContinuous') ? 0.5 : 0) +
    (!hasData && /[:：]$/.test(label) ? 1 : 0)
  );
}
