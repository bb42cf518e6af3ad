import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Answer } from './support/api.js';
import { csvOf } from './support/files.js';
import { startService } from './support/service.js';

const skip = { structuring: 'skip' };

test('no call fails while the cache directory is deleted again and again', async () => {
  const service = await startService();
  const session = await service.signIn();
  const api = await session.mintWriter();
  const workbook = await api.workbook();
  const file = (name: string) => ({
    name: `${name}.csv`,
    content: csvOf('n,text', 3000, (row) => `${row},${name} ${String(row).repeat(40)}`),
  });
  for (const name of ['a', 'b']) await api.upload(`${workbook}/sources`, file(name), skip);
  const kept = await api.post(`${workbook}/query`, { sql: 'select n, text from a', limit: 1 });

  const calls: [string, () => Promise<Answer<unknown>>][] = [
    ['upload', () => api.upload(`${workbook}/sources`, file('c'), skip)],
    ['query', () => api.post(`${workbook}/query`, { sql: 'select n, text, random() from a', limit: 10_000 })],
    ['result', () => api.get(`/api/v1/results/${kept.body.id}?limit=10000`)],
    ['rows', () => api.get(`${workbook}/tables/a/rows?limit=10000`)],
    ['profile', () => api.get(`${workbook}/tables/a/profile`)],
    ['csv', () => api.post(`${workbook}/export`, { tables: ['a'], format: 'csv' })],
    ['xlsx', () => api.post(`${workbook}/export`, { tables: ['a', 'b'], format: 'xlsx' })],
    ['table', () => api.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'x' }] })],
  ];
  const statuses: Record<string, number> = {};
  for (const [i, [name, call]] of calls.entries()) {
    // Hits each call at a different moment.
    const deleting = pause(i * 5).then(() =>
      rm(join(service.dataDir, 'cache'), { recursive: true, force: true, maxRetries: 5 }),
    );
    statuses[name] = (await call()).status;
    await deleting;
  }
  expect(statuses).toEqual({
    upload: 201,
    query: 200,
    result: 200,
    rows: 200,
    profile: 200,
    csv: 200,
    xlsx: 200,
    table: 201,
  });
});
