import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { decideAll } from '../decisions/decide-all.js';
import type { Corrections } from '../decisions/decisions.js';
import type { RegionCorrection, SheetSpec } from '../parse-spec.js';
import { materializeSheet } from './materialize-sheet.js';

type Range = NonNullable<RegionCorrection['range']>;

const range = (top: number, left: number, bottom: number, right: number): Range => ({
  top,
  left,
  bottom,
  right,
});

/** The reading of a sheet as people corrected it. */
function corrected(
  rows: DrawnCell[][],
  regions: RegionCorrection[],
  { merges = [], ...more }: Partial<Corrections> & { merges?: Range[] } = {},
) {
  const sheet = { ...drawSheet(rows, merges), name: 'Sheet' };
  return correctedFrom(sheet, analyzeSheet(sheet, null), regions, more);
}

function correctedFrom(
  sheet: Sheet,
  spec: SheetSpec,
  regions: RegionCorrection[],
  more: Partial<Corrections> = {},
) {
  const file = { format: 'xlsx' as const, dialect: null, sheets: [sheet], definedNames: [] };
  const corrections = { remove: [], describe: [], accept: [], answers: {}, ...more };
  const decided = decideAll(file, [spec], { ...corrections, sheets: [{ name: 'Sheet', regions }] });
  const [after = spec] = decided.specs;
  return { sheet, faults: decided.faults, spec: after };
}

/** The same reading, corrected once more. */
const correctedAgain = (
  { sheet, spec }: ReturnType<typeof corrected>,
  ...said: [RegionCorrection[], Partial<Corrections>?]
) => correctedFrom(sheet, spec, ...said);

/** By name, the first line of each table with the names of its columns, then its rows. */
function tablesOf({ sheet, spec, faults }: ReturnType<typeof corrected>) {
  expect(faults).toEqual([]);
  const { tables, coverage } = materializeSheet(sheet, null, spec, 'base');
  const lines = tables.map(({ name, columns, rowCount }) => [
    name,
    [
      columns.map((column) => column.name).join(' | '),
      ...Array.from({ length: rowCount }, (_, row) =>
        columns
          .map((column) =>
            column.type === 'VARCHAR'
              ? (column.textAt(row) ?? '')
              : column.valid[row]
                ? column.values[row]
                : '',
          )
          .join(' | '),
      ),
    ],
  ]);
  return { tables: Object.fromEntries(lines), coverage };
}

const shops: DrawnCell[][] = [
  ['Shop', 'Sold', 'Left'],
  ['Oslo', 11, 2],
  ['moved in May', null, 'see mail'],
  ['Bergen', 22, 1],
  ['x', 'y', 'z'],
  ['Narvik', 33, 4],
];

test('rows are remarks or left out, and every cell is in a table or listed', () => {
  const all = range(0, 0, 5, 2);
  const rowRoles = { group: [], derived: [], note: [2], skip: [4] };
  const { tables, coverage } = tablesOf(
    corrected(shops, [{ id: 'mine', range: all, headerRows: [0], rowRoles }], { describe: ['mine'] }),
  );
  expect(tables.base).toEqual(['Shop | Sold | Left', 'Oslo | 11 | 2', 'Bergen | 22 | 1', 'Narvik | 33 | 4']);
  expect(tables.base_補足情報).toEqual([
    'kind | text | cell',
    'note | moved in May | A3',
    'note | see mail | C3',
  ]);
  expect(coverage.unplaced.cells.map(({ row }) => row)).toEqual([4, 4, 4]);
});

test('a row may belong to no group, and a group may end', () => {
  const rows: DrawnCell[][] = [
    ['Item', 'Sold'],
    ['Fruit', null],
    ['Apple', 1],
    ['Pear', 2],
    ['Postage', 7],
    ['Tea', null],
    ['Green', 3],
    ['Black', 4],
  ];
  const rowRoles = { group: [1, 5], derived: [], ungrouped: [4] };
  const columns = [
    { source: 0, name: 'Item' },
    { source: 1, name: 'Sold', type: 'BIGINT' as const, role: 'value' as const },
  ];
  const region = { id: 'mine', range: range(0, 0, 7, 1), headerRows: [0], layout: 'flat' as const };
  const given = { ...region, columns, rowRoles, madeNames: { group: ['Kind'] } };
  expect(tablesOf(corrected(rows, [given])).tables.base).toEqual([
    'Kind | Item | Sold',
    'Fruit | Apple | 1',
    'Fruit | Pear | 2',
    ' | Postage | 7',
    'Tea | Green | 3',
    'Tea | Black | 4',
  ]);
});

