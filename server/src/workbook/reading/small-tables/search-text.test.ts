import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { LeftToEngine } from './left-to-engine.js';
import { hasPlainCase, searchFor } from './search-text.js';

const letters = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter(hasPlainCase);

test('letters with a plain case are found as the engine finds them', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll('select lower($1)', [letters.join('')]);
  connection.closeSync();
  const lower = [...String(reader.getRows()[0]?.[0])];
  expect(lower.length).toBe(letters.length);
  // Beyond these, letters have no case.
  const some = letters.findIndex((letter) => letter >= '\u3000');
  expect(lower.slice(some)).toEqual(letters.slice(some));
  for (const [i, letter] of letters.slice(0, some).entries()) {
    const wanted = searchFor(letter);
    const found = letters.filter((other) => wanted.test(other));
    expect(found).toEqual(letters.filter((_, other) => lower[other] === lower[i]));
  }
});

test.each(['İ', 'ΑΣ', '\u212a', '\u{1f600}', 'ﬁ'])('%s is left to the engine', (text) => {
  expect(() => searchFor(text)).toThrow(LeftToEngine);
});

test('what is searched for is no pattern', () => {
  expect(searchFor('A.c(*').test('xa.C(*x')).toBe(true);
  expect(searchFor('A.c').test('abc')).toBe(false);
});
