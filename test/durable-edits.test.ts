import { expect, test } from 'vitest';
import { TestService } from './support/service.js';

/** Set SVC_TEST_ROUNDS to search longer. */
const ROUNDS = Number(process.env.SVC_TEST_ROUNDS ?? 2);

test('after a kill at any moment, every acknowledged edit is there and none is partial', async () => {
  let service = await TestService.start();
  try {
    const token = (await service.signIn()).token as string;
    const workbook = await service.as(token).workbook();
    await service
      .as(token)
      .post(`${workbook}/tables`, { name: 't', columns: [{ name: 'n', type: 'BIGINT' }] });
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const api = service.as(token);
      const killAfter = 5 + Math.floor(Math.random() * 40);
      for (let sent = 0; ; sent++) {
        if (sent === killAfter) setTimeout(() => void service.stop('SIGKILL'), Math.random() * 5);
        const rows = [{ n: acknowledged }, { n: acknowledged }];
        const body = { rows, expected_version: null };
        const answer = await api.post(`${workbook}/tables/t/rows/upsert`, body).catch(() => undefined);
        if (!answer) break;
        expect(answer.status).toBe(200);
        acknowledged += 1;
      }
      await service.stop('SIGKILL');
      service = await TestService.start({ dataDir: service.dataDir });
      const { body } = await service.as(token).get(`${workbook}/tables/t/rows?limit=10000`);
      // The edit in flight may have committed although its answer was lost.
      expect([acknowledged * 2, (acknowledged + 1) * 2]).toContain(body.total);
      expect(body.rows).toHaveLength(body.total);
      expect(body.edit_version).toBe(1 + body.total / 2);
      acknowledged = body.total / 2;
    }
  } finally {
    await service.dispose();
  }
});