test('several regions are one table, and what it makes of periods has names', () => {
  const rows: DrawnCell[][] = [
    ['Name', '2024-05-06', '2024-05-07', '2024-05-08'],
    ['Ann', 8, 7, 6],
    ['Bob', 5, 4, 3],
    [],
    ['Name', '2024-05-13', '2024-05-14', '2024-05-15'],
    ['Ann', 1, 2, 3],
    ['Bob', 4, 5, 6],
  ];
  const madeNames = { period: 'day', value: 'hours' };
  const { tables, coverage } = tablesOf(
    corrected(
      rows,
      [
        { id: 'r1', name: 'hours', range: range(0, 0, 2, 3), madeNames },
        { id: 'w2', range: range(4, 0, 6, 3), headerRows: [4], madeNames, continues: 'r1' },
      ],
      { describe: ['r1'] },
    ),
  );
  expect(Object.keys(tables)).toEqual(['hours']);
  expect(tables.hours?.[0]).toBe('Name | day | hours');
  expect(tables.hours).toHaveLength(13);
  expect(coverage.unplaced.total).toBe(0);
});

test('a number in a text and hours beyond 24 are values, and a field may stand in several cells', () => {
  const rows: DrawnCell[][] = [
    ['Customer', 'Harbour Ltd'],
    ['Address', 'Pier 3'],
    [null, 'Oslo'],
    ['Due', 'Total : 3656,13 €'],
    ['Worked', '160:30'],
  ];
  const field = (name: string, row: number) => ({
    name,
    source: 1,
    cell: { row, column: 1 },
    label: { row, column: 0 },
  });
  const double = { type: 'DOUBLE' as const };
  const columns = [
    field('Customer', 0),
    { ...field('Address', 1), moreCells: [{ row: 2, column: 1 }] },
    { ...field('Due', 3), ...double, extract: 'number' as const },
    { ...field('Worked', 4), ...double, extract: 'hours' as const },
  ];
  const form = { id: 'mine', range: range(0, 0, 4, 1), layout: 'form' as const };
  const { tables, coverage } = tablesOf(corrected(rows, [{ ...form, columns }]));
  expect(tables.base).toEqual([
    'Customer | Address | Due | Worked',
    'Harbour Ltd | Pier 3 Oslo | 3656.13 | 160.5',
  ]);
  expect(coverage.unplaced.total).toBe(0);
  const { faults } = corrected(rows, [{ ...form, columns: [{ ...field('Due', 3), extract: 'number' }] }]);
  expect(faults.map(({ code }) => code)).toEqual(['spec-extract']);
});

test('a table continues only one that is its own', () => {
  const { faults } = corrected(shops, [
    { id: 'r1', range: range(0, 0, 1, 2) },
    { id: 'mine', range: range(2, 0, 5, 2), continues: 'elsewhere', headerRows: [2] },
  ]);
  expect(faults.map(({ path, code }) => [path, code])).toEqual([
    ['/sheets/0/regions/1/continues', 'spec-continues'],
  ]);
});

test('a merged cell may be the value of all that it covers, and a grid of marks has no blanks', () => {
  const rows: DrawnCell[][] = [
    ['Room', 'Mon', 'Tue', 'Wed'],
    ['Red', 'x', null, null],
    ['Blue', null, 'o', null],
  ];
  const region = {
    id: 'mine',
    range: range(0, 0, 2, 3),
    headerRows: [0],
    layout: 'flat' as const,
    columns: ['Room', 'Mon', 'Tue', 'Wed'].map((name, source) => ({ source, name })),
    steps: [{ operator: 'stack' as const, columns: [1, 2, 3], blanks: 'skip' as const }],
  };
  const merges = [{ top: 2, left: 2, bottom: 2, right: 3 }];
  expect(tablesOf(corrected(rows, [region], { merges })).tables.base).toEqual([
    'Room | variable | value',
    'Red | Mon | x',
    'Blue | Tue | o',
  ]);
  expect(tablesOf(corrected(rows, [{ ...region, spreadMerged: true }], { merges })).tables.base).toContain(
    'Blue | Wed | o',
  );
});

/** Orders of two rows, the address below the name, and a total of one row. */
const orders: DrawnCell[][] = [
  ['Orders of May'],
  ['No', 'Customer', 'Ordered', 'Amount'],
  [null, 'Address', 'Delivered', 'Tax'],
  [1, 'Harbour Ltd', '3 May', 100],
  [null, '1 Quay Street', '5 May', 10],
  [2, 'Miller & Sons', '4 May', 250],
  [null, '7 Mill Lane', '8 May', 25],
  [],
  [3, 'Fern Books', '6 May', 40],
  [null, null, '9 May', 4],
  ['Total', null, null, 390],
];
const asOrders = {
  id: 'mine',
  range: range(1, 0, 10, 3),
  headerRows: [1, 2],
  rowRoles: { group: [], derived: [10] },
  recordRows: 2,
};

