import { expect, test } from 'vitest';
import { jsonInSlices } from './json-in-slices.js';

const long = Array.from({ length: 100 }, (_, i) => ({ i, text: `"${i}"\n` }));

test.each([
  { body: { rows: long, expected_version: null, match_on: undefined } },
  { rows: [undefined, ...long], at: new Date(0), nested: { list: [1, [2, { three: 3 }]] } },
  long,
  'text',
  null,
])('is what JSON.stringify gives: %#', async (value) => {
  expect(await jsonInSlices(value)).toBe(JSON.stringify(value));
});
