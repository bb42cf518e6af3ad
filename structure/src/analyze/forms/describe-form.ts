import { columnNames } from '@workbook-data-service/sheets/columns';
import { splitField } from '../../materialize/arrange-form.js';
import { MadeTexts } from '../../materialize/placed-cells.js';
import type { ColumnSpec, RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import type { FormField, SheetRegion } from '../../regions/region.js';
import { placeOf } from '../../sheet-cells.js';
import { splitUnit } from '../../values/header-units.js';
import { readColumn } from '../../values/read-column.js';
import { columnTypes } from '../column-types.js';
import type { StudiedSheet } from '../studied-sheet.js';

/** Everything a spec says about a form. */
export function describeForm(
  sheet: StudiedSheet,
  { range, fields = [] }: SheetRegion,
  { id, name }: Pick<RegionSpec, 'id' | 'name'>,
): RegionSpec {
  const headings = fields.map(({ label }) =>
    splitUnit(splitField(sheet.cells.text(label.row, label.column)).label),
  );
  const names = columnNames(
    fields.map(({ value }, at) => ({ column: value.column, text: headings[at]?.name ?? null })),
  );
  return {
    id,
    kind: 'data',
    name,
    range,
    headerRows: [],
    headerColumns: 0,
    rowRoles: { group: [], derived: [] },
    columns: fields.map(
      (field, at): ColumnSpec => ({
        name: names[at] ?? '',
        source: field.value.column,
        role: 'attribute',
        ...typeOfField(sheet, field, headings[at]?.name ?? ''),
        ...(headings[at]?.unit ? { unit: headings[at].unit } : {}),
        cell: field.value,
        ...(field.lines && { type: 'VARCHAR' as const, moreCells: [...field.lines] }),
        label: field.label,
      }),
    ),
    layout: 'form',
    steps: [],
    confidence: 1,
    reasons: [sayOfReading('reading-form')],
  };
}

/** The type and unit of a field, whose value may stand in one cell with its label. */
export function typeOfField(
  sheet: Pick<StudiedSheet, 'cells' | 'dialect'>,
  { label, value }: FormField,
  heading: string,
): Pick<ColumnSpec, 'type' | 'unit'> {
  const isOneCell = label.row === value.row && label.column === value.column;
  const read = isOneCell
    ? readColumn(valueInCell(sheet, value), Uint32Array.of(0), sheet.dialect)
    : columnTypes(sheet, [value.column], [[{ text: heading, ...label }]], Uint32Array.of(value.row))[0];
  return { type: read?.type ?? 'VARCHAR', ...(read?.unit ? { unit: read.unit } : {}) };
}

const valueInCell = ({ cells }: Pick<StudiedSheet, 'cells'>, { row, column }: FormField['value']) =>
  new MadeTexts(
    cells,
    Float64Array.of(placeOf(row, column)),
    () => splitField(cells.text(row, column)).value || null,
  );
