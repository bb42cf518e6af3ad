import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childProcesses, isEngine } from './support/child-processes.js';
import { eventually } from './support/eventually.js';
import { startService } from './support/service.js';

const MB = 1024 * 1024;
/** Hardly compressible: about 800 KB per result. */
const RANDOM = 'select random() as a from range(100000)';

test('the oldest results of an account are removed for new ones, with their files', async () => {
  const service = await startService({ env: { SVC_ACCOUNT_RESULTS_MB: '2' } });
  const api = await service.signIn();
  const workbook = await api.workbook();
  const run = async () => (await api.post(`${workbook}/query`, { sql: RANDOM, limit: 1 })).body.id;
  const statuses = (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await api.get(`/api/v1/results/${id}`)).status));

  const small = (await api.post(`${workbook}/query`, { sql: 'select 1' })).body.id;
  const ids = [await run(), await run()];
  expect(await statuses([small, ...ids])).toEqual([200, 200, 200]);
  ids.push(await run(), await run());
  expect(await statuses(ids)).toEqual([410, 410, 200, 200]);
  const { body } = await api.get(`/api/v1/results/${ids[0]}`);
  expect(body).toMatchObject({ type: '/problems/expired', suggested_fix: 'Run the query again.' });
  expect(await blobFiles(service.dataDir)).toBe(2);

  const tooLarge = await api.post(`${workbook}/query`, {
    sql: 'select random() as a, random() as b, random() as c from range(200000)',
  });
  expect([tooLarge.status, tooLarge.body.type]).toEqual([422, '/problems/query-too-large']);
  expect(tooLarge.body.detail).toContain(String(2 * MB));
  expect(await statuses(ids.slice(2))).toEqual([200, 200]);
});

test('the spill files of a killed engine process are removed', async () => {
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  await api.post(`${workbook}/query`, { sql: 'select 1' });
  const spill = join(service.dataDir, 'cache', 'spill');
  const [directory] = await readdir(spill);
  await writeFile(join(spill, directory as string, 'spilled'), 'x');
  for (const { pid } of (await childProcesses(service.pid)).filter(isEngine)) process.kill(pid, 'SIGKILL');
  await eventually(async () => ((await readdir(spill)).length === 0 ? true : undefined));
});

async function blobFiles(dataDir: string): Promise<number> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).length;
}
