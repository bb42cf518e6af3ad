import { expect, test } from 'vitest';
import { castCell } from './cell-values.js';
import { isNestedTooDeeply } from './json-depth.js';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

test.each([
  [0, 5],
  [1, []],
  [2, { a: [1], b: 2 }],
  [3, [[], [[]], 1]],
])('counts %i levels', (levels, value) => {
  expect(isNestedTooDeeply(value, levels)).toBe(false);
  if (levels > 0) expect(isNestedTooDeeply(value, levels - 1)).toBe(true);
});

test('a JSON cell of a million levels is refused like any other that is too deep', () => {
  expect(castCell(nested(200), 'JSON')).toEqual(nested(200));
  expect(() => castCell(nested(1_000_000), 'JSON')).toThrow(/nested/);
});
