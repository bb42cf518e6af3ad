import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../../cell-grid.js';
import { labelLook } from '../../cell-look.js';
import type { SheetCells } from '../../sheet-cells.js';
import { headsDetails } from '../../total-vocabulary.js';
import type { RegionLines } from '../region-lines.js';
import type { StudiedSheet } from '../studied-sheet.js';

/** Fewer labels without values right below each other are headings. */
const minEmpty = 4;
/** Rows in which a label has values beside it, with the same label above or below. */
const minAlike = 2;
/** Sections that each have a heading and a total of their own, so that no heading stands within them. */
const minSections = 2;

/**
 * Labels without values that head nothing: those within rows that add up to one total, looking like the records around them, and
 * those that have values elsewhere, between the same labels. They are records without values.
 */
export function takeRecordsWithoutValues(
  { cells, grid }: StudiedSheet,
  range: CellRange,
  lines: RegionLines,
): RegionLines {
  if (!grid) return lines;
  const emptyRows = new Set([
    ...labelsWithinSums(cells, grid, range, lines),
    ...labelsOfRecords(cells, range, lines),
  ]);
  return emptyRows.size === 0 ? lines : { ...asRecords(lines, emptyRows), emptyRows };
}

function asRecords(lines: RegionLines, records: ReadonlySet<number>): RegionLines {
  const withThem = (rows: readonly number[]) => [...new Set([...rows, ...records])].sort((a, b) => a - b);
  return {
    ...lines,
    groupRows: lines.groupRows.filter((row) => !records.has(row)),
    bodyRows: withThem(lines.bodyRows),
    recordRows: withThem(lines.recordRows),
  };
}

/** The rows that a total closes, from the one before it on. */
interface Section {
  total: number;
  headings: number[];
  /** From its first record on. */
  rows: number[];
}

function labelsWithinSums(cells: SheetCells, grid: CellGrid, range: CellRange, lines: RegionLines): number[] {
  const lone = new Set(loneRows(cells, range, lines));
  if (lone.size === 0) return [];
  const sections = sectionsOf(lines).filter((section) => addsUp(grid, range, section));
  const haveHeadings =
    sections.length >= minSections && sections.every(({ headings }) => headings.length === 1);
  return sections.flatMap((section) => {
    const { headings, rows } = section;
    const isWhole = headings.length === 0 || haveHeadings;
    const within = new Set<number>();
    let record = -1;
    for (const [at, row] of rows.entries()) {
      if (!lone.has(row)) record = row;
      else if (record >= 0 && rows[at - 1] === row - 1 && isLike(cells, range, row, record)) within.add(row);
    }
    const last = rows.findLastIndex((row) => !within.has(row));
    return isWhole ? [...within] : rows.slice(last + 1);
  });
}

function sectionsOf({ bodyRows, groupRows, derivedRows }: RegionLines): Section[] {
  const derived = new Set(derivedRows);
  const groups = new Set(groupRows);
  const sections: Section[] = [];
  let begun: number[] = [];
  for (const row of [...bodyRows, ...groupRows].sort((a, b) => a - b)) {
    if (!derived.has(row)) {
      begun.push(row);
      continue;
    }
    const first = begun.findIndex((other) => !groups.has(other));
    if (first >= 0) sections.push({ total: row, headings: begun.slice(0, first), rows: begun.slice(first) });
    begun = [];
  }
  return sections;
}

const loneRows = (cells: SheetCells, range: CellRange, { bodyRows, groupRows }: RegionLines) =>
  [...bodyRows, ...groupRows].filter((row) => cells.isLone(row, range.left, range));

/** Whether a total is the sum of its section in each of its columns. */
function addsUp(grid: CellGrid, { left, right }: CellRange, { total, rows }: Section): boolean {
  let columns = 0;
  for (let column = left + 1; column <= right; column++) {
    const stated = grid.number(total, column);
    if (Number.isNaN(stated)) continue;
    let sum = 0;
    for (const row of rows) sum += grid.number(row, column) || 0;
    if (Math.abs(sum - stated) > Math.abs(stated) * 1e-9 + 1e-6) return false;
    if (stated !== 0) columns++;
  }
  return columns > 0;
}

/** Whether a row has nothing but a label that looks like that of a record. */
function isLike(cells: SheetCells, range: CellRange, row: number, record: number): boolean {
  const { left } = range;
  const label = cells.text(row, left).trim();
  const isInCapitals = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();
  return (
    cells.isLone(row, left, range) &&
    !/[:：]$/.test(label) &&
    !headsDetails(label) &&
    labelLook(cells, row, left) === labelLook(cells, record, left) &&
    isInCapitals(cells.text(record, left)) === isInCapitals(label)
  );
}

/** `Cleared` without values above `Uncleared`, where other rows of these names have some. */
function labelsOfRecords(cells: SheetCells, range: CellRange, lines: RegionLines): number[] {
  const { left } = range;
  const rows = [...lines.bodyRows, ...lines.groupRows].sort((a, b) => a - b);
  const lone = new Set(loneRows(cells, range, lines));
  if (lone.size === 0) return [];
  const labels = rows.map((row) => cells.text(row, left).trim());
  const pairsAt = (at: number) => [
    `${labels[at - 1]}\n${labels[at]}\n`,
    `\n${labels[at]}\n${labels[at + 1]}`,
  ];
  const counts = new Map<string, number>();
  for (const [at, row] of rows.entries())
    if (!lone.has(row)) for (const pair of pairsAt(at)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const isAlike = (at: number) => pairsAt(at).some((pair) => (counts.get(pair) ?? 0) >= minAlike);
  return rows.filter((row, at) => lone.has(row) && isAlike(at));
}

/**
 * Several labels right below each other that look the same head nothing: they are records that have no values, and so are
 * the other labels alone in their rows that look like them.
 */
export function withoutEmptyHeadings(cells: SheetCells, range: CellRange, lines: RegionLines): RegionLines {
  const { left } = range;
  const { groupRows } = lines;
  const lookOf = (row: number) => labelLook(cells, row, left);
  const isAfter = (row: number, at: number) =>
    groupRows[at - 1] === row - 1 && lookOf(row) === lookOf(row - 1);
  const thirds = groupRows.filter((row, at) => isAfter(row, at) && isAfter(row - 1, at - 1));
  const looks = new Set(thirds.map(lookOf));
  const records = groupRows.filter((row) => cells.isLone(row, left, range) && looks.has(lookOf(row)));
  // Three of them once may be headings of three levels.
  if (thirds.length < 2 || records.length < minEmpty || 2 * records.length < lines.bodyRows.length)
    return lines;
  return asRecords(lines, new Set(records));
}
