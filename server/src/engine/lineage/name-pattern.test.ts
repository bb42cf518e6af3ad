import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patternMatches } from './name-pattern.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

const names = [
  'a',
  'A',
  'amount',
  'net_amount',
  'q1',
  'q12_2024',
  'a.b',
  'a b',
  'Größe',
  'total (€)',
  'x-y',
  '',
  '\n',
];

test.each([
  ...[
    'a',
    '^a$',
    '^(a|b)$',
    'a|q',
    '.*amount',
    '_amount$',
    'q[0-9]+',
    'q\\d+_\\w+',
    '[^a-z]',
    'a.b',
    'a\\.b',
    'x-y',
  ],
  ...['^.$', 'am?ount', 'total \\(', '\\bamount', '^', '[A-Z]'],
])('%s matches as in DuckDB', async (pattern) => {
  for (const name of names) {
    const reader = await connection.runAndReadAll('select regexp_matches($1, $2)', [name, pattern]);
    const [[matches]] = reader.getRows() as [[boolean]];
    expect({ name, matches: patternMatches(pattern, name) }).toEqual({ name, matches });
  }
});

test.each([
  ['a flag', '(?i)a'],
  ['a class of another syntax', '[[:alpha:]]'],
  ['an escape of another meaning', '\\pL|\\s|\\z'],
  ['a group that repeats', '(a+)+$'],
  ['many repeats', 'a*a*a*b'],
  ['many groups', '(a|a)(a|a)(a|a)'],
  ['what is no pattern', '(a'],
  ['counted repeats', 'a{2}'],
])('%s is left alone', (_, pattern) => {
  expect(patternMatches(pattern, 'amount')).toBeUndefined();
});

test('a very long name is not matched', () => {
  expect(patternMatches('a', 'a'.repeat(1000))).toBeUndefined();
});
