import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Answer } from './support/api.js';
import { csvOf } from './support/files.js';
import { startService } from './support/service.js';

const skip = { structuring: 'skip' };
const ROUNDS = 2;

test('the cache directory may be deleted again and again while the service works, and no call fails', async () => {
  const service = await startService();
  const session = await service.signIn();
  const api = await session.mint(['workbooks:write'], { rate_limit_per_minute: 10_000 });
  const workbook = await api.workbook();
  const file = (name: string) => ({
    name: `${name}.csv`,
    content: csvOf('n,text', 3000, (row) => `${row},${name} ${String(row).repeat(40)}`),
  });
  for (const name of ['a', 'b']) await api.upload(`${workbook}/sources`, file(name), skip);
  const kept = await api.post(`${workbook}/query`, { sql: 'select n, text from a', limit: 1 });

  const calls: ((round: number) => Promise<Answer<{ type?: string }>>)[] = [
    (n) => api.upload(`${workbook}/sources`, file(`c${n}`), skip),
    (n) => api.upload(`${workbook}/sources`, file(`d${n}`)),
    () => api.post(`${workbook}/query`, { sql: 'select n, text, random() as r from a', limit: 10_000 }),
    () => api.get(`/api/v1/results/${kept.body.id}?limit=10000`),
    () => api.get(`${workbook}/tables/a/rows?limit=10000`),
    () => api.post(`${workbook}/export`, { tables: ['a'], format: 'csv' }),
    () => api.post(`${workbook}/export`, { tables: ['a', 'b'], format: 'xlsx' }),
    () => api.post(`${workbook}/export`, { tables: ['a', 'b'], format: 'csv' }),
    (n) => api.post(`${workbook}/tables`, { name: `t${n}`, columns: [{ name: 'x' }] }),
  ];
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const call of calls) {
      // Once in each call, at another moment of it each time.
      const deleting = pause(round * 40).then(() =>
        rm(join(service.dataDir, 'cache'), { recursive: true, force: true, maxRetries: 5 }),
      );
      const { status, body } = await call(round);
      await deleting;
      if (status >= 300) failed.push(`${call}: ${status} ${body.type}`);
    }
  expect(failed).toEqual([]);
});
