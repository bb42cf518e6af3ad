import { computedRows } from '../../arithmetic/computed-lines.js';
import type { ComputedLine } from '../../arithmetic/operation.js';
import { namesDifference } from '../../arithmetic/operation-vocabulary.js';
import type { CellGrid } from '../../cell-grid.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { namesRatio } from '../../total-vocabulary.js';
import type { RegionLines } from '../region-lines.js';
import type { StudiedSheet } from '../studied-sheet.js';
import {
  isGreatest,
  outgrowsNeighbour,
  withoutCircles,
  withoutCrossing,
  withoutFewOfMany,
} from './chance-sums.js';
import { closingAverage, figuresBelowPeriods } from './closing-average.js';
import { closingRows } from './closing-rows.js';
import { countsOfWords } from './counts-of-words.js';
import { formulasOfLetters } from './formulas-of-letters.js';
import { totalsByLabel } from './kinds-under-labels.js';
import { calledLikeNext, firstOfGroupsAlike, namedAlike, nameOfRecords } from './labels-of-rows.js';
import { sumsOfRemainders } from './remainders.js';
import { RowSigns } from './row-signs.js';
import { levelSums, nestedSums, unlabelledTotal } from './sums-of-rows.js';
import { totalsBeside } from './totals-beside.js';
import { totalsOfHours } from './totals-of-hours.js';

/** Longer tables are lists, whose totals the line roles already show. */
const maxRows = 2000;

/** The rows that are computed, each with the rows that it is computed from, as far as numbers show it. */
export type ComputedRows = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the rows that formulas, or names and numbers together, show to be computed, and adds them to those
 * that the line roles say.
 */
export function findDerivedRows(sheet: StudiedSheet, region: RegionSpec, lines: RegionLines): ComputedRows {
  const computed = new Map(studyRows(sheet, region, lines));
  const { bodyRows } = lines;
  for (const row of countsOfWords(sheet.cells, region, bodyRows)) computed.set(row, []);
  for (const row of hoursAdded(sheet.cells, region, bodyRows)) if (!computed.has(row)) computed.set(row, []);
  region.rowRoles.derived = [...computed.keys()].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  // A table in which nothing else is left has figures of another table for its records.
  if (lines.recordRows.some((row) => !computed.has(row))) return computed;
  region.rowRoles.derived = [];
  lines.derivedRows = [];
  return new Map();
}

const hoursAdded = (cells: SheetCells, { columns }: RegionSpec, rows: readonly number[]) =>
  rows.length > maxRows
    ? []
    : totalsOfHours(
        (row, column) => cells.text(row, column),
        columns.map(({ source }) => source),
        rows,
      );

function studyRows(sheet: StudiedSheet, region: RegionSpec, lines: RegionLines): ComputedRows {
  const { cells, grid } = sheet;
  if (!grid || lines.bodyRows.length > maxRows) return partsOf(region, []);
  const signs = new RowSigns(cells, grid, region, lines);
  if (signs.values.length === 0 || lines.bodyRows.length === 0) return partsOf(region, []);
  const found = computedByNumbers({ cells, grid }, region, lines, signs);
  const computed = new Set(found.map(({ line }) => line));
  const sure = new Set([...believedRoles(sheet, region, lines, signs, found), ...computed]);
  for (const row of namedAlike(signs.labelsOf, lines.bodyRows, sure, signs.usualLabels)) sure.add(row);
  for (const row of firstOfGroupsAlike(signs.labelsOf, lines, sure)) sure.add(row);
  for (const row of formulasOfLetters(signs.labelsOf, lines.bodyRows)) sure.add(row);
  for (const row of closingAverage({ cells, grid }, region, lines.bodyRows)) sure.add(row);
  for (const row of figuresBelowPeriods(cells, region, lines)) sure.add(row);
  // What is a total by nothing but the rows below it closes nothing: these are its parts.
  const last = Math.max(...sure);
  if (signs.isNamed(last) || !found.some((total) => total.line === last && isAboveParts(total)))
    for (const row of closingRows({ cells, grid }, region, lines.bodyRows, sure)) sure.add(row);
  const byLabel = totalsByLabel(cells, grid, region, lines.bodyRows);
  region.rowRoles.derived = byLabel ?? [...sure].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  return partsOf(region, found);
}

const isAboveParts = ({ line, operation, parts }: ComputedLine) =>
  operation === 'sum' && parts.length > 1 && parts.every((part) => part.line > line);

