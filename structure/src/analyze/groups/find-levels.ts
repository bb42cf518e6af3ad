import type { CellGrid } from '../../cell-grid.js';
import { beginsHeading } from '../../hierarchy/broken-labels.js';
import { countAsOutline, isFirstNumber, numberKey, outerNumber } from '../../hierarchy/numbering.js';
import { withRepeatedParts } from '../../hierarchy/repeated-parts.js';
import { type LabelRange, type RowLabel, readRowLabels, summedColumns } from '../../hierarchy/row-label.js';
import { rowLabelTree } from '../../hierarchy/row-label-tree.js';
import { areLevels, type SumTree, sumTree } from '../../hierarchy/sum-tree.js';
import { filledDownColumns, labelColumns } from '../../key-columns.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { headsDetails } from '../../total-vocabulary.js';
import { hasTotalsWithin, type RegionLines } from '../region-lines.js';
import type { StudiedSheet } from '../studied-sheet.js';
import type { ComputedRows } from '../totals/find-derived-rows.js';
import { nestGroups } from './nest-groups.js';

/** Longer tables are lists of records, not reports. */
const maxRows = 5000;
const maxRowsToSum = 500;
/** What it takes to see levels where nothing but sums tells them. */
const clearSums = { minBits: 16, contraryBits: 6, slack: 0 };

/** For each row, the row of its parent label. */
export function findLevels(
  { cells, grid }: StudiedSheet,
  region: RegionSpec,
  found: RegionLines,
  computed: ComputedRows,
): Record<number, number> {
  const isWhole = (row: number) => !beginsHeading(cells, row, region.range);
  const lines = { ...found, groupRows: found.groupRows.filter(isWhole) };
  const { bodyRows, groupRows } = lines;
  const hasValues = region.columns.some(({ role }) => role === 'value' || role === 'period');
  if (!grid || bodyRows.length + groupRows.length > maxRows || region.headerColumns === 0 || !hasValues)
    return {};
  if (filledDownColumns(region).length > 0) return {};
  const rows = [...bodyRows, ...groupRows].sort((a, b) => a - b);
  const [firstRow, lastRow] = [rows[0], rows.at(-1)];
  if (firstRow === undefined || lastRow === undefined) return {};
  const labels = labelColumns(cells, region, bodyRows);
  if (region.rowRoles.derived.length === 0 && repeatsLabels(grid, labels, bodyRows)) return {};
  if (groupRows.length > 0 && groupRows.every((row) => labels.every((column) => cells.isBlank(row, column))))
    return { ...underGroups(lines, computed), ...nestGroups(grid, region.range.left, lines) };
  const range: LabelRange = {
    labelColumns: labels,
    numberColumn: outlineColumn(
      cells,
      region,
      bodyRows.filter((row) => !computed.has(row)),
    ),
    firstRow,
    lastRow,
    lastColumn: region.range.right,
    headings: new Set(groupRows),
    ...(lines.emptyRows && { emptyRows: lines.emptyRows }),
    valueColumns: region.columns.flatMap(({ role, source }) =>
      role === 'value' || role === 'period' ? [source] : [],
    ),
  };
  const tree = rowLabelTree(grid, { ...range, computed: withoutOtherSides(computed) });
  // A list of names in capitals or with colons looks like headings too, so without better evidence only
  // groups are headings, and they do not nest.
  const hasLevels = showsLevels(grid, region, lines, range);
  const isEmpty = emptyRecords(cells, region, bodyRows);
  const mayHead = new Set(hasLevels ? rows.filter((row) => !isEmpty.has(row)) : groupRows);
  const mayBeHeaded = new Set(hasLevels ? rows : bodyRows);
  const parents: Record<number, number> = {};
  for (const [at, above] of tree.entries()) {
    let parent = above;
    while (parent !== null && !mayHead.has(parent)) parent = tree[parent - firstRow] ?? null;
    if (parent !== null && mayBeHeaded.has(firstRow + at)) parents[firstRow + at] = parent;
  }
  if (!hasLevels) Object.assign(parents, nestGroups(grid, labels[0] ?? 0, lines));
  // `Of which:` heads nothing by itself: what it is about begins in the row above, and ends where only levels tell.
  const heads = groupRows.filter((row) => !labels.some((column) => headsDetails(cells.text(row, column))));
  if (hasLevels && areSiblings(parents, heads))
    Object.assign(parents, underGroups({ ...lines, groupRows: heads }, computed));
  Object.assign(parents, withTheirParts(cells, labels, parents, computed));
  return parents;
}

