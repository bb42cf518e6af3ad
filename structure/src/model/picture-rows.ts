import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import { namesResult } from '../total-vocabulary.js';
import { LookTags } from './look-tags.js';
import { cellText, quoted, rangeText } from './picture-text.js';
import { estimateTokens } from './tokens.js';

/** How much of the rows is shown. */
interface Detail {
  /** Whether the sheet is a text file, in which every cell is a text. */
  ofText: boolean;
  textLength: number;
  /** Of rows that are alike, how many at their beginning and end. */
  first: number;
  last: number;
  columns: number;
  labels: number;
}

/** From the richest to the barest; the first of which the rows are within bounds is taken. */
const details: readonly Omit<Detail, 'ofText'>[] = [
  { textLength: 60, first: 3, last: 1, columns: 28, labels: 10 },
  { textLength: 36, first: 2, last: 1, columns: 24, labels: 6 },
  { textLength: 22, first: 1, last: 1, columns: 16, labels: 4 },
  { textLength: 14, first: 1, last: 0, columns: 10, labels: 3 },
];

/** Of a longer sheet these are looked at, so that no sheet takes long. */
const maxFirstRows = 3000;
const maxLastRows = 500;
/** Of rows with many cells so many are shown as a whole, and of the others the first cells and the last. */
const maxWideRows = 8;
const manyCells = 12;
const firstCells = 5;
/** Blank rows that recur between like rows. */
const maxStep = 3;

/** Like rows below each other. */
interface Run {
  rows: number[];
  /** From one to the next; undefined where there is only one row. */
  step: number | undefined;
  look: string;
  shape: string;
  kinds: Map<number, number>;
}

/** The rows of a sheet, runs of like ones cut short. */
export function pictureOfRows(
  cells: SheetCells,
  used: CellRange,
  { maxTokens, ofText }: { maxTokens: number; ofText: boolean },
): string[] {
  const columns = Math.max(...details.map((detail) => detail.columns));
  const shown = shownColumns(used, columns);
  const { rows, unseen } = rowsToSee(cells, used);
  const runs = runsOf(cells, rows, shown);
  const tags = new LookTags(cells);
  let lines: string[] = [];
  for (const detail of details) {
    lines = linesOf(cells, used, { runs, unseen }, tags, { ...detail, ofText });
    if (tokensOf(lines) <= maxTokens) return lines;
  }
  return cutBetween(lines, maxTokens);
}

const tokensOf = (lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + estimateTokens(`${line}\n`), 0);

/** The first columns and the last ones. */
function shownColumns({ left, right }: CellRange, count: number): number[] {
  const all = right - left + 1;
  if (all <= count) return Array.from({ length: all }, (_, at) => left + at);
  const last = Math.floor(count / 6);
  return [
    ...Array.from({ length: count - last }, (_, at) => left + at),
    ...Array.from({ length: last }, (_, at) => right - last + 1 + at),
  ];
}

/** The rows of a sheet that are looked at, and the first and last of those that are not. */
function rowsToSee(cells: SheetCells, { top, left, bottom, right }: CellRange) {
  const first = Math.min(bottom, top + maxFirstRows - 1);
  const seen = (from: number, to: number) => cells.filledRows({ top: from, bottom: to, left, right });
  if (first === bottom) return { rows: seen(top, bottom), unseen: undefined };
  const last = Math.max(first + 1, bottom - maxLastRows + 1);
  const unseen = last > first + 1 ? { first: first + 1, last: last - 1 } : undefined;
  return { rows: [...seen(top, first), ...seen(last, bottom)], unseen };
}

function runsOf(cells: SheetCells, rows: readonly number[], columns: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const row of rows) {
    const filled = columns.filter((column) => !cells.isBlank(row, column));
    const kinds = new Map(filled.map((column) => [column, kindOf(cells, row, column)]));
    const own = { look: lookOfRow(cells, row, filled), shape: shapeOf(cells, row, filled) };
    const last = runs.at(-1);
    if (last && joins(last, row, own, kinds)) {
      last.step ??= row - (last.rows[0] ?? row);
      last.rows.push(row);
      for (const [column, kind] of kinds) last.kinds.set(column, kind);
    } else runs.push({ rows: [row], step: undefined, ...own, kinds });
  }
  return runs;
}

/** A number is one however it is written, as all cells of a text file are texts. */
const kindOf = (cells: SheetCells, row: number, column: number) =>
  cells.isNumber(row, column) ? CellKind.number : cells.column(column).kind(row);

function joins(
  run: Run,
  row: number,
  { look, shape }: Pick<Run, 'look' | 'shape'>,
  kinds: ReadonlyMap<number, number>,
): boolean {
  const step = row - (run.rows.at(-1) ?? row);
  if (run.look !== look || run.shape !== shape || step > maxStep) return false;
  if (run.step !== undefined && run.step !== step) return false;
  for (const [column, kind] of kinds) {
    const known = run.kinds.get(column);
    if (known !== undefined && known !== kind) return false;
  }
  return true;
}

