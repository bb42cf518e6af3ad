import { CellKind } from '@workbook-data-service/sheets/grid';
import type { MaterializedTable } from '../../materialize/materialized-table.js';
import type { RegionSpec } from '../../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../../sheet-cells.js';
import { namesResult } from '../../total-vocabulary.js';
import { type LineSupport, lineSigns } from './line-signs.js';

/** What is seen in a reading and the tables that come of it, each between 0 and about 1. */
export const signNames = [
  'least_sure',
  'mean_sure',
  'single_rows',
  'numbers_left_over',
  'texts_left_over',
  'mixed_columns',
  'unnamed_columns',
  'values_as_names',
  'repeated_names',
  'records_without_values',
  'records_without_a_label',
  'blank_cells',
  'totals_among_records',
  'as_in_sheet',
  'no_header',
  'header_rows',
  'unlikely_lines',
  'least_likely_line',
] as const;
export type SignName = (typeof signNames)[number];
export type ReadingSigns = Record<SignName, number>;

/** Of a long table, what its first rows are tells what the others are. */
const maxRows = 200;

export interface SeenTables {
  cells: SheetCells;
  regions: readonly RegionSpec[];
  tables: readonly MaterializedTable[];
  lines: LineSupport;
}

/** The signs by which a reading is judged. */
export function readingSigns({ cells, regions, tables, lines }: SeenTables): ReadingSigns {
  const read = regions.filter(({ kind }) => kind === 'data');
  const made = tables.filter(({ role }) => role !== 'notes' && role !== 'accounts');
  const records = made.filter(({ role }) => role !== 'computed');
  const columns = records.flatMap((table) => table.columns.map((_, at) => new ColumnSigns(cells, table, at)));
  const rows = records.map((table) => rowSigns(cells, table));
  const sure = read.map(({ confidence }) => logit(confidence));
  const names = read.flatMap((region) => region.columns.map((column) => ({ region, column })));
  const left = leftOver(cells, made, regions);
  return {
    least_sure: sure.length > 0 ? Math.min(...sure) / 6 : -1,
    mean_sure: mean(sure) / 6,
    single_rows: share(records, ({ rowCount }, at) => rowCount < 2 && read[at]?.layout !== 'form'),
    numbers_left_over: left.numbers,
    texts_left_over: left.texts,
    mixed_columns: mean(columns.map(({ mixed }) => mixed)),
    unnamed_columns: share(columns, ({ isNamed }) => !isNamed),
    values_as_names: valuesAsNames(cells, read),
    repeated_names: share(names, ({ column }) => /_\d+$/.test(column.name)),
    records_without_values: mean(rows.map(({ withoutValues }) => withoutValues)),
    records_without_a_label: mean(rows.map(({ withoutLabel }) => withoutLabel)),
    blank_cells: mean(columns.map(({ filled }) => 1 - filled)),
    totals_among_records: mean(rows.map(({ totals }) => totals)),
    as_in_sheet: share(read, ({ reasons }) => reasons.some(({ code }) => code === 'taken_whole')),
    no_header: share(read, ({ headerRows, layout }) => headerRows.length === 0 && layout !== 'form'),
    header_rows: mean(read.map(({ headerRows }) => headerRows.length)) / 5,
    ...lineSigns(lines, regions),
  };
}

/** What the records of a column are. */
class ColumnSigns {
  readonly filled: number;
  /** The share of its cells that are of the rarer kind: numbers among words, or words among numbers. */
  readonly mixed: number;
  readonly isNamed: boolean;

  constructor(cells: SheetCells, { columns, sources, rowCount }: MaterializedTable, at: number) {
    const places = sources[at] ?? new Float64Array();
    const rows = Math.min(rowCount, maxRows);
    let [numbers, texts, filled] = [0, 0, 0];
    for (let row = 0; row < rows; row++) {
      const place = places[row] ?? Number.NaN;
      if (Number.isNaN(place)) {
        filled++;
        continue;
      }
      const [line, column] = [rowOfPlace(place), columnOfPlace(place)];
      if (cells.isBlank(line, column)) continue;
      filled++;
      if (isValue(cells, line, column)) numbers++;
      else texts++;
    }
    const all = numbers + texts;
    this.mixed = all === 0 ? 0 : Math.min(numbers, texts) / all;
    this.filled = rows === 0 ? 1 : filled / rows;
    this.isNamed = Boolean(columns[at]?.originalName) || /\p{L}{2}/u.test(columns[at]?.name ?? '');
  }
}

