import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { LeftToEngine } from './left-to-engine.js';
import { lowerCase } from './lower-case.js';

test('every letter that is not left to the engine has its lower case', async () => {
  const letters = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter((letter) => {
    try {
      return lowerCase(letter) !== undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(LeftToEngine);
      return false;
    }
  });
  const text = letters.join('');
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll('select lower($1)', [text]);
  connection.closeSync();
  expect(reader.getRows()[0]?.[0]).toBe(lowerCase(text));
  expect(letters.length).toBeGreaterThan(30_000);
});

test.each(['İ', 'ΑΣ', '\u212a', '\u{1f600}', 'ﬁ'])('%s is left to the engine', (text) => {
  expect(() => lowerCase(text)).toThrow(LeftToEngine);
});
