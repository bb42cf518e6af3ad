import { expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import { startService } from './support/service.js';

describeDatabase('postgres', 'a tracked file', (database) => {
  test('takes what arrives at once in some order, and stops being tracked', async () => {
    const { databaseUrl } = await database.fresh();
    const service = await startService({ env: { SVC_DATABASE_URL: databaseUrl as string } });
    const api = await service.signIn();
    const workbook = await api.workbook();
    const links = `${workbook}/file-links`;
    const stock = (qty: number) => ({ name: 'stock.csv', content: `item,qty\ntea,${qty}\njam,2\n` });
    const track = (qty: number) => api.upload(`${links}/local`, stock(qty));
    const started = await Promise.all([track(0), track(1)]);
    expect(started.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [first] = (await api.get(links)).body.file_links;

    const push = (qty: number) => api.upload(`${links}/${first.id}/versions`, stock(qty));
    const pushed = await Promise.all([push(3), push(4), push(4)]);
    expect(pushed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { versions } = (await api.get(`${links}/${first.id}`)).body;
    const numbers = versions.map(({ n }: { n: number }) => n);
    const changes = pushed.filter(({ body }) => body.changed).length;
    expect(numbers).toEqual(Array.from({ length: 1 + changes }, (_, i) => i + 1));

    const reverted = await api.post(`${links}/${first.id}/versions/1/revert`);
    expect(reverted.body).toMatchObject({
      changed: true,
      version: { n: numbers.length + 1, kind: 'revert' },
    });
    const { rows } = (await api.get(`${workbook}/tables/stock/rows`)).body;
    expect(rows.map((row: { __svc_row_id: number }) => row.__svc_row_id)).toEqual([1, 2]);
    expect((await api.delete(`${links}/${first.id}`)).status).toBe(200);
    expect((await api.get(links)).body.file_links).toEqual([]);
  });
});
