import { expect, test } from 'vitest';
import { readResult } from './stored-result.js';

const source = { id: 'src_1', failure: null };

test('a source that a job of an earlier release stored has the columns of today', () => {
  expect(readResult(JSON.stringify({ source, tables: [] }))).toEqual({
    source: { ...source, provenance: null },
    tables: [],
  });
});

test('a stored column is left as it was stored', () => {
  const fetched = { ...source, provenance: '{"kind":"url"}' };
  expect(readResult(JSON.stringify({ source: fetched }))).toEqual({ source: fetched });
});

test('a result without a source is left as it is', () => {
  expect(readResult('{"opId":1}')).toEqual({ opId: 1 });
});
