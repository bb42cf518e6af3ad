import { expect, test } from 'vitest';
import { startService } from './support/service.js';

test('columns and results are as they were before the service was killed', async () => {
  const before = await startService();
  const api = await before.signIn();
  const workbook = await api.workbook();
  const table = `${workbook}/tables/people`;
  await api.post(`${workbook}/tables`, { name: 'people', columns: [{ name: 'name' }, { name: 'amount' }] });
  const written = [{ name: 'ann', amount: '10' }, { name: 'bob' }];
  await api.post(`${table}/rows/upsert`, { rows: written, expected_version: 1 });
  await api.post(`${table}/columns`, { column: 'n', type: 'BIGINT', default: 7, expected_version: 2 });
  await api.patch(`${table}/columns/amount`, { type: 'DOUBLE', expected_version: 3 });
  await api.patch(`${table}/columns/name`, { new_name: 'who', expected_version: 4 });
  const { rows } = (await api.get(`${table}/rows`)).body;
  expect(rows).toMatchObject([
    { who: 'ann', amount: 10, n: 7 },
    { who: 'bob', amount: null, n: 7 },
  ]);
  const { body: result } = await api.post(`${workbook}/query`, {
    sql: 'select sum(n) as s, [1] as l from people',
  });
  await before.stop('SIGKILL');

  const after = (await startService({ dataDir: before.dataDir })).as(api.token as string);
  expect((await after.get(`${table}/rows`)).body.rows).toEqual(rows);
  expect((await after.get(`/api/v1/results/${result.id}`)).body.rows).toEqual(result.rows);
});
