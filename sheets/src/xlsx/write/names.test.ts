import { expect, test } from 'vitest';
import { fileFormula } from './newer-functions.js';
import { SheetNames } from './sheet-names.js';
import { TableNames } from './table-names.js';
import { areTableHeadings } from './table-part.js';

test('sheet names are valid in Excel and unique', () => {
  const names = new SheetNames();
  const wanted = ['a/b:[c]', "'quoted'", '', 'SALES', 'sales', 'history', 'x'.repeat(40), 'x'.repeat(40)];
  expect(wanted.map((name) => names.add(name))).toEqual([
    'a_b__c_',
    'quoted',
    'Sheet',
    'SALES',
    'sales (2)',
    'history_',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ]);
});

test('table names are valid in Excel and unique', () => {
  const names = new TableNames();
  const wanted = ['Sales 2024', 'SALES_2024', '2024', 'tab1', 'R1C1', 'r', 'Übersicht', 'true', '😀', ''];
  expect(wanted.map((name) => names.add(name))).toEqual([
    'Sales_2024',
    'SALES_2024_2',
    '_2024',
    '_tab1',
    '_R1C1',
    '_r',
    'Übersicht',
    '_true',
    '_',
    '__2',
  ]);
});

test.each([
  [['a', 'b\nc'], true],
  [['a', 'A'], false],
  [['a', ' '], false],
  [['x'.repeat(256)], false],
  [['a\u0001'], false],
  [[], false],
])('whether %j can be headings of a table', (names, can) => expect(areTableHeadings(names)).toBe(can));

test.each([
  ['SUM(A1,MAXIFS(B1,"XOR("))', 'SUM(A1,_xlfn.MAXIFS(B1,"XOR("))'],
  ['_xlfn.XLOOKUP(A1)', '_xlfn.XLOOKUP(A1)'],
  ['sort(A1)', '_xlfn._xlws.sort(A1)'],
  ["'IFS('!A1+STDEV.S(A1)", "'IFS('!A1+_xlfn.STDEV.S(A1)"],
])('%s in a file', (shown, written) => expect(fileFormula(shown)).toBe(written));
