import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { expect, test } from 'vitest';
import { drawSheet } from '../../../../structure/test-support/structured-sheet.js';
import { mergedRows } from './merged-rows.js';

type Cell = string | number | null;
const uncomputed = { value: '', style: {} };

const columns = [
  { id: 'c1', name: 'name', type: 'VARCHAR' as const },
  { id: 'c2', name: 'days', type: 'BIGINT' as const },
  { id: 'c3', name: 'amount', type: 'BIGINT' as const },
  { id: 'c4', name: 'memo', type: 'VARCHAR' as const },
];
const headings = [...columns.map(({ name }) => name), '__svc_row_id'];
const data: Cell[][] = [
  ['佐藤', 10, 100, null, 1],
  ['高橋', 20, 200, null, 2],
  ['伊藤', 30, 300, null, 3],
];

/** Reads a sheet of the data with rows below it; a text that begins with = is a formula without a result. */
function read(below: Cell[][], above: Cell[][] = data) {
  const rows = [headings, ...above, ...below];
  const isFormula = (cell: Cell) => typeof cell === 'string' && cell.startsWith('=');
  const sheet = drawSheet(rows.map((cells) => cells.map((cell) => (isFormula(cell) ? uncomputed : cell))));
  for (const [index, column] of sheet.columns.entries()) {
    const formulas = rows.flatMap((cells, row) => {
      const cell = cells[index] ?? null;
      return isFormula(cell) ? [[row, String(cell).slice(1)] as const] : [];
    });
    if (column) column.formulas = new Map(formulas);
  }
  sheet.rowCount = rows.length;
  const file = { sheets: [sheet], definedNames: [], dialect: null } as unknown as SpreadsheetFile;
  const heading = { sheet, row: 0, texts: new Map(headings.map((text, index) => [index, text])) };
  const placed = columns.map((base, index) => ({
    base,
    index,
    header: base.name,
    name: base.name,
    wasRenamed: false,
  }));
  const wanted = { tableId: 'art_1', name: 'staff', columns };
  const merged = mergedRows(wanted, heading, { rowId: 4, columns: placed, unwritten: [], missing: [] }, file);
  return { rows: [...merged.rows].filter((row) => row > above.length), warnings: merged.warnings };
}

const nothing: Cell[] = [];

test.each<[string, Cell[][]]>([
  ['a labelled sum', [['合計', null, '=SUM(C2:C4)']]],
  ['one two rows below', [nothing, ['合計', null, '=SUM(C2:C4)']]],
  ['one with the number that a script leaves', [['合計', null, 600]]],
  ['one whose number is stale', [['合計', null, 500]]],
  ['a sum without a label', [[null, null, '=SUM(C2:C4)']]],
  ['a sum with a name of its own', [['全員分', '=SUM(B2:B4)', '=SUBTOTAL(109,C2:C4)']]],
  ['a sum of whole columns', [['締め', null, '=SUM(C:C)']]],
  ['what is computed from it beside', [['Total', '=SUM(B2:B4)', '=B5*10']]],
  [
    'what is computed from it below',
    [
      ['小計', null, '=SUM(C2:C4)'],
      ['消費税', null, '=ROUND(C5*0.1,0)'],
      ['税込', null, '=C5+C6'],
    ],
  ],
  ['an average', [['平均', '=AVERAGE(B2:B4)', null]]],
  ['a maximum with its name', [['最大', '=MAX(B2:B4)', null]]],
  ['a sum of cells, called so', [['合計（税抜）', null, '=C2+C3+C4']]],
  ['a written sum without a label', [[null, null, 600]]],
  ['a written sum that is called one', [['Total staff', 60, 600]]],
])('a total is no row: %s', (_, below) => {
  const { rows, warnings } = read(below);
  expect(rows).toEqual([]);
  expect(warnings).toMatchObject([
    { text: expect.stringContaining('sums up other rows and was not treated as a row') },
  ]);
});

test.each<[string, Cell[][]]>([
  ['a person', [['田中', 10, 100]]],
  ['a sum across', [['田中', 10, '=SUM(B5:B5)*10', 'x']]],
  ['a sum of what was done so far', [['田中', 10, '=SUM(C$2:C4)']]],
  ['a row that is numbered', [['田中', '=MAX(B$2:B4)+1', null, 'new']]],
  ['a value that is looked up', [['田中', '=VLOOKUP("高橋",A$2:B4,2,0)', null, 'like 高橋']]],
  ['a value that is taken over', [['田中', '=B4', null]]],
  ['a company', [['Total Energies', 5, 50]]],
  ['a word with 計', [['会計', 5, 50]]],
])('other new rows are: %s', (_, below) => {
  expect(read(below)).toEqual({ rows: [4], warnings: [] });
});

test('a table may have records that are called totals', () => {
  const above: Cell[][] = [['North', 10, 100, null, 1], ['合計', 10, 100, null, 2], ...data.slice(2)];
  expect(read([['合計', 30, 300]], above).rows).toEqual([4]);
});

test('a total that was merged before, and has an id, is a row', () => {
  const above: Cell[][] = [...data, ['合計', null, 600, null, 4]];
  expect(read([['田中', 5, 50]], above).rows).toEqual([5]);
});
