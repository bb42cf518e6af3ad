import { expect, test } from 'vitest';
import { csvLine } from '../output/csv.js';
import { csvRecords } from './csv-records.js';

test('what this command writes as csv is read as the same values', () => {
  const cells = ['a,b', 'say "hi"', 'two\nlines', '', null, ' spaced '];
  const names = cells.map((_, index) => `c${index}`);
  const [record = {}] = csvRecords(`\ufeff${csvLine(names)}${csvLine(cells)}`, 'a.csv');
  expect(Object.values(record)).toEqual(cells);
});

test.each(['a,b\n1,\n\n,2', 'a,b\r\n1,\r\n,2\r\n'])(
  'empty cells are no values, and empty lines no rows',
  (text) => {
    expect(csvRecords(text, 'a.csv')).toEqual([
      { a: '1', b: null },
      { a: null, b: '2' },
    ]);
  },
);

test.each([
  ['a,b\n1\n', 'record 1 has 1 cells'],
  ['a\n1\n"2" 3\n', 'record 2 has a quotation mark'],
  ['a,a\n1,2\n', 'two columns called “a”'],
])('a file that is no csv is refused: %j', (text, why) => {
  expect(() => csvRecords(text, 'a.csv')).toThrow(why);
});
