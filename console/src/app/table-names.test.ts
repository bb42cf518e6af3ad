import { expect, test } from 'vitest';
import { inReadingOrder, tableTitle } from './table-names.js';

test('the tables of a report are called by what they are', () => {
  expect(tableTitle('Sales 2025_階層2', 'en')).toBe('Sales 2025 · level 2');
  expect(tableTitle('売上_階層1_計算項目', 'ja')).toBe('売上 · 階層 1 の合計');
  expect(tableTitle('Sales_level1_computed', 'en')).toBe('Sales · totals of level 1');
  expect(tableTitle('Sales_計算項目', 'en')).toBe('Sales · totals');
  expect(tableTitle('Sales_accounts', 'ja')).toBe('Sales · 科目');
  expect(tableTitle('Targets_補足情報', 'en')).toBe('Targets · notes');
  expect(tableTitle('Customers', 'en')).toBe('Customers');
  expect(tableTitle('_notes', 'en')).toBe('_notes');
});

test('records stand before totals and notes, beside the other tables of their report', () => {
  const names = [
    'S_階層1_計算項目',
    'S_階層2',
    'S_階層2_計算項目',
    'S_科目',
    'S_補足情報',
    'S_階層1',
    'Targets',
    'T',
  ];
  expect(inReadingOrder(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    'S_階層1',
    'S_階層2',
    'S_階層1_計算項目',
    'S_階層2_計算項目',
    'S_科目',
    'S_補足情報',
    'Targets',
    'T',
  ]);
});
