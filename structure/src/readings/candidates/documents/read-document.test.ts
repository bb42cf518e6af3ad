import type { CellRange } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet, linesOf } from '../../../../test-support/structured-sheet.js';
import { analyzeSheet } from '../../../analyze/analyze-sheet.js';
import { confidenceOf } from '../../../confidence-of.js';
import { materializeSheet } from '../../../materialize/materialize-sheet.js';
import { SheetCells } from '../../../sheet-cells.js';
import { asDocument } from '../sheet-decisions.js';

/** The tables of a sheet that is read as a document, by name. */
function documentOf(cells: DrawnCell[][], merges?: CellRange[]) {
  const sheet = drawSheet(cells, merges);
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  const regions = asDocument({ cells: new SheetCells(sheet), dialect: null, spec }, 'base')?.regions ?? [];
  const { tables } = materializeSheet(sheet, null, { ...spec, regions }, 'base');
  return {
    confidence: confidenceOf(regions),
    tables: Object.fromEntries(tables.map((table) => [table.name, linesOf(table)])),
  };
}

const label = (value: string) => ({ value, style: { fill: 'D9E1F2' } });
const items: DrawnCell[][] = [
  ['Item', 'Qty', 'Price', 'Amount'].map(label),
  ['Toner', 2, 30, 60],
  ['Paper', 5, 4, 20],
  [null, null, 'Subtotal', 80],
  [null, null, 'VAT 20%', 16],
  [null, null, 'Total', 96],
];

test('an invoice is its fields, its items and their totals', () => {
  const { tables } = documentOf([
    ['Print shop'],
    ['Customer', 'Oak Books', 'Invoice No.', 'A-118'],
    ['Contact', 'Ann Lee', 'Terms', '30 days'],
    [],
    ...items,
    [],
    ['Thank you!'],
  ]);
  expect(tables).toMatchObject({
    base_1: [
      ['Customer', 'Invoice No.', 'Contact', 'Terms'],
      ['Oak Books', 'A-118', 'Ann Lee', '30 days'],
    ],
    base_2: [
      ['Item', 'Qty', 'Price', 'Amount'],
      ['Toner', 2, 30, 60],
      ['Paper', 5, 4, 20],
    ],
  });
  expect(tables.base_2_計算項目?.slice(1).map((row) => row.slice(2))).toEqual([
    ['Subtotal', 80],
    ['VAT 20%', 16],
    ['Total', 96],
  ]);
});

test('values stand below their labels, beside them with further lines, or in a merged grid', () => {
  const below = documentOf([
    ['Project', 'Supervisor', 'Department'].map(label),
    ['Roof repair', 'R. Novak', 'Finance'],
    ['To:'],
    ['Oak Books'],
    ['5 Mill Lane'],
    [],
    ...items,
  ]);
  expect(below.tables.base_1).toEqual([
    ['Project', 'Supervisor', 'Department', 'To'],
    ['Roof repair', 'R. Novak', 'Finance', 'Oak Books 5 Mill Lane'],
  ]);
  const wide = (row: number, left: number): CellRange => ({ top: row, bottom: row, left, right: left + 1 });
  const grid = documentOf(
    [
      [label('件名'), null, '保守点検', null, label('納期'), null, '8月末', null],
      [label('担当者'), null, '佐々木', null, label('支払条件'), null, '月末締め', null],
      [],
      ...items.map((row) => row.flatMap((cell) => [cell, null])),
    ],
    [0, 1, 3, 4, 5, 6, 7, 8].flatMap((row) => [0, 2, 4, 6].map((left) => wide(row, left))),
  );
  expect(grid.tables.base_1).toEqual([
    ['件名', '納期', '担当者', '支払条件'],
    ['保守点検', '8月末', '佐々木', '月末締め'],
  ]);
  expect(grid.tables.base_2).toHaveLength(3);
});

test('records that are blank yet belong to the list, and what is beside it does not', () => {
  const { tables } = documentOf([
    ['Employee', 'Dana Ortiz'],
    ['Department', 'Finance'],
    ['Supervisor', 'P. Lang'],
    [],
    ...[
      ['No', 'Work', 'Hours'].map(label),
      [1, 'Design', 3, null, 'h'],
      [2, 'Test', 4, null, 'days'],
      [3],
      [4],
    ],
  ]);
  expect(tables.base_2?.map((row) => row[0])).toEqual(['No', 1, 2, 3, 4]);
  expect(tables.base_補足情報?.slice(1).map((row) => row[1])).toEqual(['h', 'days']);
});

test('tables below and beside each other have their captions for names', () => {
  const { tables } = documentOf([
    ['■ Costs'],
    ...items.slice(0, 3),
    [],
    ['■ Income'],
    ['Source', 'Paid', 'Open'].map(label),
    ['Grant', 500, 20],
    ['Fees', 80, 7],
    [],
    ...[
      [...['Shop', 'City', 'Sales'].map(label), null, ...['Day', 'Reason'].map(label)],
      ['Mill', 'Oslo', 4, null, 'Monday', 'stocktaking'],
      ['Quay', 'Bonn', 6, null, 'Friday', 'holiday'],
    ],
  ]);
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(['■ Costs', '■ Income']));
  expect(Object.values(tables).map(([header]) => header)).toEqual(
    expect.arrayContaining([
      ['Shop', 'City', 'Sales'],
      ['Day', 'Reason'],
    ]),
  );
});

test('a document of which much is left over is unsure', () => {
  const { confidence } = documentOf([
    ['Project', 'Roof'],
    ['Date', 'Contact'],
    ['Phone', 'Fax'],
    ['x', 1, 2, 3, 4, 5, 6],
    ['y', 7, 8, 9, 10, 11, 12],
    [],
    ...items,
  ]);
  expect(confidence).toBeLessThan(0.3);
});
