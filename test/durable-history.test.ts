import { expect, test } from 'vitest';
import { TestService } from './support/service.js';

const ROUNDS = 4;
const TABLES = ['a', 'b', 'c'];

test('a restore that is killed at any moment has restored every table or none', async () => {
  let service = await TestService.start();
  try {
    const token = (await service.signIn()).token as string;
    const workbook = await service.as(token).workbook();
    const set = (table: string, row: object) =>
      service
        .as(token)
        .post(`${workbook}/tables/${table}/rows/upsert`, { rows: [row], expected_version: null });
    for (const name of TABLES) {
      await service.as(token).post(`${workbook}/tables`, { name, columns: [{ name: 'n', type: 'BIGINT' }] });
      await set(name, { n: 0 });
    }
    await service.as(token).post(`${workbook}/versions`, { label: 'zero' });
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of TABLES) await set(name, { __svc_row_id: 1, n: round });
      const restoring = service
        .as(token)
        .post(`${workbook}/versions/zero/revert`)
        .catch(() => undefined);
      setTimeout(() => void service.stop('SIGKILL'), Math.random() * 40);
      await restoring;
      await service.stop('SIGKILL');
      service = await TestService.start({ dataDir: service.dataDir });
      const values = await Promise.all(
        TABLES.map(
          async (name) => (await service.as(token).get(`${workbook}/tables/${name}/rows`)).body.rows[0].n,
        ),
      );
      expect([TABLES.map(() => 0), TABLES.map(() => round)]).toContainEqual(values);
    }
  } finally {
    await service.dispose();
  }
});
