import type { MadeNames } from '../parse-spec.js';
import { applyStep } from '../reshape/apply-reshape.js';
import type { ReshapeStep } from '../reshape/plan.js';
import { blankCell, namedCell, type Table, type TableCell } from '../reshape/table.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { ArrangedColumn, ArrangedTable } from './materialized-table.js';

/** An arranged table in the form for reshaping. */
export function tableOfArranged(cells: SheetCells, { columns, rowCount, headerLines }: ArrangedTable): Table {
  return {
    header: columns.map(({ name }) => ({ text: name, source: null })),
    headerLines: headerLines?.map((places) => places.map((place) => cellOfPlace(cells, place))),
    rowCount,
    cell: (row, column) => {
      const arranged = columns[column];
      return arranged ? cellAt(cells, arranged, row) : blankCell;
    },
  };
}

/** Runs the steps of a spec; filling down is already done. */
export function reshapeArranged(
  cells: SheetCells,
  table: ArrangedTable,
  steps: readonly ReshapeStep[],
  names: MadeNames = {},
): ArrangedTable {
  const reshaped = steps
    .filter(({ operator }) => operator !== 'ffill')
    .reduce(
      (made: Table, step) => withNames(applyStep(made, step), step, names),
      tableOfArranged(cells, table),
    );
  const labels = new Set(steps.flatMap(partedNames));
  const headings = new Map(table.columns.map(({ name, originalName }) => [name, originalName]));
  return {
    ...table,
    rowCount: reshaped.rowCount,
    columns: reshaped.header.map(({ text }, column) => ({
      ...arrangedColumn(cells, reshaped, text, column, labels),
      originalName: headings.get(text) ?? null,
    })),
    names: namesIn(cells, table, new Set(reshaped.header.map(({ text }) => text.trim()))),
    labels: [...labels],
  };
}

/** What columns are called that a step made of others: of their names, and of their values. */
function withNames(table: Table, step: ReshapeStep, { period, value }: MadeNames): Table {
  const last = table.header.length - 1;
  const named = new Map<number, string | undefined>();
  if (step.operator === 'stack') named.set(last - 1, period).set(last, value);
  if (step.operator === 'wide_to_long')
    named.set(last - new Set(step.columns.map(({ variable }) => variable)).size, period);
  return {
    ...table,
    header: table.header.map((cell, at) => {
      const name = named.get(at);
      return name === undefined ? cell : namedCell(name);
    }),
  };
}

/** Names of which one part is a value now and the other a name: `Task 2 Done`. */
const partedNames = (step: ReshapeStep) =>
  step.operator === 'wide_to_long'
    ? step.columns.flatMap(({ label, variable }) => [`${label} ${variable}`, `${variable} ${label}`])
    : [];

/** The cells that name a column of the reshaped table, such as the first column of a transposed one. */
function namesIn(cells: SheetCells, { columns }: ArrangedTable, names: ReadonlySet<string>): number[] {
  return columns.flatMap(({ places }) =>
    [...places].filter(
      (place) =>
        !Number.isNaN(place) && names.has(cells.text(rowOfPlace(place), columnOfPlace(place)).trim()),
    ),
  );
}

/** Adds the values that come from no cell, such as names of columns, to `labels`. */
function arrangedColumn(
  cells: SheetCells,
  table: Table,
  name: string,
  column: number,
  labels: Set<string>,
): ArrangedColumn {
  const places = new Float64Array(table.rowCount);
  let asInSheet = true;
  for (let row = 0; row < table.rowCount; row++) {
    const { source, text } = table.cell(row, column);
    places[row] = source ? placeOf(source.row, source.column) : Number.NaN;
    if (!source && text !== '') labels.add(text);
    asInSheet &&= source ? cells.text(source.row, source.column) === text : text === '';
  }
  const arranged: ArrangedColumn = { name, originalName: null, type: null, places };
  // Only a value that is a whole cell can keep its type.
  return asInSheet ? arranged : { ...arranged, text: (row) => table.cell(row, column).text || null };
}

function cellAt(cells: SheetCells, { places, text }: ArrangedColumn, row: number): TableCell {
  const place = places[row] ?? Number.NaN;
  const cell = Number.isNaN(place) ? blankCell : cellOfPlace(cells, place);
  return text ? { ...cell, text: text(row) ?? '' } : cell;
}

function cellOfPlace(cells: SheetCells, place: number): TableCell {
  const source = { row: rowOfPlace(place), column: columnOfPlace(place) };
  return { text: cells.text(source.row, source.column), source };
}
