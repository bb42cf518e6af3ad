import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { LineRole } from '../lines/line-role.js';
import { opensWithTotal, readsAsDate } from '../lines/line-vocabulary.js';
import type { SheetCells } from '../sheet-cells.js';
import { groupsWithZero } from './groups/groups-with-zero.js';
import { withoutEmptyHeadings } from './groups/records-without-values.js';

/** Of the records that have a code for their label, so that it is the usual one. */
const codeShare = 0.8;
/** Rows named like a column: fewer may be so by chance. */
const minNamed = 4;
/** Records looked at: they show what the columns have. */
const maxCompared = 40;

/** The roles of a table's rows; blank rows within it are in none of the lists. */
export interface RegionLines {
  /** All header rows, also those repeated between the rows. */
  headerRows: number[];
  /** The header rows above everything else, which name the columns. */
  topHeaderRows: number[];
  groupRows: number[];
  derivedRows: number[];
  /** Rows that are neither header nor group; the derived ones are among them. */
  bodyRows: number[];
  /** Those, and groups with numbers of their own. */
  recordRows: number[];
  /** Records that have no values. */
  emptyRows?: ReadonlySet<number>;
}

export function readRegionLines(
  cells: SheetCells,
  range: CellRange,
  roles: readonly LineRole[],
): RegionLines {
  const lines: RegionLines = {
    headerRows: [],
    topHeaderRows: [],
    groupRows: [],
    derivedRows: [],
    bodyRows: [],
    recordRows: [],
  };
  const isOneColumn = cells.filledColumns(range).length === 1;
  const filled = cells.filledRows(range).filter((row) => roles[row] !== 'empty');
  const isCode = codesIn(cells, range, filled, roles);
  const rowsOf = (role: LineRole) => filled.filter((row) => roles[row] === role);
  const records = rowsOf('data').slice(0, maxCompared);
  const hasFields = fieldsIn(cells, range, records);
  const isAcross = namesAcross(cells, range, rowsOf('header'), records);
  const isGroupWithZero = groupsWithZero(cells, range, rowsOf('group')[0], records);
  for (const [at, row] of filled.entries()) {
    const closes = lines.bodyRows.at(-1) === row - 1 && (filled[at + 1] ?? row) > row + 1;
    const said = roles[row] ?? 'data';
    if (said !== 'header' && cells.isLineOfLabel(row, range)) continue;
    // A label right below a record and above a blank row heads nothing: it is a record without values.
    const isRecord =
      isOneColumn || (said === 'group' && (closes || isCode(row) || hasFields(row) || isAcross(row)));
    const isGroup = !closes && isGroupWithZero(row);
    const role = said === 'header' ? said : isRecord ? 'data' : isGroup ? 'group' : said;
    if (role === 'header') {
      if (lines.bodyRows.length === 0) lines.topHeaderRows.push(row);
      lines.headerRows.push(row);
    } else if (role === 'group') {
      lines.groupRows.push(row);
      if (cells.isRecord(row, range)) lines.recordRows.push(row);
    } else {
      lines.bodyRows.push(row);
      lines.recordRows.push(row);
      if (role === 'derived') lines.derivedRows.push(row);
    }
  }
  // A list of one column has no values that a label could be over or a total of.
  if (isOneColumn) return lines;
  const isLoneLabel = (row: number) => cells.isLone(row, range.left, range) && !isCode(row);
  const taken = takeLoneLabels(cells, range, withWholeTotals(cells, range, lines), isLoneLabel);
  return withoutEmptyHeadings(cells, range, taken);
}

/**
 * Whether the label of a row is a code, a number, a date or an address like those of the records: `A2` between `A1`
 * and `A3` is a record that has no values yet, and heads nothing.
 */
function codesIn(
  cells: SheetCells,
  range: CellRange,
  rows: readonly number[],
  roles: readonly LineRole[],
): (row: number) => boolean {
  const { left } = range;
  const patternOf = (row: number) => codePattern(cells.text(row, left).trim());
  const isRecord = (row: number) =>
    roles[row] === 'data' && !cells.isBlank(row, left) && !cells.isLone(row, left, range);
  let usual: string | undefined | null = null;
  return (row) => {
    const pattern = patternOf(row);
    if (pattern === undefined) return false;
    if (usual === null) usual = usualOf(rows.filter(isRecord).map(patternOf));
    return pattern === usual;
  };
}

/**
 * Whether the label of a row names a column as well, as those of the records do: the first row of a matrix of distances has no
 * values, and heads nothing.
 */
function namesAcross(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  records: readonly number[],
): (row: number) => boolean {
  const textOf = (row: number) => cells.text(row, range.left).trim();
  const names = new Set<string>();
  for (const row of headerRows)
    for (const column of cells.filledInRow(row, range)) names.add(cells.text(row, column).trim());
  const named = records.filter((row) => names.has(textOf(row)));
  const isMatrix = named.length >= minNamed && 2 * named.length > records.length;
  return (row) => isMatrix && names.has(textOf(row));
}

/** The pattern of the first, if most have it. */
function usualOf(patterns: readonly (string | undefined)[]): string | undefined {
  const [first] = patterns;
  const like = patterns.filter((pattern) => pattern === first).length;
  return like >= codeShare * patterns.length ? first : undefined;
}

