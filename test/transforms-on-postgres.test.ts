import { expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import { startService } from './support/service.js';

describeDatabase('postgres', 'transforms', (database) => {
  test('can be created, become stale, and can be recomputed, changed and deleted', async () => {
    const { databaseUrl } = await database.fresh();
    const service = await startService({ env: { SVC_DATABASE_URL: databaseUrl as string } });
    const api = await service.signIn();
    const workbook = await api.workbook();
    await api.post(`${workbook}/tables`, { name: 'base', columns: [{ name: 'n', type: 'BIGINT' }] });
    const add = (n: number) =>
      api.post(`${workbook}/tables/base/rows/upsert`, { rows: [{ n }], expected_version: null });
    const last = async () => (await api.get(`${workbook}/tables/last/rows`)).body;
    const derive = (name: string, input: string, code: string) => ({
      name,
      kind: 'sql',
      code,
      args: { t: input },
      output: name,
    });

    await add(1);
    await api.post(`${workbook}/transforms`, derive('first', 'base', 'select n * 10 as n from {{ t }}'));
    await api.post(`${workbook}/transforms`, derive('last', 'first', 'select sum(n) as total from {{ t }}'));
    await Promise.all([add(2), add(3)]);
    expect(await last()).toMatchObject({ rows: [{ total: 10 }], freshness: { stale: true } });
    const both = await Promise.all([api.post(`${workbook}/recompute`), api.post(`${workbook}/recompute`)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await last()).toMatchObject({ rows: [{ total: 60 }], freshness: { stale: false } });

    const doubled = derive('first', 'base', 'select n * 20 as n, 1 as one from {{ t }}');
    const updated = await api.put(`${workbook}/transforms/first`, { ...doubled, run: false });
    expect(updated.body.freshness.stale).toBe(true);
    await api.post(`${workbook}/transforms/first/run`);
    expect(await last()).toMatchObject({ rows: [{ total: 120 }], freshness: { stale: false } });
    expect((await api.get(`${workbook}/tables/last/rows?as_of=1`)).body.rows).toMatchObject([{ total: 10 }]);

    expect((await api.delete(`${workbook}/transforms/first`)).status).toBe(409);
    expect((await api.delete(`${workbook}/transforms/last`)).status).toBe(200);
    expect((await api.delete(workbook)).status).toBe(204);
  });
});