test('a record may take several rows, each with names and types of its own', () => {
  const reading = corrected(orders, [asOrders], { describe: ['mine'], merges: [range(3, 0, 4, 0)] });
  const { tables, coverage } = tablesOf(reading);
  expect(tables.base).toEqual([
    'No | Customer | Ordered | Amount | Address | Delivered | Tax',
    '1 | Harbour Ltd | 3 May | 100 | 1 Quay Street | 5 May | 10',
    '2 | Miller & Sons | 4 May | 250 | 7 Mill Lane | 8 May | 25',
    '3 | Fern Books | 6 May | 40 |  | 9 May | 4',
  ]);
  expect(tables.base_計算項目?.slice(1)).toEqual(['Total |  |  | 390 |  |  | ']);
  expect(coverage.unplaced.cells).toEqual([]);
  // Changed in one column and asked again, it stays what it is.
  const given = [{ id: 'mine', recordRows: 2, columns: [{ source: 3, line: 2, name: 'VAT' }] }];
  const again = correctedAgain(correctedAgain(reading, given), [], { remove: ['mine.C:2'] });
  expect(tablesOf(again).tables.base?.[1]).toBe('1 | Harbour Ltd | 3 May | 100 | 1 Quay Street | 10');
  const alone = correctedAgain(again, [{ id: 'mine', recordRows: 1 }]);
  expect(tablesOf(alone).tables.base).toHaveLength(7);
});

test('the lines of a record may be measures of its periods', () => {
  const rows: DrawnCell[][] = [
    ['Team', 'Kind', '2025-01', '2025-02', '2025-03'],
    ['North', 'plan', 10, 20, 30],
    [null, 'actual', 11, 21, 31],
    ['South', 'plan', 40, 50, 60],
    [null, 'actual', 41, 51, 61],
  ];
  const periods = [2, 3, 4].flatMap((source) =>
    [1, 2].map((line) => ({
      source,
      line,
      name: `${line} of ${source}`,
      type: 'BIGINT' as const,
      role: 'period' as const,
      period: `2025-0${source - 1}`,
      measure: ['plan', 'actual'][line - 1] ?? '',
    })),
  );
  const columns = [{ source: 0, name: 'Team', role: 'key' as const }, ...periods];
  const region = { id: 'mine', range: range(0, 0, 4, 4), headerRows: [0], recordRows: 2, headerColumns: 1 };
  const given = { ...region, layout: 'crosstab' as const, rowRoles: { group: [], derived: [] }, columns };
  expect(tablesOf(corrected(rows, [given])).tables.base?.slice(0, 3)).toEqual([
    'Team | period | plan | actual',
    'North | 2025-01 | 10 | 11',
    'North | 2025-02 | 20 | 21',
  ]);
});

test('a column stands in a row that records have, and levels are those of single rows', () => {
  const { faults } = corrected(orders, [
    { ...asOrders, layout: 'report', columns: [{ source: 1, line: 3, name: 'Customer' }] },
  ]);
  expect(faults.map(({ path, code }) => [path, code])).toEqual([
    ['/sheets/0/regions/0/record_rows', 'spec-record-rows'],
    ['/sheets/0/regions/0/columns/0/line', 'spec-line-outside'],
  ]);
});

test('the label of a row may stand anywhere, and is no value there', () => {
  const rows: DrawnCell[][] = [
    ['Item', 'Note', 'Sold', 'Cost'],
    ['Apple', 'red', 1, 10],
    ['Pear', 'green', 2, 20],
    [null, null, 'Total', 30],
    ['All of it', null, null, null],
    [null, null, 3, 30],
  ];
  const region = { id: 'mine', range: range(0, 0, 5, 3), headerRows: [0] };
  const columns = [
    { source: 0, name: 'Item', role: 'key' as const },
    { source: 1, name: 'Note' },
    ...[2, 3].map((source) => ({
      source,
      name: ['Sold', 'Cost'][source - 2] ?? '',
      type: 'BIGINT' as const,
    })),
  ];
  const rowRoles = { group: [], derived: [3, 5] };
  const rowLabels = { 3: { row: 3, column: 2 }, 5: { row: 4, column: 0 } };
  const given = { ...region, columns, rowRoles, headerColumns: 1, layout: 'flat' as const };
  const reading = corrected(rows, [{ ...given, rowLabels }]);
  const { tables, coverage } = tablesOf(reading);
  expect(tables.base).toEqual(['Item | Note | Sold | Cost', 'Apple | red | 1 | 10', 'Pear | green | 2 | 20']);
  expect(tables.base_計算項目?.slice(1)).toEqual(['Total |  |  | 30', 'All of it |  | 3 | 30']);
  expect(coverage.unplaced.cells).toEqual([]);
  const report = correctedAgain(reading, [{ id: 'mine', layout: 'report', rowParents: {} }]);
  expect(tablesOf(report).tables.base_階層1_計算項目?.slice(1)).toEqual([
    'Total |  |  | 30',
    'All of it |  | 3 | 30',
  ]);
  const { faults } = correctedAgain(reading, [{ id: 'mine', rowLabels: { 3: { row: 9, column: 2 } } }]);
  expect(faults.map(({ path, code }) => [path, code])).toEqual([
    ['/sheets/0/regions/0/row_labels/4', 'spec-cell-outside'],
  ]);
});

