import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';
import { TcpProxy } from './support/tcp-proxy.js';

/** So far away that statements which are sent together are not answered one by one. */
const DELAY_MS = 20;

describeDatabase('postgres', 'a database at a distance', (database) => {
  let proxy: TcpProxy;
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    const { databaseUrl } = await database.fresh();
    const through = await TcpProxy.inFrontOf(databaseUrl as string, { delayMs: DELAY_MS });
    proxy = through.proxy;
    service = await TestService.start({ env: { SVC_DATABASE_URL: through.url } });
    api = await (await service.signIn()).mint(['workbooks:write']);
  });
  afterAll(async () => {
    await service.dispose();
    await proxy.stop();
  });

  /** The fewest of some tries: background work asks the database, too. */
  async function roundTripsOf(work: (n: number) => Promise<{ status: number }>): Promise<number> {
    const counts: number[] = [];
    for (let n = 0; n < 5; n++) {
      const before = proxy.roundTrips;
      expect((await work(n)).status).toBe(200);
      counts.push(proxy.roundTrips - before);
    }
    return Math.min(...counts);
  }

  test('is asked three times for an edit: who, where and which table; what numbers; and the commit', async () => {
    const workbook = await api.workbook();
    await api.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'x', type: 'INTEGER' }] });
    const upsert = (row: object) =>
      api.post(`${workbook}/tables/t/rows/upsert`, { rows: [row], expected_version: null });
    expect(await roundTripsOf((x) => upsert({ x }))).toBe(3);
    expect(await roundTripsOf((x) => upsert({ __svc_row_id: 1, x }))).toBe(3);
  });
});
