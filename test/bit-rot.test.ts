import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../server/test-support/loopback-s3.js';
import { startService, type TestService } from './support/service.js';

const sales = { name: 'sales.csv', content: 'region,qty\nNorth,3\nSouth,4\n' };

async function blobFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  return names.filter((name) => /^..\/[0-9a-f]{64}$/.test(name)).map((name) => join(dataDir, 'blobs', name));
}

/** Flips one bit in the middle. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  await chmod(path, 0o600);
  await writeFile(path, bytes);
}

function verifyData({ dataDir }: TestService, ...args: string[]) {
  return spawnSync(process.execPath, ['server/dist/verify-data.js', ...args], {
    env: { PATH: process.env.PATH, SVC_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
}

test('a flipped bit on the disk is detected before the data is used, and reported with the table or source', async () => {
  const first = await startService();
  const workbook = await (await first.signIn()).workbook('Sales');
  await (await first.signIn()).upload(`${workbook}/sources`, sales, { structuring: 'skip' });
  await first.stop();
  const { dataDir } = first;
  const sound = verifyData(first);
  expect([sound.status, sound.stderr]).toEqual([0, '']);
  expect(sound.stdout).toContain('0 damaged, 0 missing');
  for (const path of await blobFiles(dataDir)) await damage(path);

  const found = verifyData(first);
  expect(found.status).toBe(1);
  expect(found.stdout).toMatch(/^damaged [0-9a-f]{64}: table "sales" of workbook "Sales"$/m);
  expect(found.stdout).toMatch(/^damaged [0-9a-f]{64}: source "sales.csv" of workbook "Sales"$/m);

  const service = await startService({ dataDir });
  const api = await service.signIn();
  const asked = [
    [await api.get(`${workbook}/tables/sales/rows`), { table: 'sales' }],
    [await api.post(`${workbook}/query`, { sql: 'select sum(qty) from sales' }), { table: 'sales' }],
    [await api.get(`${workbook}/sources/sales.csv/download`), { source: 'sales.csv' }],
  ] as const;
  for (const [{ status, body }, owner] of asked)
    expect({ status, ...body }).toMatchObject({ status: 500, type: '/problems/damaged-data', ...owner });

  // Uploading the same file again repairs the stored one.
  await api.upload(`${workbook}/sources`, sales, { structuring: 'skip' });
  const { body } = await api.get<string>(`${workbook}/sources/sales.csv/download`);
  expect(body).toBe(sales.content);
});

test('a missing blob is reported, and restored from the trash if it is there', async () => {
  const service = await startService();
  const api = await service.signIn();
  await api.upload(`${await api.workbook()}/sources`, sales, { structuring: 'skip' });
  await service.stop();
  const [path] = (await blobFiles(service.dataDir)) as [string];
  await rename(path, join(service.dataDir, 'elsewhere'));
  expect(verifyData(service)).toMatchObject({ status: 1, stdout: expect.stringContaining('1 missing') });
  const trash = join(service.dataDir, 'blobs', 'trash');
  await mkdir(trash, { recursive: true });
  await rename(join(service.dataDir, 'elsewhere'), join(trash, path.slice(-64)));
  expect(verifyData(service, '--restore')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 restored'),
  });
  expect(verifyData(service)).toMatchObject({ status: 0 });
});

test('a truncated cached copy is fetched again automatically', async () => {
  const bucket: LoopbackS3 = await startLoopbackS3('workbooks');
  const env = { SVC_BLOB_URL: 's3://workbooks', SVC_S3_ENDPOINT: bucket.endpoint, ...loopbackS3Credentials };
  const first = await startService({ env });
  const workbook = await (await first.signIn()).workbook();
  await (await first.signIn()).upload(`${workbook}/sources`, sales, { structuring: 'skip' });
  await first.stop();
  const cache = join(first.dataDir, 'cache', 'blobs');
  const copies = (await readdir(cache)).filter((name) => name.length === 64).map((name) => join(cache, name));
  expect(copies.length).toBeGreaterThan(1);
  for (const path of copies) {
    const bytes = await readFile(path);
    await chmod(path, 0o600);
    await writeFile(path, bytes.subarray(0, bytes.length >> 1));
  }
  const service = await startService({ dataDir: first.dataDir, env });
  const { status, body } = await (await service.signIn()).get(`${workbook}/tables/sales/rows`);
  expect([status, body.total]).toEqual([200, 2]);
  await service.stop();
  await bucket.stop();
});
