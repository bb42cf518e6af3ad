import { expect, test } from 'vitest';
import { pageByRowId } from './page-by-row-id.js';

const clausesOf = (...args: Parameters<typeof pageByRowId>) => pageByRowId(...args)?.clauses;
const whole = { rowCount: 1000, nextRowId: 1001 };
const withGaps = { rowCount: 990, nextRowId: 1001 };

test('a page of a table without gaps is among as many ids as it has rows', () => {
  expect(clausesOf({ offset: 300 }, 11, whole)).toMatch(/> 300 and .* <= 311 order by .* limit 11$/);
  expect(clausesOf({ afterId: 300 }, 11, whole)).toMatch(/> 300 and .* <= 311 order by .* limit 11$/);
});

test('gaps widen it, and the rows before an offset are counted', () => {
  expect(clausesOf({ afterId: 300 }, 11, withGaps)).toMatch(/> 300 and .* <= 321 .* limit 11$/);
  expect(clausesOf({ offset: 300 }, 11, withGaps)).toMatch(
    /<= 321 .* offset 300 - \(select count.* <= 300\)$/,
  );
});

test('it reaches the end where no id is beyond it', () => {
  expect(pageByRowId({ offset: 989 }, 11, whole)?.reachesEnd).toBe(true);
  expect(pageByRowId({ offset: 988 }, 11, whole)?.reachesEnd).toBe(false);
});

test('tables with many gaps, and positions that are no id, are read in another way', () => {
  expect(pageByRowId({ offset: 0 }, 11, { rowCount: 10, nextRowId: 20_000 })).toBeUndefined();
  expect(pageByRowId({ afterId: Number.NaN }, 11, whole)).toBeUndefined();
});
