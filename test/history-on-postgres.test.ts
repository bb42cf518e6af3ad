import { expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import { startService } from './support/service.js';

describeDatabase('postgres', 'history', (database) => {
  test('is pinned, branched, merged with conflicts, undone and restored', async () => {
    const { databaseUrl } = await database.fresh();
    const service = await startService({ env: { SVC_DATABASE_URL: databaseUrl as string } });
    const api = await service.signIn();
    const workbook = await api.workbook();
    const content = 'item,qty\ntea,1\njam,2\nfig,3\n';
    await api.upload(`${workbook}/sources`, { name: 'stock.csv', content }, { structuring: 'skip' });
    const amounts = async () =>
      (await api.get(`${workbook}/tables/stock/rows`)).body.rows.map(({ qty }: { qty: number }) => qty);
    await api.post(`${workbook}/versions`, { label: 'received' });

    const exported = await api.post(`${workbook}/export`, { format: 'csv', record_branch: true });
    const branch_id = exported.headers.get('x-svc-branch-id') as string;
    const edited = Buffer.from(exported.bytes)
      .toString()
      .replace('tea,1', 'tea,10')
      .replace('jam,2', 'jam,20');
    const row = { __svc_row_id: 2, qty: 200 };
    await api.post(`${workbook}/tables/stock/rows/upsert`, { rows: [row], expected_version: null });
    const send = () => api.upload(`${workbook}/sync`, { name: 'stock.csv', content: edited }, { branch_id });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await amounts()).toEqual([10, 20, 3]);
    const { conflicts } = (await api.get(`${workbook}/conflicts?status=open`)).body;
    expect(conflicts).toMatchObject([{ base: 2, previous: 200, incoming: 20 }]);

    const { op_id } = both.map(({ body }) => body).find((body) => body.op_id !== null);
    expect((await api.post(`${workbook}/ops/${op_id}/undo`, {})).status).toBe(200);
    expect(await amounts()).toEqual([1, 200, 3]);
    expect((await api.get(`${workbook}/versions/received/diff`)).body.tables).toMatchObject([
      { rows: { updated: 1 }, cells: [{ row_id: 2, change: 'update', column: 'qty', old: 2, new: 200 }] },
    ]);
    await api.delete(`${workbook}/tables/stock?expected_version=null`);
    const restored = await api.post(`${workbook}/versions/received/revert`, {});
    expect(restored.body.tables).toMatchObject([{ name: 'stock', action: 'revived' }]);
    expect(await amounts()).toEqual([1, 2, 3]);
  });
});
