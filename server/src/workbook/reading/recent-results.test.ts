import { expect, test } from 'vitest';
import { type ReadResult, RecentResults } from './recent-results.js';

const resultOf = (page: ReadResult['page'], more: Partial<ReadResult> = {}): ReadResult => ({
  page,
  pageRows: 1,
  columns: [],
  rowCount: 1,
  ...more,
});

/** Asks for a result under a key, and returns whether its statement had to run. */
async function hasRun(results: RecentResults, key: unknown[], result: ReadResult): Promise<boolean> {
  let ran = false;
  const { page } = await results.get(key, async () => {
    ran = true;
    return result;
  });
  expect(page).toBe(result.page);
  return ran;
}

test('a statement runs once for each key', async () => {
  const results = new RecentResults();
  expect(await hasRun(results, ['select 1', 1], resultOf('a'))).toBe(true);
  expect(await hasRun(results, ['select 1', 1], resultOf('a'))).toBe(false);
  expect(await hasRun(results, ['select 1', 2], resultOf('b'))).toBe(true);
});

test('results in files, large ones and those that are streamed are not kept', async () => {
  const results = new RecentResults();
  for (const result of [
    resultOf('a', { file: true }),
    resultOf('x'.repeat(64 * 1024 + 1)),
    resultOf(Buffer.from('a')),
  ]) {
    expect(await hasRun(results, ['key'], result)).toBe(true);
    expect(await hasRun(results, ['key'], result)).toBe(true);
  }
});

test('what was not asked for the longest time makes room', async () => {
  const results = new RecentResults();
  const result = resultOf('x'.repeat(64 * 1024));
  for (let n = 0; n < 300; n++) {
    expect(await hasRun(results, [`result ${n}`], result)).toBe(true);
    expect(await hasRun(results, ['result 0'], result)).toBe(false);
  }
  expect(await hasRun(results, ['result 1'], result)).toBe(true);
});
