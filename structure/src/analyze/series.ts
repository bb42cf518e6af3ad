import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { readsAsDate } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';

/** Fewer rows below the names may be more of the header. */
const minAttributes = 3;
const maxAttributes = 30;
/** Of these, the rows of words: the unit and the kind of each series. */
const minOfWords = 2;
const minRecords = 4;
const minSeries = 3;
/** Records looked at: they show what the others are. */
const maxSampled = 40;
/** Of the values of a series. */
const minNumbers = 0.9;

/**
 * The two tables of a sheet of time series: below their names, rows that say the unit, the kind or the first month of each, and
 * then a row for each date. Together, no column would be of one kind.
 */
export function findSeries(grid: CellGrid, range: CellRange): SheetRegion[] | undefined {
  const { top, left, bottom, right } = range;
  const series = columnsOf(range).filter((column) => column > left && grid.kind(top, column) === Kind.text);
  if (series.length < minSeries || series.length !== right - left) return undefined;
  let first = top + 1;
  while (first <= bottom && first - top <= maxAttributes + 1 && isAttribute(grid, first, left)) first++;
  const attributes = first - top - 1;
  if (attributes < minAttributes || attributes > maxAttributes || bottom - first + 1 < minRecords)
    return undefined;
  const isOfWords = (row: number) => series.every((column) => grid.kind(row, column) === Kind.text);
  const ofWords = rowsBetween(top + 1, first - 1).filter(isOfWords);
  if (ofWords.length < minOfWords || !areRecords(grid, { ...range, top: first })) return undefined;
  const roles = new Array<LineRole>(grid.rowCount).fill('data');
  roles[top] = 'header';
  return [
    { kind: 'data', range: { ...range, bottom: first - 1 }, roles },
    { kind: 'data', range: { ...range, top: first }, roles, sharedHeader: [top] },
  ];
}

function isDated(grid: CellGrid, row: number, column: number): boolean {
  const kind = grid.kind(row, column);
  return kind === Kind.number || kind === Kind.date || readsAsDate(grid.text(row, column));
}

const isAttribute = (grid: CellGrid, row: number, left: number) =>
  grid.kind(row, left) === Kind.text && !isDated(grid, row, left);

function areRecords(grid: CellGrid, { top, left, bottom, right }: CellRange): boolean {
  const rows = rowsBetween(top, bottom);
  if (!rows.every((row) => isDated(grid, row, left))) return false;
  let [filled, numbers] = [0, 0];
  for (const row of rows.slice(0, maxSampled)) {
    for (let column = left + 1; column <= right; column++) {
      if (!grid.isEmpty(row, column)) filled++;
      if (grid.kind(row, column) === Kind.number) numbers++;
    }
  }
  return numbers > 0 && numbers >= minNumbers * filled;
}

const rowsBetween = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const columnsOf = ({ left, right }: CellRange) => rowsBetween(left, right);
