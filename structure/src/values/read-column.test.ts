import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { SheetCells } from '../sheet-cells.js';
import { readColumn } from './read-column.js';

/** The type, unit and values of texts below each other; the same in a csv file and in text cells of a workbook. */
function read(...texts: string[]) {
  const csv = texts.map((text) => `"${text}"`).join('\n');
  const { sheets, dialect } = readDelimited(Buffer.from(`${csv}\n`), 'column.csv', 'csv');
  const cells = new SheetCells(sheets[0] as Sheet).column(0);
  const rows = Uint32Array.from(texts.keys());
  const readings = [null, dialect].map((one) => {
    const { type, unit, data } = readColumn(cells, rows, one);
    const values =
      data.type === 'VARCHAR'
        ? texts.map((_, row) => data.textAt(row))
        : texts.map((_, row) => (data.valid[row] ? Number(data.values[row]) : null));
    return { type, unit, values };
  });
  expect(readings[0]).toEqual(readings[1]);
  return [readings[0]?.type, readings[0]?.unit, ...(readings[0]?.values ?? [])];
}

test.each([
  [['1,200', '△300', '▲5', '(40)'], 'BIGINT', undefined, [1200, -300, -5, -40]],
  [['（600）', '（1,046）', '（7）'], 'BIGINT', undefined, [600, 1046, 7]],
  [['¥1,200', '¥-300', '-¥5'], 'BIGINT', '¥', [1200, -300, -5]],
  [['$3.50', '$4'], 'DOUBLE', '$', [3.5, 4]],
  [['1,200円', '0', '△300円'], 'BIGINT', '円', [1200, 0, -300]],
  [['1,200千円', '300千円'], 'BIGINT', '千円', [1200, 300]],
  [['3万', '1.2億', '500'], 'BIGINT', undefined, [30_000, 120_000_000, 500]],
  [['300万円', '1億2,000万円'], 'BIGINT', '円', [3_000_000, 120_000_000]],
  [['１２', '３４５'], 'BIGINT', undefined, [12, 345]],
  [['46.8%', '0.1％', '0'], 'DOUBLE', undefined, [0.468, 0.001, 0]],
  [['-0.06520000000000001', '-', '12.5'], 'DOUBLE', undefined, [-0.0652, null, 12.5]],
  [['12個', '7個', '30個'], 'BIGINT', '個', [12, 7, 30]],
  [['3 kg', '1.5 kg'], 'DOUBLE', 'kg', [3, 1.5]],
  [['3.1度', '12.5度'], 'DOUBLE', '度', [3.1, 12.5]],
  [['12', '-', '…', '***', 'n/a', '―', '－', '#N/A', '不明', '該当なし'], 'BIGINT', undefined, [12]],
])('%j are numbers', (texts, type, unit, values) => {
  const gaps = texts.slice(values.length).map(() => null);
  expect(read(...texts)).toEqual([type, unit, ...values, ...gaps]);
});

test.each([
  [['令和6年4月1日', 'R6.4.1', 'R6/4/1', '2024年4月1日', '2024/4/1', '1 Apr 2024', 'April 1, 2024', '-']],
  [['2024/4/1(月)', '令和6年4月1日（月）', '2024-04-01']],
])('%j are one day', (texts) => {
  const days = texts.map((text) => (text === '-' ? null : 19_814));
  expect(read(...texts)).toEqual(['DATE', undefined, ...days]);
});

test('eras change within a year', () => {
  expect(read('H31.4.30', '令和元年5月1日')).toEqual(['DATE', undefined, 18_016, 18_017]);
});

test('a day after the 12th shows which part of a date is the month', () => {
  expect(read('03/04/2024', '13/04/2024')).toEqual(['DATE', undefined, 19_816, 19_826]);
  expect(read('03/04/2024', '04/05/2024')[0]).toBe('VARCHAR');
});

test.each([
  [['00123', '00456']],
  [['03-1234-5678', '06-9876-5432']],
  [['150-0001', '〒530-0001']],
  [['(1)', '(2)', '(3)']],
  [['(2023)', '(2024)']],
  [['1回', '2回', '3回']],
  [['3年', '2年', '5年']],
  [['1-2', '3-4']],
  [['1/2', '2/3']],
  [['12 kg', 'grey']],
  [['12 kg']],
  [['12個', '3箱']],
  [['$3', '€5']],
  [['1,200千円', '300円']],
  [['46.8%', '12']],
  [['12', '34', 'about 50']],
  [['v1.2.3', 'v1.3.0']],
  [['○', '×']],
  [['-', 'open']],
])('%j stay text as written', (texts) => {
  expect(read(...texts)).toEqual(['VARCHAR', undefined, ...texts]);
});

test('numbers that go on counting days where dates end are dates, and others are not', () => {
  expect(read('1975-07-01', '1975-08-01', '27638', '27668.0')).toEqual([
    'DATE',
    undefined,
    2007,
    2038,
    2069,
    2099,
  ]);
  expect(read('1975-07-01', '1975-08-01', '27638', '12000')[0]).toBe('VARCHAR');
});
