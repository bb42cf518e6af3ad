import type { CellAddress, ColumnSpec, RegionSpec } from '../parse-spec.js';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import { headingOfField } from './form-headings.js';
import type { ArrangedColumn, ArrangedTable } from './materialized-table.js';

/** A form as a table of one row, with a column for each label. */
export function arrangeForm(cells: SheetCells, region: RegionSpec): ArrangedTable {
  const { columns } = region;
  const headings = columns.map((column) => headingOfField(cells, region, column));
  return {
    suffix: '',
    role: 'table',
    rowCount: 1,
    columns: columns.map((column, at) => arrangeField(cells, column, headings[at])),
    names: columns.flatMap(({ label, moreCells = [] }, at) =>
      [headings[at], label, ...moreCells]
        .flatMap((cell) => cell ?? [])
        .map(({ row, column }) => placeOf(row, column)),
    ),
  };
}

function arrangeField(
  cells: SheetCells,
  field: ColumnSpec,
  heading: CellAddress | undefined,
): ArrangedColumn {
  const { name, type, unit, extract, cell, label, moreCells = [] } = field;
  const arranged: ArrangedColumn = {
    name,
    originalName:
      [heading, label]
        .flatMap((one) => (one ? splitField(cells.text(one.row, one.column)).label : []))
        .join(' ') || null,
    unit,
    type,
    places: Float64Array.of(cell ? placeOf(cell.row, cell.column) : Number.NaN),
    ...(extract && { extract }),
  };
  const isBoth = cell && label && cell.row === label.row && cell.column === label.column;
  if (!cell || (!isBoth && moreCells.length === 0)) return arranged;
  const own = cells.text(cell.row, cell.column);
  const texts = [
    isBoth ? splitField(own).value : own,
    ...moreCells.map(({ row, column }) => cells.text(row, column)),
  ];
  const whole = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ');
  return { ...arranged, text: () => whole || null };
}

/** `Customer: Harbour Ltd` as its label and value; a text without a colon is a label. */
export function splitField(text: string): { label: string; value: string } {
  const [, label = text, value = ''] = /^([^:：]*)[:：](.*)$/s.exec(text) ?? [];
  return { label: label.replaceAll(/\s+/g, ' ').trim(), value: value.trim() };
}