/** The rows that formulas compute, or that are what their names say by their numbers. */
function computedByNumbers(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  lines: RegionLines,
  signs: RowSigns,
): ComputedLine[] {
  const { labelsOf, values } = signs;
  const rows = computedRows(grid, {
    range: {
      top: lines.bodyRows[0] as number,
      left: values[0]?.source as number,
      bottom: lines.bodyRows.at(-1) as number,
      right: values.at(-1)?.source as number,
    },
    rowLabel: (row) => labelsOf(row).join(' ').trim(),
    columnLabel: (column) => region.columns.find(({ source }) => source === column)?.name ?? '',
    standsOut: signs.standsOut,
  });
  const body = new Set(lines.bodyRows);
  const known = new Set(region.rowRoles.derived);
  const isSure = ({ line, operation, evidence }: ComputedLine) => {
    if (!body.has(line) || operation === 'running_balance') return false;
    if (evidence === 'formula') return true;
    if (signs.isRecord(line)) return false;
    if (known.has(line))
      return signs.isBorneOut(line) || !(signs.hasSmallNumbers(line) || signs.hasOwnCode(line));
    if (operation === 'ratio') return labelsOf(line).some(namesRatio);
    return signs.isBorneOut(line);
  };
  const differences = lines.bodyRows.filter(
    (row) => labelsOf(row).some(namesDifference) && !signs.namesTotal(row),
  );
  const told = withoutFewOfMany(
    withoutCrossing(
      withoutCircles([
        ...sumsOfRemainders(rows.filter(isSure), signs.namesTotal),
        ...levelSums({ cells, grid }, region, lines, rows),
        ...unlabelledTotal({ cells, grid }, region, lines.bodyRows),
        ...totalsBeside(grid, values, lines, signs.mayStateTotal),
      ]),
      signs.isNamed,
    ),
    differences,
  );
  const isTotal = (row: number) => known.has(row) || signs.namesTotal(row);
  const nested = nestedSums(grid, lines, values, told, isTotal);
  return [...told, ...nested];
}

/** The rows that the line roles call computed, as far as nothing speaks against it. */
function believedRoles(
  { grid, dialect }: StudiedSheet,
  region: RegionSpec,
  lines: RegionLines,
  signs: RowSigns,
  found: readonly ComputedLine[],
): number[] {
  const { labelsOf, values } = signs;
  const known = new Set(region.rowRoles.derived);
  const computed = new Set(found.map(({ line }) => line));
  // Sales look like the sum of costs and profit, but the profit is what was computed.
  const isMinuend = (row: number) =>
    found.some(
      ({ operation, parts }) => operation === 'difference' && parts.some(({ line }) => line === row),
    );
  // Where one profit among selected figures is not computed from the others, no other is by its name alone.
  const profits = lines.bodyRows.filter((row) => !computed.has(row) && labelsOf(row).some(namesDifference));
  const areSelected = profits.some((row) => !known.has(row));
  const isSelected = (row: number) => areSelected && profits.includes(row) && !signs.namesTotal(row);
  const records = lines.bodyRows.filter((row) => !known.has(row) && !computed.has(row));
  // The role of a line alone does not make it a total, except in a text file, in which fewer signs are left.
  const mayBeTotal = (row: number) =>
    dialect !== null &&
    grid !== null &&
    !signs.hasSmallNumbers(row) &&
    (row === lines.bodyRows.at(-1)
      ? isGreatest(grid, values, lines.bodyRows, row)
      : outgrowsNeighbour(grid, values, records, row));
  const either = new Set([...known, ...computed]);
  const isNameOfOthers = nameOfRecords(labelsOf, lines.bodyRows, either);
  const isBesideOthers = calledLikeNext(labelsOf, lines.bodyRows, either);
  // `次年度繰越金` among the payments: what is added up with records is one, whatever it is called.
  const isAddedToRecords = (row: number) =>
    found.some(
      ({ operation, parts }) =>
        operation === 'sum' &&
        parts.length > 2 &&
        parts.some(({ line }) => line === row) &&
        parts.every(({ line }) => line === row || !either.has(line)),
    );
  const isBelieved = (row: number) =>
    !signs.isRecord(row) &&
    !isSelected(row) &&
    !isAddedToRecords(row) &&
    !isNameOfOthers(row) &&
    !isBesideOthers(row) &&
    (signs.isNamed(row) || mayBeTotal(row));
  const kept = [...known].filter((row) => computed.has(row) || (!isMinuend(row) && isBelieved(row)));
  // Most rows of a table are not computed; where they look so, they are only alike.
  const isLikely = 2 * kept.length <= lines.bodyRows.length;
  return kept.filter((row) => isLikely || signs.isNamed(row));
}

function partsOf({ rowRoles }: RegionSpec, found: readonly ComputedLine[]): ComputedRows {
  const parts = new Map(found.map(({ line, parts }) => [line, parts.map((part) => part.line)]));
  return new Map(rowRoles.derived.map((row) => [row, parts.get(row) ?? []]));
}
