import type { CellRange } from '@workbook-data-service/sheets/grid';
import { CellKind } from '@workbook-data-service/sheets/grid';
import { describeWhole } from '../../analyze/describe-whole.js';
import { describeForm } from '../../analyze/forms/describe-form.js';
import { judgeRegions } from '../../analyze/judge-regions.js';
import { textRegion } from '../../analyze/text-region.js';
import { withoutPeriods } from '../../periods/without-periods.js';
import { sayOfReading } from '../../reading-messages.js';
import type { FormField } from '../../regions/region.js';
import type { SheetCells } from '../../sheet-cells.js';
import { gridOfSheet } from '../../sheet-grid.js';
import type { Generator } from './reading.js';

/** A form has few rows. */
const maxFormRows = 40;
const minFields = 2;

/** Periods stay in columns, as they are in the sheet. */
export const widePeriods: Generator = (_sheet, region) =>
  region.layout === 'crosstab' || region.columns.some(({ role }) => role === 'period')
    ? [{ id: 'wide', why: sayOfReading('alternative-periods-across'), regions: [withoutPeriods(region)] }]
    : [];

/** The levels of a report stay in one table. */
export const flatLevels: Generator = (_sheet, region) =>
  region.layout === 'report'
    ? [
        {
          id: 'flat',
          why: sayOfReading('alternative-levels-together'),
          regions: [
            { ...region, layout: 'flat', steps: region.steps.filter(({ operator }) => operator === 'ffill') },
          ],
        },
      ]
    : [];

/** It is no table, but texts. */
export const onlyTexts: Generator = ({ cells }, { id, name, range }) =>
  cells.filledRows(range).length > 60
    ? []
    : [
        {
          id: 'texts',
          why: sayOfReading('alternative-texts'),
          regions: [textRegion({ id, kind: 'note', name, range })],
        },
      ];

/** Labels with a value beside or below each. */
export const asForm: Generator = (sheet, region) => {
  const { id, name, range, layout } = region;
  if (layout === 'form' || range.bottom - range.top + 1 > maxFormRows) return [];
  const grid = gridOfSheet(sheet.cells.sheet, sheet.dialect);
  const studied = { cells: sheet.cells, dialect: sheet.dialect, grid };
  return [fieldsInRows(sheet.cells, range), fieldsInColumns(sheet.cells, range)].flatMap((fields, at) => {
    if (fields.length < minFields) return [];
    const form = describeForm(studied, { kind: 'data', range, roles: [], fields }, { id, name });
    const judged = judgeRegions(sheet.cells, [form])[0] ?? form;
    const why = sayOfReading(at === 0 ? 'alternative-form' : 'alternative-form-below');
    return [{ id: at === 0 ? 'form' : 'form-below', why, regions: [judged] }];
  });
};

/** In each row a label, then its value. */
function fieldsInRows(cells: SheetCells, range: CellRange): FormField[] {
  return cells.filledRows(range).flatMap((row) => {
    const filled = cells.filledInRow(row, range);
    const fields: FormField[] = [];
    for (let at = 0; at + 1 < filled.length; at += 2) {
      const [label, value] = [filled[at] as number, filled[at + 1] as number];
      if (!isLabel(cells, row, label)) return [];
      fields.push({ label: { row, column: label }, value: { row, column: value } });
    }
    return filled.length % 2 === 0 ? fields : [];
  });
}

/** In each pair of rows labels, and their values below them. */
function fieldsInColumns(cells: SheetCells, range: CellRange): FormField[] {
  const rows = cells.filledRows(range);
  const fields: FormField[] = [];
  for (let at = 0; at + 1 < rows.length; at += 2) {
    const [upper, lower] = [rows[at] as number, rows[at + 1] as number];
    for (const column of cells.filledInRow(upper, range)) {
      if (!isLabel(cells, upper, column)) return [];
      if (!cells.isBlank(lower, column))
        fields.push({ label: { row: upper, column }, value: { row: lower, column } });
    }
  }
  return rows.length % 2 === 0 ? fields : [];
}

const isLabel = (cells: SheetCells, row: number, column: number) =>
  cells.column(column).kind(row) === CellKind.text && !cells.isNumber(row, column);

/** The cells of the table as they are in the sheet. */
export const asInSheet: Generator = ({ cells, dialect }, { id, name, range }) => [
  {
    id: 'sheet',
    why: sayOfReading('alternative-table-as-in-sheet'),
    regions: [describeWhole(cells, range, dialect, { id, name, why: 'asked', mayHaveHeader: true })],
  },
];
