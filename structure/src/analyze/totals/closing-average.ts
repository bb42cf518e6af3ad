import type { CellGrid } from '../../cell-grid.js';
import { readsAsDate, readsAsPeriod } from '../../lines/line-vocabulary.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { RegionLines } from '../region-lines.js';
import { namesComputed } from './labels-of-rows.js';
import { TableEnd } from './table-end.js';

/** Fewer rows may be figures of different kinds. */
const minRecords = 5;

/**
 * A last row that is called an average or a median, unlike any other: `Charter median`, `全国平均`. Nobody can tell what of, but
 * its numbers are between those of the records.
 */
export function closingAverage(
  sheet: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  const { cells, grid } = sheet;
  const last = rows.at(-1) ?? -1;
  const end = new TableEnd(sheet, region, rows, new Set([last]));
  const { records } = end;
  const isNamed = (row: number) => end.labelColumns.some((column) => namesAverage(cells.text(row, column)));
  if (records.length < minRecords || !isNamed(last) || records.some(isNamed)) return [];
  const isBetween = (column: number) => {
    const number = grid.number(last, column);
    const others = records.map((row) => grid.number(row, column)).filter((other) => !Number.isNaN(other));
    return number >= Math.min(...others) && number <= Math.max(...others);
  };
  return end.numbersIn(last).every(isBetween) ? [last] : [];
}

/** More rows below the periods are records of another kind. */
const maxFigures = 5;
/** Below a total or an average of many periods, a few more figures may be called anything. */
const maxStatistics = 15;
const recordsOfEach = 4;

/**
 * `Mean (1965-2020)` and `Change on last year` below records that each have a period for a label: figures about the periods, whatever
 * they were computed from. So are those below `Average growth`, and all that follows the `Sum` of many days: `Average | Maximum |
 * Last`.
 */
export function figuresBelowPeriods(
  cells: SheetCells,
  { columns }: RegionSpec,
  { bodyRows: rows, groupRows }: Pick<RegionLines, 'bodyRows' | 'groupRows'>,
): readonly number[] {
  const label = columns[0]?.source ?? 0;
  const isPeriod = (row: number) => {
    const text = cells.text(row, label);
    return readsAsPeriod(text) || readsAsDate(text);
  };
  const last = rows.findLastIndex(isPeriod);
  const below = rows.slice(last + 1);
  const isOfPeriods = last + 1 >= minRecords && rows.slice(0, last + 1).every(isPeriod);
  const [heading = -1, ...headings] = groupRows;
  const isHeaded = headings.length === 0 && heading > (rows[last] ?? -1) && heading < (below[0] ?? -1);
  const areFigures =
    below.length <= maxFigures &&
    (isHeaded ? [heading] : below).every((row) => namesFigureOfPeriods(cells.text(row, label)));
  const areStatistics =
    below.length <= Math.min(maxStatistics, last / recordsOfEach) &&
    below.every((row) => !cells.isBlank(row, label)) &&
    namesComputed(cells.text(below[0] ?? -1, label));
  return isOfPeriods && (areFigures || areStatistics) ? below : [];
}

const namesFigureOfPeriods = (label: string) =>
  /\b(?:average|avg|mean|median|cagr|change|growth|difference|increase|decrease)\b|平均|中央値|増減|変化|伸び|[前対]年/i.test(
    label.normalize('NFKC'),
  );

const namesAverage = (label: string) =>
  /\b(?:average|avg\.?|mean|median)$|(?:平均|中央値)$/i.test(label.normalize('NFKC').trim());
