import { expect, test } from 'vitest';
import { tablesOf } from '../../../test-support/structured-sheet.js';

test('what is taken off a total at the end of a list is computed, beside whatever columns its label stands', () => {
  const { 計算項目: closing } = tablesOf([
    ['Day', 'Description', 'Receipt', 'Amount'],
    ['6 May', 'Train', 'Y', 64.2],
    ['7 May', 'Lunch', 'Y', 31.75],
    ['7 May', 'Hotel', 'N', 118],
    [null, null, 'Total claimed', 213.95],
    [null, null, 'Less advance', -100],
    [null, null, 'Amount due', 113.95],
  ]);
  expect(closing?.map((row) => row.replaceAll(/^[ |]+/g, ''))).toEqual([
    'Total claimed | 213.95',
    'Less advance | -100',
    'Amount due | 113.95',
  ]);
});

test('among accounts, what is taken off a total is an account', () => {
  const tables = tablesOf([
    ['項目', '金額'],
    ['材料費', 45200],
    ['労務費', 28700],
    ['経費', 16300],
    ['当期総製造費用', 90200],
    ['期首仕掛品棚卸高', 5100],
    ['合計', 95300],
    ['期末仕掛品棚卸高', 4800],
    ['当期製品製造原価', 90500],
  ]);
  expect(tables.階層1_計算項目).toEqual([
    '当期総製造費用 | 90200',
    '合計 | 95300',
    '当期製品製造原価 | 90500',
  ]);
});

test('an article with a code of its own is no total, even if it adds up', () => {
  expect(
    Object.keys(
      tablesOf([
        ['Article', 'Name', 'Week 14', 'Week 15', 'Week 16'],
        ['A-2210', 'Small case', 400, 420, 380],
        ['A-2230', 'Large case', 150, 160, 140],
        ['B-1050', 'Lid', 550, 580, 520],
      ]),
    ),
  ).toEqual(['']);
});
