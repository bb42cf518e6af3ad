import { expect, test } from 'vitest';
import { downloadName } from './download-name.js';

const url = new URL('https://example.com/reports/q1%20sales.csv?token=x');

test.each([
  ['the last part of the address, where nothing is said', undefined, 'q1 sales.csv'],
  ['the last part of the address, where no name is said', 'attachment', 'q1 sales.csv'],
  ['a quoted name', 'attachment; filename="a b; c.xlsx"', 'a b; c.xlsx'],
  ['a quoted name with escapes', String.raw`attachment; filename="a \"b\".xlsx"`, 'a "b".xlsx'],
  ['a bare name', 'attachment; filename=a.xlsx; size=3', 'a.xlsx'],
  ['a name in RFC 8187', "attachment; filename*=UTF-8''%E5%A3%B2%E4%B8%8A.xlsx", '売上.xlsx'],
  ['the extended name before the plain one', `x; filename="a.csv"; filename*=utf-8'en'b.csv`, 'b.csv'],
  ['a name in raw UTF-8', `x; filename="${Buffer.from('売上.csv').toString('latin1')}"`, '売上.csv'],
  ['a name in Latin-1', 'x; filename="été.csv"', 'été.csv'],
  ['the plain name, where the extended one is broken', "x; filename=a.csv; filename*=UTF-8''%ZZ", 'a.csv'],
])('%s', (_, disposition, name) => expect(downloadName(url, disposition)).toBe(name));

test('an address without a path gives no name', () => {
  expect(downloadName(new URL('https://example.com'))).toBe('');
  expect(downloadName(new URL('https://example.com/%ff'))).toBe('');
});