/** Rows with nothing but a label, where several of them follow each other: they are records, and head nothing. */
function emptyRecords(cells: SheetCells, { range }: RegionSpec, rows: readonly number[]): Set<number> {
  const empty = new Set(rows.filter((row) => cells.filledInRow(row, range).length < 2));
  const isThird = (row: number) => empty.has(row - 1) && empty.has(row - 2);
  return [...empty].some(isThird) ? empty : new Set();
}

/**
 * Both sides of an account add up to the same, so the total of the first equals the parts of the second, which have
 * their own total below them.
 */
function withoutOtherSides(computed: ComputedRows): ComputedRows {
  const closed = new Set(
    [...computed].filter(([row, parts]) => row > Math.max(...parts)).map(([, parts]) => parts.join(' ')),
  );
  const isOther = (row: number, parts: readonly number[]) =>
    parts.length > 0 && row < Math.min(...parts) && closed.has(parts.join(' '));
  return new Map([...computed].map(([row, parts]) => [row, isOther(row, parts) ? [] : parts]));
}

/** Whether nothing is below any group, nor any group below something: they look like the rows that they head. */
function areSiblings(parents: Record<number, number>, groupRows: readonly number[]): boolean {
  const heads = new Set(Object.values(parents));
  return groupRows.length > 1 && groupRows.every((row) => !heads.has(row) && parents[row] === undefined);
}

/**
 * Labels of groups in another column than those of the rows, as over the codes of articles, hold for the rows
 * below. A total belongs to a group only if it adds up nothing else; one that adds up several groups ends the last.
 */
function underGroups({ bodyRows, groupRows }: RegionLines, computed: ComputedRows): Record<number, number> {
  const groups = new Set(groupRows);
  const parents: Record<number, number> = {};
  let group: number | undefined;
  let members = 0;
  for (const row of [...bodyRows, ...groupRows].sort((a, b) => a - b)) {
    const parts = computed.get(row);
    const head = group;
    // What is computed from a single row does not show that.
    const isOfGroup = (above: number) =>
      !parts || (parts.length === 0 ? members === 1 : parts.every((part) => part > above));
    if (groups.has(row)) [group, members] = [row, 0];
    else if (head !== undefined && isOfGroup(head)) {
      parents[row] = head;
      members++;
    } else if (parts?.every((part) => part < row) && parts.some((part) => part < (head ?? row)))
      group = undefined;
  }
  return parents;
}

/** A total without a label belongs where all of its parts do. */
function withTheirParts(
  cells: SheetCells,
  labels: readonly number[],
  parents: Record<number, number>,
  computed: ComputedRows,
): Record<number, number> {
  const found: Record<number, number> = {};
  for (const [row, parts] of computed) {
    const parent = parents[parts[0] ?? -1];
    const isUnlabelled = labels.every((column) => cells.isBlank(row, column));
    if (parent !== undefined && isUnlabelled && parts.every((part) => parents[part] === parent))
      found[row] = parent;
  }
  return found;
}

/** In a list the next row often has the same label, or none; in a report every row has its own. */
function repeatsLabels(grid: CellGrid, labels: readonly number[], rows: readonly number[]): boolean {
  const labelOf = (row: number) => labels.map((column) => grid.text(row, column).trim()).join(' ');
  const repeated = rows.filter((row, at) => at > 0 && labelOf(row) === labelOf(rows[at - 1] as number));
  return 2 * repeated.length > rows.length;
}

/**
 * Whether rows have levels. One stray space, a bold row or a total at either end does not make a report of a
 * list: it takes totals between the rows, or several labels that go together.
 */
function showsLevels(
  grid: CellGrid,
  region: RegionSpec,
  { bodyRows, groupRows }: RegionLines,
  range: LabelRange,
): boolean {
  const derived = new Set(region.rowRoles.derived);
  if (range.labelColumns.length > 1 || hasTotalsWithin(bodyRows, derived)) return true;
  if (derived.size > 0 && groupRows.length > 0) return true;
  const read = readRowLabels(grid, range);
  return (
    isIndentedInSteps(read) ||
    isNumberedInSteps(read) ||
    hasDetails(read) ||
    (read.length <= maxRowsToSum && areLevels(levelsOfAlike(grid, bodyRows, range)))
  );
}