test('stacked columns are called as they are said to be', () => {
  const rows: DrawnCell[][] = [
    ['Name', 'Mon', 'Tue'],
    ['Ann', 'x', null],
    ['Bob', null, 'x'],
  ];
  const steps = [{ operator: 'stack' as const, columns: [1, 2], blanks: 'skip' as const }];
  const given = { id: 'mine', range: range(0, 0, 2, 2), headerRows: [0], steps };
  const madeNames = { period: 'day', value: 'mark' };
  const reading = corrected(rows, [{ ...given, madeNames }], { describe: ['mine'] });
  expect(tablesOf(reading).tables.base).toEqual(['Name | day | mark', 'Ann | Mon | x', 'Bob | Tue | x']);
});

test('what was extracted is a text again', () => {
  const rows: DrawnCell[][] = [
    ['Name', 'Worked'],
    ['Ann', '160:30'],
    ['Bob', '7:15'],
  ];
  const asHours = { source: 1, name: 'Worked', type: 'DOUBLE' as const, extract: 'hours' as const };
  const columns = [{ source: 0, name: 'Name' }, asHours];
  const given = { id: 'mine', range: range(0, 0, 2, 1), headerRows: [0], columns };
  const reading = corrected(rows, [given]);
  expect(tablesOf(reading).tables.base?.[1]).toBe('Ann | 160.5');
  const again = correctedAgain(reading, [{ id: 'mine', columns: [{ source: 1, extract: null }] }]);
  expect(tablesOf(again).tables.base?.[1]).toBe('Ann | 160:30');
});

test('durations of a day and more are kept as they are shown', () => {
  const hours = (value: number) => ({ value: value / 24, style: { numberFormat: '[h]:mm' } });
  const rows: DrawnCell[][] = [
    ['Name', 'Task', 'Worked'],
    ['Ann', 'dig', hours(7.5)],
    ['Bob', 'mow', hours(160.5)],
  ];
  const { tables } = tablesOf(corrected(rows, []));
  expect(Object.values(tables)[0]).toEqual([
    'Name | Task | Worked',
    'Ann | dig | 07:30:00',
    'Bob | mow | 160:30:00',
  ]);
});

test('a row of a form heads the fields below it, which are called by it too', () => {
  const rows: DrawnCell[][] = [
    ['Buyer', null, 'Seller', null],
    ['Name:', 'Ann', 'Name:', 'Bob'],
    ['City:', 'Oslo', 'City:', 'Rome'],
    ['Total:', 30, null, null],
  ];
  const field = (row: number, column: number, name: string) => ({
    source: column + 1,
    name,
    cell: { row, column: column + 1 },
    label: { row, column },
  });
  const columns = [
    field(1, 0, 'Name'),
    field(1, 2, 'Name_2'),
    field(2, 0, 'City'),
    field(2, 2, 'Town'),
    field(3, 0, 'Total'),
  ];
  const form = { id: 'mine', range: range(0, 0, 3, 3), layout: 'form' as const, columns };
  const reading = corrected(rows, [form]);
  const headed = correctedAgain(reading, [{ id: 'mine', rowRoles: { group: [0], ungrouped: [3] } }]);
  const { tables, coverage } = tablesOf(headed);
  expect(tables.base).toEqual([
    'Buyer Name | Seller Name | Buyer City | Town | Total',
    'Ann | Bob | Oslo | Rome | 30',
  ]);
  expect(tables).not.toHaveProperty('base_補足情報');
  expect(coverage.unplaced.cells).toEqual([]);
  const plain = correctedAgain(headed, [{ id: 'mine', rowRoles: { group: [], ungrouped: [] } }]);
  expect(tablesOf(plain).tables.base?.[0]).toBe('Name | Name_2 | City | Town | Total');
});
