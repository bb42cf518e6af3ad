import type { ColumnSpec, RegionSpec } from '../parse-spec.js';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import type { ArrangedColumn, ArrangedTable } from './materialized-table.js';

/** A form as a table of one row, with a column for each label. */
export function arrangeForm(cells: SheetCells, { columns }: RegionSpec): ArrangedTable {
  return {
    suffix: '',
    role: 'table',
    rowCount: 1,
    columns: columns.map((column) => arrangeField(cells, column)),
    names: columns.flatMap(({ label, moreCells = [] }) =>
      [...(label ? [label] : []), ...moreCells].map(({ row, column }) => placeOf(row, column)),
    ),
  };
}

function arrangeField(cells: SheetCells, field: ColumnSpec): ArrangedColumn {
  const { name, type, unit, extract, cell, label, moreCells = [] } = field;
  const arranged: ArrangedColumn = {
    name,
    originalName: label ? splitField(cells.text(label.row, label.column)).label : null,
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