/**
 * Whether a row has words beside its label where the records have words too: it is a record that lacks the others, and
 * would lose them if it headed a group. The label may be repeated at the right.
 */
function fieldsIn(cells: SheetCells, range: CellRange, records: readonly number[]): (row: number) => boolean {
  const hasWords = new Map<number, boolean>();
  const isOfWords = (column: number) => {
    const filled = records.filter((row) => !cells.isBlank(row, column));
    return 2 * filled.length > records.length && filled.every((row) => !cells.isNumber(row, column));
  };
  return (row) => {
    const [label, ...others] = cells.filledInRow(row, range);
    if (label === undefined || others.length === 0) return false;
    const name = cells.text(row, label).trim();
    for (const column of others) if (!hasWords.has(column)) hasWords.set(column, isOfWords(column));
    return others.every((column) => cells.text(row, column).trim() !== name && hasWords.get(column));
  };
}

/** `A0` for `B12`, `0` for a number, `true` for either truth value; undefined for words. */
function codePattern(text: string): string | undefined {
  if (readsAsDate(text)) return 'date';
  if (/^[-+]?[\d.,]*\d$/.test(text)) return '0';
  if (/^\S+@\S+\.\S+$/.test(text)) return '@';
  if (/^(?:true|false)$/i.test(text)) return 'true';
  return /^(?=.*\d)(?=.*[A-Za-z])[\w.-]{2,10}$/.test(text)
    ? text.replaceAll(/\d+/g, '0').replaceAll(/[A-Za-z]+/g, 'A')
    : undefined;
}

/**
 * A total whose label is merged over several rows includes all of them: `合計` beside its figures and their
 * breakdown.
 */
function withWholeTotals(cells: SheetCells, range: CellRange, lines: RegionLines): RegionLines {
  const derived = new Set(lines.derivedRows);
  for (const { top, left, bottom } of cells.sheet.merges) {
    const isInside = top >= range.top && bottom <= range.bottom && left >= range.left && left <= range.right;
    if (!isInside || top === bottom || !opensWithTotal(cells.text(top, left))) continue;
    const covered = lines.bodyRows.filter((row) => row >= top && row <= bottom);
    if (covered.some((row) => derived.has(row))) for (const row of covered) derived.add(row);
  }
  return { ...lines, derivedRows: [...derived].sort((a, b) => a - b) };
}

/**
 * Labels alone in their rows are for the rows below, where the first column contains nothing else, or where
 * the table begins with one and they never end it.
 */
function takeLoneLabels(
  cells: SheetCells,
  range: CellRange,
  lines: RegionLines,
  isLone: (row: number) => boolean,
): RegionLines {
  const labelled = lines.bodyRows.filter((row) => !cells.isBlank(row, range.left));
  const areAllLone =
    labelled.length > 0 && 2 * labelled.length <= lines.bodyRows.length && labelled.every(isLone);
  const plain = lookOfRecords(cells, range, lines);
  const isHeading = (row: number) => isLone(row) && emphasisOf(cells, row, range.left) !== plain;
  const taken = new Set(areAllLone ? labelled : loneFromTheTop(lines, isHeading));
  if (taken.size === 0) return lines;
  const without = (rows: readonly number[]) => rows.filter((row) => !taken.has(row));
  return {
    ...lines,
    groupRows: [...lines.groupRows, ...taken].sort((a, b) => a - b),
    derivedRows: without(lines.derivedRows),
    bodyRows: without(lines.bodyRows),
    recordRows: without(lines.recordRows),
  };
}

/** The look of the records' labels, where the first heading is set off from them: what looks so heads nothing. */
function lookOfRecords(
  cells: SheetCells,
  { left }: CellRange,
  { bodyRows, groupRows }: RegionLines,
): string | undefined {
  const [heading] = groupRows;
  const record = bodyRows.find((row) => !cells.isBlank(row, left));
  if (heading === undefined || record === undefined || heading > record) return undefined;
  const look = emphasisOf(cells, record, left);
  return emphasisOf(cells, heading, left) === look ? undefined : look;
}

/** Indents do not count: they set off levels, among headings too. */
function emphasisOf(cells: SheetCells, row: number, column: number): string {
  const { bold, fill } = cells.style(row, column);
  return `${bold} ${fill}`;
}

function loneFromTheTop({ bodyRows, groupRows }: RegionLines, isLone: (row: number) => boolean): number[] {
  const groups = new Set(groupRows);
  const isHeading = (row: number) => groups.has(row) || isLone(row);
  const first = Math.min(bodyRows[0] ?? Infinity, groupRows[0] ?? Infinity);
  const last = Math.max(bodyRows.at(-1) ?? -1, groupRows.at(-1) ?? -1);
  if (last < 0 || !isHeading(first) || isHeading(last)) return [];
  const lone = bodyRows.filter(isLone);
  const headings = lone.length + groups.size;
  return headings > 1 && 3 * headings <= 2 * (bodyRows.length + groups.size) ? lone : [];
}

/** Whether totals stand between the rows, and not only at the very start or end. */
export function hasTotalsWithin(rows: readonly number[], derived: ReadonlySet<number>): boolean {
  const first = rows.findIndex((row) => !derived.has(row));
  const last = rows.findLastIndex((row) => !derived.has(row));
  return first >= 0 && rows.slice(first, last + 1).some((row) => derived.has(row));
}
