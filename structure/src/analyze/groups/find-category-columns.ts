import { borderedBlocks } from '../../key-columns.js';
import type { ColumnSpec, RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import type { ReshapeStep } from '../../reshape/plan.js';
import type { SheetCells } from '../../sheet-cells.js';
import { hasTotalsWithin, type RegionLines } from '../region-lines.js';
import { takeNumberedKey } from './keys-of-items.js';
import { isFramed, isMergedBetween, isMergedThroughout } from './tied-rows.js';

/** Fewer blanks are just unknown values. */
const minBlank = 0.15;

/** Of the labels of categories, how many may have one row only. */
const maxAlone = 0.6;
const fewAlone = 0.2;

const minWords = 2;

/** With fewer keys, blanks below labels tell the same. */
const minSteps = 3;
/** No labels are so many levels deep; a wide table of words has as many keys as columns. */
const maxSteps = 20;

type FillStep = Extract<ReshapeStep, { operator: 'ffill' }>;

/**
 * Key columns whose labels hold for several rows: stated once and blank below, merged, in the middle of a
 * bordered block, or, in a table with totals between its rows, repeated. Categories may nest: a column goes
 * with those before it if it has a label wherever they have one.
 */
export function findCategoryColumns(
  cells: SheetCells,
  region: RegionSpec,
  lines: RegionLines,
): FillStep | undefined {
  const derived = new Set(region.rowRoles.derived);
  const rows = lines.bodyRows.filter((row) => !derived.has(row));
  if (rows.length < 2) return undefined;
  const centred = findCentredLabels(cells, region, lines.bodyRows);
  if (centred) return centred;
  if (stepsUnderHeadings(cells, region, lines)) return { operator: 'ffill', last: region.headerColumns - 2 };
  if (stepsBesideLabels(cells, region, lines)) {
    return { operator: 'ffill', last: region.headerColumns - 2 };
  }
  const category = region.columns[region.headerColumns - 1];
  if (category && leavesBlanksBelow(cells, category.source, rows)) takeNumberedKey(cells, region, rows);
  const last = lastBlankBelow(cells, region, lines.bodyRows, derived);
  const isCertain = last < region.headerColumns - 1 || isGroupBeforeValues(cells, region, rows);
  if (last >= 0 && isCertain) {
    region.reasons.push(sayOfReading('reading-blanks-below'));
    return { operator: 'ffill', last };
  }
  const repeated = hasTotalsWithin(lines.bodyRows, derived) ? lastRepeated(cells, region, rows) : -1;
  return repeated < 0 ? undefined : { operator: 'ffill', last: repeated };
}

/** A category stands in a row of its own, with its sum, and its items in the next column under their own heading. */
function stepsUnderHeadings(cells: SheetCells, region: RegionSpec, lines: RegionLines): boolean {
  const columns = keysOf(region).map(({ source }) => source);
  const heading = lines.topHeaderRows.at(-1);
  if (columns.length < 2 || heading === undefined || columns.some((column) => cells.isBlank(heading, column)))
    return false;
  const depths = lines.bodyRows.map((row) => {
    const filled = columns.filter((column) => !cells.isBlank(row, column));
    return filled.length === 1 ? columns.indexOf(filled[0] as number) : -1;
  });
  return (
    depths[0] === 0 &&
    depths.every((depth, at) => depth >= 0 && depth <= (depths[at - 1] ?? 0) + 1) &&
    depths.some((depth) => depth > 0)
  );
}

/**
 * `Alabama | Cities | | 3,287` above ` | | Reporting | 14,985`, then ` | Counties | | 744`: each row states its keys from the first
 * that is another one than above, and the outermost are never stated without those right below them.
 */
function stepsBesideLabels(cells: SheetCells, region: RegionSpec, lines: RegionLines): boolean {
  const columns = keysOf(region).map(({ source }) => source);
  if (columns.length < minSteps || columns.length > maxSteps) return false;
  const rows = [...lines.bodyRows, ...lines.groupRows].sort((a, b) => a - b);
  const statedIn = (row: number) => columns.flatMap((column, at) => (cells.isBlank(row, column) ? [] : [at]));
  if (statedIn(rows[0] ?? 0).length === columns.length) return false;
  const stated = rows.map(statedIn);
  const isRun = (depths: readonly number[]) => depths.every((depth, at) => depth === (depths[0] ?? 0) + at);
  const opensAt = (depth: number) => stated.filter((depths) => depths[0] === depth);
  return (
    stated[0]?.[0] === 0 &&
    stated.every(
      (depths, at) => isRun(depths) && (depths[0] ?? Infinity) <= (stated[at - 1]?.at(-1) ?? 0) + 1,
    ) &&
    columns.every((_, depth) => opensAt(depth).length > 1) &&
    opensAt(0).every((depths) => depths.length > 1 && depths.length < columns.length)
  );
}

function lastBlankBelow(
  cells: SheetCells,
  region: RegionSpec,
  withTotals: readonly number[],
  derived: ReadonlySet<number>,
): number {
  const rows = withTotals.filter((row) => !derived.has(row));
  let last = -1;
  for (const [at, { source }] of keysOf(region).entries()) {
    const outer = at > 0 ? region.columns[at - 1]?.source : undefined;
    // A label without other keys beside it is a heading and not the first row of its group.
    const next = region.columns[at + 1];
    const isKeyed = (row: number) => next !== undefined && !cells.isBlank(row, next.source);
    if (next?.role === 'key' && haveFurtherKeys(cells, source, next.source, rows)) return at;
    if (isWrittenDown(cells, source, rows)) break;
    const isItself = (row: number) => !isKeyed(row) && outer !== undefined && !cells.isBlank(row, outer);
    if (
      last === at - 1 &&
      at > 0 &&
      next?.role === 'key' &&
      isMergedThroughout(cells, source, withTotals, rows, isItself)
    ) {
      last = at;
      continue;
    }
    // The rows may go on under the label of a total that is one of several: that of `2016`, `2017`.
    if (!leavesBlanksBelow(cells, source, rows, withTotals.find(isKeyed))) break;
    const nests = rows.every(
      (row) => outer === undefined || cells.isBlank(row, outer) || !cells.isBlank(row, source),
    );
    // The first row of a group may be its total; a total of all has no further key.
    const labelled = withTotals.filter(
      (row) => !cells.isBlank(row, source) && (isKeyed(row) || !derived.has(row)),
    );
    const besides = labelled.filter(isKeyed);
    if (!nests || !next || besides.length < 0.7 * labelled.length) break;
    // Where most labels are of one row, a blank is unknown unless cells show it.
    const areTied = isMergedBetween(cells, source, withTotals) || isFramed(cells, source, rows);
    if (shareAlone(cells, source, rows) > maxAlone && !areTied) break;
    last = at;
  }
  return last;
}

/**
 * Whether words are written down a column, a character in each row and blanks between them: without borders nobody can
 * tell for which rows they hold, and a character alone says nothing.
 */
function isWrittenDown(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const isCharacter = (row: number | undefined) =>
    row !== undefined &&
    /^\s*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*$/u.test(cells.text(row, column));
  if (!rows.every((row) => cells.isBlank(row, column) || isCharacter(row))) return false;
  const begins = rows.filter(
    (row, at) => isCharacter(row) && isCharacter(rows[at + 1]) && !isCharacter(rows[at - 1]),
  );
  return begins.length >= minWords;
}

/** Where a label is repeated in the next row, a blank is unknown and not the same again. */
function leavesBlanksBelow(
  cells: SheetCells,
  column: number,
  rows: readonly number[],
  first = rows[0],
): boolean {
  const blank = rows.filter((row) => cells.isBlank(row, column)).length;
  if (first === undefined || blank < minBlank * rows.length) return false;
  if (cells.isBlank(first, column) && !cells.isUnderMerged(first, column)) return false;
  return repeatsBelow(cells, column, rows) === 0;
}

/**
 * Whether just the rows that leave a label blank, and those right above them, have a further key: `University of Carolina |
 * Asheville` and ` | Charlotte` among universities with one place only.
 */
function haveFurtherKeys(cells: SheetCells, column: number, next: number, rows: readonly number[]): boolean {
  const isBlank = (row = -1) => cells.isBlank(row, column);
  const blank = rows.filter(isBlank).length;
  if (blank < 2 || isBlank(rows[0])) return false;
  const keyed = rows.filter((row) => !cells.isBlank(row, next));
  const needed = rows.filter((row, at) => isBlank(row) || (at + 1 < rows.length && isBlank(rows[at + 1])));
  return needed.every((row) => !cells.isBlank(row, next)) && keyed.length - needed.length <= blank / 2;
}

/** Of the labels of a column, how many have no blank below. */
function shareAlone(cells: SheetCells, column: number, rows: readonly number[]): number {
  const labelled = rows.filter((row) => !cells.isBlank(row, column)).length;
  const alone = rows.filter(
    (row, at) => !cells.isBlank(row, column) && !cells.isBlank(rows[at + 1] ?? row, column),
  );
  return alone.length / labelled;
}

/** How often a label is that of the row before. */
function repeatsBelow(cells: SheetCells, column: number, rows: readonly number[]): number {
  let count = 0;
  let above = '';
  for (const row of rows) {
    const text = cells.text(row, column).trim();
    if (text !== '' && text === above) count++;
    above = text;
  }
  return count;
}

/** Categories that are written in every row, beside a further key. */
function lastRepeated(cells: SheetCells, region: RegionSpec, rows: readonly number[]): number {
  const keys = keysOf(region);
  const isCategory = ({ source, type }: ColumnSpec) =>
    type === 'VARCHAR' &&
    rows.every((row) => !cells.isBlank(row, source)) &&
    3 * repeatsBelow(cells, source, rows) >= rows.length;
  const end = keys.findIndex((column) => !isCategory(column));
  return (end < 0 ? keys.length : end) < keys.length ? end - 1 : -1;
}

/** The last key column is filled down where merged cells show it, or most of it is blank below its labels. */
function isGroupBeforeValues(cells: SheetCells, region: RegionSpec, rows: readonly number[]): boolean {
  const column = region.columns[region.headerColumns - 1]?.source ?? -1;
  const blank = rows.filter((row) => cells.isBlank(row, column)).length;
  const isMostlyBlank = 2 * blank > rows.length && rows.length - blank > 1;
  return (
    isMergedBetween(cells, column, rows) || (isMostlyBlank && shareAlone(cells, column, rows) <= fewAlone)
  );
}

/** Labels in the middle of their rows, or written down them, with a border around these. */
function findCentredLabels(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
): FillStep | undefined {
  const keys = keysOf(region);
  const end = keys.findIndex(({ source }) => !isFramed(cells, source, rows));
  const framed = end < 0 ? keys : keys.slice(0, end);
  const isCentred = framed.some(({ source }) =>
    borderedBlocks(cells, source, rows).some(
      ([first, ...others]) =>
        cells.isBlank(first ?? 0, source) || others.some((row) => !cells.isBlank(row, source)),
    ),
  );
  if (!isCentred) return undefined;
  region.reasons.push(sayOfReading('reading-borders'));
  return { operator: 'ffill', last: framed.length - 1, within: 'borders' };
}

const keysOf = (region: RegionSpec) => region.columns.slice(0, region.headerColumns);