/** What tells a heading, a record and a total apart: where a row begins, whether it is alone, what it is called. */
function shapeOf(cells: SheetCells, row: number, filled: readonly number[]): string {
  const [first] = filled;
  const label = first === undefined ? '' : cells.text(row, first).slice(0, 200);
  return `${first} ${filled.length === 1} ${namesResult(label)} ${cells.sheet.hiddenRows.has(row)}`;
}

function lookOfRow(cells: SheetCells, row: number, filled: readonly number[]): string {
  const of = (column: number | undefined) => {
    if (column === undefined) return '';
    const { bold, fill, indent } = cells.style(row, column);
    return `${bold} ${fill} ${indent}`;
  };
  return `${of(filled[0])} ${of(filled.at(-1))}`;
}

function linesOf(
  cells: SheetCells,
  used: CellRange,
  { runs, unseen }: { runs: readonly Run[]; unseen: { first: number; last: number } | undefined },
  tags: LookTags,
  detail: Detail,
): string[] {
  const columns = shownColumns(used, detail.columns);
  let wide = 0;
  const line = (row: number) => {
    const filled = columns.filter((column) => !cells.isBlank(row, column));
    const isCut = filled.length >= manyCells && ++wide > maxWideRows;
    return lineOf(cells, row, { filled, isCut }, tags, detail);
  };
  const lines = runs.flatMap(({ rows }) => {
    const cut = rows.length - detail.first - detail.last;
    // A single row takes no more room than saying that it is left out.
    if (cut <= 1) return rows.map(line);
    return [
      ...rows.slice(0, detail.first).map(line),
      likeLine(cells, rows.slice(detail.first, rows.length - detail.last), columns, detail),
      ...(detail.last > 0 ? rows.slice(-detail.last).map(line) : []),
    ];
  });
  if (unseen) {
    const at = runs
      .filter(({ rows }) => (rows[0] ?? 0) < unseen.first)
      .reduce((sum, { rows }) => sum + shownOf(rows.length, detail), 0);
    lines.splice(at, 0, `… rows ${unseen.first + 1}-${unseen.last + 1} are not shown`);
  }
  const leftOut = used.right - used.left + 1 - columns.length;
  const [from, to] = [columns.at(-1 - Math.floor(detail.columns / 6)) ?? 0, used.right];
  return leftOut > 0
    ? [`… ${leftOut} columns between ${columnLetters(from)} and ${columnLetters(to)} are not shown`, ...lines]
    : lines;
}

const shownOf = (rows: number, { first, last }: Detail) =>
  rows - first - last <= 1 ? rows : first + 1 + last;

/** `5 {b} A:"Region" B:120`. */
function lineOf(
  cells: SheetCells,
  row: number,
  { filled, isCut }: { filled: readonly number[]; isCut: boolean },
  tags: LookTags,
  detail: Detail,
): string {
  const { common, own } = tags.ofRow(row, filled);
  const all = filled.map((column, at) => {
    const merge = tags.mergeAt(row, column);
    return [
      `${columnLetters(column)}:${cellText(cells, row, column, detail)}`,
      merge ? `[${rangeText(merge)}]` : '',
      own[at] ? `{${own[at]}}` : '',
    ].join('');
  });
  const written = isCut ? [...all.slice(0, firstCells), '…', ...all.slice(-1)] : all;
  const hidden = cells.sheet.hiddenRows.has(row) ? ' (hidden)' : '';
  return `${row + 1}${hidden}${common ? ` {${common}}` : ''} ${written.join(' ')}`;
}

/** `… 40 rows like these (8-47); A: 5 different texts, as "North", "South"`. */
function likeLine(
  cells: SheetCells,
  rows: readonly number[],
  columns: readonly number[],
  { textLength, labels }: Detail,
): string {
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const told = columns
    .filter((column) => rows.some((row) => isText(cells, row, column)))
    .slice(0, 2)
    .map((column) => {
      const texts = new Set<string>();
      for (const row of rows)
        if (isText(cells, row, column)) texts.add(quoted(cells.text(row, column), Math.min(24, textLength)));
      const some = [...texts].slice(0, labels);
      const rest = texts.size > some.length ? `, ${texts.size} different ones` : '';
      return `; ${columnLetters(column)}: ${some.join(', ')}${rest}`;
    });
  return `… ${rows.length} rows like these (${first + 1}-${last + 1})${told.join('')}`;
}

const isText = (cells: SheetCells, row: number, column: number) =>
  !cells.isBlank(row, column) && !cells.isNumber(row, column);

/** The beginning and the end where even the barest lines are too many. */
function cutBetween(lines: readonly string[], maxTokens: number): string[] {
  const cost = lines.map((line) => estimateTokens(`${line}\n`));
  const beginning = takeUntil(cost, maxTokens * 0.7);
  const ending = takeUntil(cost.slice(beginning).reverse(), maxTokens * 0.25);
  const leftOut = lines.length - beginning - ending;
  return [
    ...lines.slice(0, beginning),
    `… ${leftOut} lines like these are left out`,
    ...(ending > 0 ? lines.slice(-ending) : []),
  ];
}

function takeUntil(costs: readonly number[], max: number): number {
  let sum = 0;
  const at = costs.findIndex((cost) => {
    sum += cost;
    return sum > max;
  });
  return at < 0 ? costs.length : at;
}
