import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';
import { TcpProxy } from './support/tcp-proxy.js';

/** Long enough that the answers to statements sent together also arrive together. */
const DELAY_MS = 20;
/** As many as take longer than a round trip. */
const QUIET_CHECKS = 6;
const MAX_TRIES = 60;

describeDatabase('postgres', 'a remote database', (database) => {
  let proxy: TcpProxy;
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    const { databaseUrl } = await database.fresh();
    const through = await TcpProxy.inFrontOf(databaseUrl as string);
    proxy = through.proxy;
    service = await TestService.start({ env: { SVC_DATABASE_URL: through.url } });
    api = await (await service.signIn()).mint(['workbooks:write']);
    // Not earlier: the statements of all migrations would wait for it.
    proxy.delay(DELAY_MS);
  });
  afterAll(async () => {
    await service.dispose();
    await proxy.stop();
  });

  /** Waits until what follows an answer is done, as the publishing of its events: no round trip for a while. */
  async function silence(): Promise<void> {
    let [last, quietFor] = [proxy.roundTrips, 0];
    await eventually(async () => {
      quietFor = proxy.roundTrips === last ? quietFor + 1 : 0;
      last = proxy.roundTrips;
      return quietFor === QUIET_CHECKS ? true : undefined;
    });
  }

  /**
   * The minimum of several tries, because background work also uses the database, and on a busy machine statements that
   * were sent together arrive apart; no more tries than it takes to see the wanted number.
   */
  async function roundTripsOf(
    work: (n: number) => Promise<{ status: number }>,
    wanted: number,
  ): Promise<number> {
    let min = Number.POSITIVE_INFINITY;
    for (let n = 0; n < MAX_TRIES && min > wanted; n++) {
      await silence();
      const before = proxy.roundTrips;
      expect((await work(n)).status).toBe(200);
      min = Math.min(min, proxy.roundTrips - before);
    }
    return min;
  }

  test('needs three round trips for an edit: to look up caller and table, to lock and number, and to commit', async () => {
    const workbook = await api.workbook();
    await api.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'x', type: 'INTEGER' }] });
    const upsert = (row: object) =>
      api.post(
        `${workbook}/tables/t/rows/upsert`,
        { rows: [row], expected_version: null },
        { 'idempotency-key': undefined },
      );
    expect(await roundTripsOf((x) => upsert({ x }), 3)).toBe(3);
    expect(await roundTripsOf((x) => upsert({ __svc_row_id: 1, x }), 3)).toBe(3);
  });
});
