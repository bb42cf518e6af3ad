import type { RegionSpec } from '../../core/parse-spec.js';
import { computedRows } from '../arithmetic/computed-lines.js';
import { namesDifference } from '../arithmetic/label-words.js';
import type { ComputedLine } from '../arithmetic/operation.js';
import { placeOf } from '../sheet-cells.js';
import { endsLikeTotal, namesRatio, namesTotal, opensDetail } from '../total-words.js';
import {
  hasFewDigits,
  isGreatest,
  outgrowsNeighbour,
  withoutCircles,
  withoutCrossing,
  withoutFewOfMany,
} from './chance-sums.js';
import { closingAverage, closingRows } from './closing-rows.js';
import { countsOfWords } from './counts-of-words.js';
import { totalsByLabel } from './kinds-under-labels.js';
import {
  calledLikeNext,
  codedRows,
  isFullRecord,
  labelsOfRow,
  mergedTops,
  namedAlike,
  nameOfRecords,
  namesComputed,
  usualLabels,
} from './labels-of-rows.js';
import type { RegionLines } from './region-lines.js';
import { sumsOfRemainders } from './remainders.js';
import { RowLooks } from './row-looks.js';
import type { StudiedSheet } from './studied-sheet.js';
import { levelSums, nestedSums, unlabelledTotal } from './sums-of-rows.js';
import { tiledTotals } from './tiled-totals.js';
import { totalsBeside } from './totals-beside.js';

/** Longer tables are lists, whose totals the line roles already show. */
const mostRows = 2000;

/** The rows that are computed, each with the rows that it is computed from, as far as numbers show it. */
export type ComputedRows = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the rows that formulas, or names and numbers together, show to be computed, and adds them to those
 * that the line roles say.
 */
export function findDerivedRows(sheet: StudiedSheet, region: RegionSpec, lines: RegionLines): ComputedRows {
  const computed = new Map(studyRows(sheet, region, lines));
  for (const row of countsOfWords(sheet.cells, region, lines.bodyRows)) computed.set(row, []);
  region.rowRoles.derived = [...computed.keys()].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  // A table in which nothing else is left has figures of another table for its records.
  if (lines.recordRows.some((row) => !computed.has(row))) return computed;
  region.rowRoles.derived = [];
  lines.derivedRows = [];
  return new Map();
}

function studyRows(
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
  const differences = lines.bodyRows.filter((row) => {
    const labels = labelsOf(row);
    return labels.some(namesDifference) && !labels.some(namesTotal);
  });
  const mayStateTotal = (row: number) =>
    labelsOf(row).some(namesTotal) || keys.every((column) => cells.isBlank(row, column));
  const told = withoutFewOfMany(
    withoutCrossing(
      withoutCircles([
        ...sumsOfRemainders(rows.filter(isSure), (row) => labelsOf(row).some(namesTotal)),
        ...levelSums({ cells, grid }, region, lines, rows),
        ...unlabelledTotal({ cells, grid }, region, lines.bodyRows),
        ...totalsBeside(grid, values, lines, mayStateTotal),
      ]),
      isNamed,
    ),
    differences,
  );
  const isTotal = (row: number) => known.has(row) || labelsOf(row).some(namesTotal);
  const sources = values.map(({ source }) => source);
  const others = lines.bodyRows.filter((row) => !isTotal(row));
  // Where records have several keys, these tell what they belong to.
  const tiled = keys.length === 1 ? tiledTotals(grid, others, sources) : [];
  const found = [...told, ...nestedSums(grid, lines, values, told, isTotal), ...tiled];
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
  const records = lines.bodyRows.filter((row) => !known.has(row) && !computed.has(row));
  // The role of a line alone does not make it a total, except in a text file, in which fewer signs are left.
  const mayBeTotal = (row: number) =>
    dialect !== null &&
    !hasSmallNumbers(row) &&
    (row === bottom
      ? isGreatest(grid, values, lines.bodyRows, row)
      : outgrowsNeighbour(grid, values, records, row));
  const isNameOfOthers = nameOfRecords(labelsOf, lines.bodyRows, new Set([...known, ...computed]));
  const isBesideOthers = calledLikeNext(labelsOf, lines.bodyRows, new Set([...known, ...computed]));
  const isBelieved = (row: number) =>
    !isRecord(row) &&
    !isSelected(row) &&
    !isNameOfOthers(row) &&
    !isBesideOthers(row) &&
    (isNamed(row) || mayBeTotal(row));
  const kept = [...known].filter((row) => computed.has(row) || (!isMinuend(row) && isBelieved(row)));
  // Most rows of a table are not computed; where they look so, they are only alike.
  const isLikely = 2 * kept.length <= lines.bodyRows.length;
  const named = kept.filter((row) => isLikely || isNamed(row));
  const sure = new Set([...named, ...computed]);
  for (const row of namedAlike(labelsOf, lines.bodyRows, sure, usual)) sure.add(row);
  for (const row of closingAverage({ cells, grid }, region, lines.bodyRows)) sure.add(row);
  for (const row of closingRows({ cells, grid }, region, lines.bodyRows, sure)) sure.add(row);
  const byLabel = totalsByLabel(cells, grid, region, lines.bodyRows);
  region.rowRoles.derived = byLabel ?? [...sure].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  return partsOf(region, found);
}

function partsOf({ rowRoles }: RegionSpec, found: readonly ComputedLine[]): ComputedRows {
  const parts = new Map(found.map(({ line, parts }) => [line, parts.map((part) => part.line)]));
  return new Map(rowRoles.derived.map((row) => [row, parts.get(row) ?? []]));
}