const isValue = (cells: SheetCells, row: number, column: number) =>
  cells.column(column).kind(row) !== CellKind.text || cells.isNumber(row, column);

/** Shares of the records of a table. */
function rowSigns(cells: SheetCells, { columns, sources, rowCount }: MaterializedTable) {
  const rows = Math.min(rowCount, maxRows);
  let [withoutValues, withoutLabel, totals] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const filled = sources.map((places, at) => {
      const place = places[row] ?? Number.NaN;
      if (Number.isNaN(place)) return columns[at]?.name === 'period' || at === 0;
      return !cells.isBlank(rowOfPlace(place), columnOfPlace(place));
    });
    const count = filled.filter(Boolean).length;
    if (columns.length > 2 && count < 2) withoutValues++;
    if (columns.length > 1 && !filled[0]) withoutLabel++;
    const isTotal = sources.slice(0, 3).some((places) => {
      const place = places[row] ?? Number.NaN;
      return !Number.isNaN(place) && namesResult(cells.text(rowOfPlace(place), columnOfPlace(place)));
    });
    if (isTotal) totals++;
  }
  const of = Math.max(1, rows);
  return { withoutValues: withoutValues / of, withoutLabel: withoutLabel / of, totals: totals / of };
}

/** The shares of the sheet's numbers and texts that are in no table, nor its header. */
function leftOver(
  cells: SheetCells,
  made: readonly MaterializedTable[],
  regions: readonly RegionSpec[],
): { numbers: number; texts: number } {
  const placed = new Set<number>();
  for (const { sources } of made)
    for (const places of sources) for (const place of places) if (!Number.isNaN(place)) placed.add(place);
  const headers = new Map<number, RegionSpec[]>();
  for (const region of regions)
    for (const row of region.headerRows) headers.set(row, [...(headers.get(row) ?? []), region]);
  let [numbers, texts, allNumbers, allTexts] = [0, 0, 0, 0];
  const { rowCount, columns } = cells.sheet;
  for (let row = 0; row < Math.min(rowCount, maxRows); row++) {
    for (let column = 0; column < columns.length; column++) {
      if (cells.isBlank(row, column)) continue;
      const value = isValue(cells, row, column);
      if (value) allNumbers++;
      else allTexts++;
      const isName = headers.get(row)?.some(({ range }) => range.left <= column && column <= range.right);
      if (placed.has(placeOf(row, column)) || isName) continue;
      if (value) numbers++;
      else texts++;
    }
  }
  return { numbers: numbers / Math.max(1, allNumbers), texts: texts / Math.max(1, allTexts) };
}

/** The share of header cells that hold a number, a date, or a text that is also among the records. */
function valuesAsNames(cells: SheetCells, read: readonly RegionSpec[]): number {
  let [values, all] = [0, 0];
  for (const { headerRows, range, layout, columns } of read) {
    if (layout === 'form') continue;
    const periods = new Set(columns.filter(({ role }) => role === 'period').map(({ source }) => source));
    for (const row of headerRows) {
      for (const column of cells.filledInRow(row, range)) {
        if (periods.has(column)) continue;
        all++;
        if (isValue(cells, row, column)) values++;
      }
    }
  }
  return all === 0 ? 0 : values / all;
}

const logit = (share: number) => {
  const bounded = Math.min(0.99, Math.max(0.01, share));
  return Math.log(bounded / (1 - bounded));
};

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const share = <T>(all: readonly T[], isOne: (one: T, at: number) => boolean) =>
  all.length === 0 ? 0 : all.filter(isOne).length / all.length;
