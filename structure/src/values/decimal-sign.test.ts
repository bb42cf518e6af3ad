import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { SheetCells } from '../sheet-cells.js';
import { readColumn } from './read-column.js';

/** The type and values of a csv column of texts. */
function read(texts: string[], delimiter = '\t') {
  const file = readDelimited(
    Buffer.from(texts.map((text) => `${text}${delimiter}x\n`).join('')),
    'a.csv',
    'csv',
  );
  const cells = new SheetCells(file.sheets[0] as (typeof file.sheets)[0]);
  const { type, data } = readColumn(
    cells.column(0),
    Uint32Array.from(texts, (_, row) => row),
    file.dialect,
  );
  return [type, 'values' in data ? Array.from(data.values, Number) : undefined];
}

test.each([
  ['grouped by points', ['1.234,50', '980,00', '12'], [1234.5, 980, 12]],
  ['money', ['1.234,50 €', '-980,00 €'], [1234.5, -980]],
  ['shares', ['12,5 %', '9,9 %'], [0.125, 0.099]],
  ['grouped by spaces', ['1 234,50', '12 000,00'], [1234.5, 12_000]],
  ['other currencies', ['12,5 kr', '980,25 kr'], [12.5, 980.25]],
  ['amounts alone', ['412,80', '189,95', '978,00'], [412.8, 189.95, 978]],
])('decimal commas: %s', (_, texts, expected) => {
  expect(read(texts)).toEqual(['DOUBLE', expected]);
});

test('between semicolons, a comma alone shows decimals', () => {
  expect(read(['12,5', '3,25'], ';')).toEqual(['DOUBLE', [12.5, 3.25]]);
});

test.each([
  ['lists of numbers', ['12,5', '3,4']],
  ['pairs of numbers', ['12,15', '13,18', '14,21']],
  ['both signs', ['1.234,50', '1,234.50']],
])('%s stay text', (_, texts) => {
  expect(read(texts)[0]).toBe('VARCHAR');
});

test('a comma alone shows decimals where another column has numbers with a decimal comma', () => {
  const file = readDelimited(Buffer.from('12,5\t1.234,50\n3,4\t9,90\n'), 'a.csv', 'csv');
  const cells = new SheetCells(file.sheets[0] as (typeof file.sheets)[0]);
  expect([0, 1].map((column) => cells.decimalSign(column, '12,5'))).toEqual(['comma', 'comma']);
});

test('thousands between semicolons stay text, as nothing shows what the comma means', () => {
  expect(read(['1,234', '5,678'], ';')[0]).toBe('VARCHAR');
});

test('points between three digits group them where another column has decimal commas', () => {
  const file = readDelimited(Buffer.from('1.240;12,40 €\n380;3,80 €\n2.015;20,15 €\n'), 'a.csv', 'csv');
  const cells = new SheetCells(file.sheets[0] as (typeof file.sheets)[0]);
  const { type, data } = readColumn(cells.column(0), Uint32Array.of(0, 1, 2), file.dialect);
  expect([type, 'values' in data && Array.from(data.values, Number)]).toEqual(['BIGINT', [1240, 380, 2015]]);
});