/** The levels of rows that look the same, which only sums and repetition tell. */
function levelsOfAlike(grid: CellGrid, rows: readonly number[], range: LabelRange): SumTree {
  const [column = 0] = range.labelColumns;
  const sums = sumTree(grid, rows, summedColumns(grid, range), clearSums);
  return withRepeatedParts(
    sums,
    rows.map((row) => grid.text(row, column)),
  );
}

/** The key column in which an outline is numbered, beside the column of the labels. */
function outlineColumn(
  cells: SheetCells,
  { columns, headerColumns }: RegionSpec,
  rows: readonly number[],
): number | undefined {
  const textsIn = (column: number) =>
    rows.map((row) => cells.text(row, column).trim()).filter((text) => text !== '');
  return columns
    .slice(0, headerColumns)
    .map(({ source }) => source)
    .find((column) => countAsOutline(textsIn(column)));
}

/** `of which laptops`, `of which network` below `Hardware`. */
const hasDetails = (labels: readonly RowLabel[]) =>
  labels[0]?.isDetail === false && labels.filter(({ isDetail }) => isDetail).length >= 2;

/** A single space is often a slip of the hand, so it takes more of them. A total of all may be indented above the outermost. */
function isIndentedInSteps(labels: readonly RowLabel[]): boolean {
  const outermost = labels.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const indented = labels.filter(({ indent }) => indent > outermost);
  const clearly = indented.filter(({ indent }) => indent > outermost + 1);
  const isUnderAnother = labels.slice(0, 2).some(({ indent }) => indent === outermost);
  return (
    isUnderAnother && (clearly.length >= 2 || (indented.length >= 3 && 4 * indented.length >= labels.length))
  );
}

/** Such as 1, 1.1, 1.2 or Ⅰ, (1), (2), Ⅱ; a code such as 1-2 without a 1 is just a code. */
function isNumberedInSteps(labels: readonly RowLabel[]): boolean {
  const numberings = labels.flatMap(({ numbering }) => (numbering ? [numbering] : []));
  const known = new Set(numberings.map(numberKey));
  if (numberings.filter((one) => known.has(outerNumber(one))).length >= 2) return true;
  // Initials of names change their style too, but do not count from the first.
  const outer = numberings[0]?.style;
  const inner = new Set(numberings.filter(({ style }) => style !== outer).map(numberKey));
  const begun = numberings.filter(({ style }, at) => style !== outer && style !== numberings[at - 1]?.style);
  return inner.size >= 2 && 2 * numberings.length >= labels.length && begun.every(isFirstNumber);
}

/** Whether rows have levels: nested labels, or totals elsewhere than at the very start or end. */
export function isReport(
  cells: SheetCells,
  region: RegionSpec,
  { bodyRows, groupRows }: RegionLines,
): boolean {
  const derived = new Set(region.rowRoles.derived);
  const groups = new Set(groupRows);
  if (derived.size > 0 && groups.size > 0) return true;
  if (hasTotalsWithin(bodyRows, derived) || hasCategoryRows(cells, region, bodyRows)) return true;
  return Object.values(region.rowParents ?? {}).some((parent) => !groups.has(parent));
}

/** Whether categories have rows of their own, with their items below: the items leave the category blank. */
function hasCategoryRows(cells: SheetCells, region: RegionSpec, rows: readonly number[]): boolean {
  const filled = filledDownColumns(region).length;
  if (filled === 0) return false;
  const keys = region.columns.slice(0, region.headerColumns).map(({ source }) => source);
  const [categories, items] = [keys.slice(0, filled), keys.slice(filled)];
  const isBlankIn = (row: number, columns: readonly number[]) =>
    columns.every((column) => cells.isBlank(row, column));
  // A row that states neither says something more about the item above.
  const isCategory = (row: number | undefined) =>
    row !== undefined && isBlankIn(row, items) && !isBlankIn(row, categories);
  const isItem = (row: number | undefined) =>
    row !== undefined && !isCategory(row) && isBlankIn(row, categories.slice(-1));
  const heads = rows.filter((row, at) => isCategory(row) && isItem(rows[at + 1]));
  return items.length > 0 && heads.length > 1;
}
