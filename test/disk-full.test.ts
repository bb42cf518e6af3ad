import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { startService, type TestService } from './support/service.js';

const skip = { structuring: 'skip' };
const content = csvOf('n,text', 50, (row) => `${row},some text`);
const full = { status: 507, type: '/problems/insufficient-storage' };

const outcome = ({ status, body }: { status: number; body: { type?: string } }) => ({
  status,
  type: body.type,
});
const upload = (api: Api, workbook: string, name = 'a.csv') =>
  api.upload(`${workbook}/sources`, { name, content }, skip);

describe('while the disk is nearly full', () => {
  test('nothing more is stored, but reading, signing in and deleting still work', async () => {
    const before = await startService();
    const owner = await before.signIn();
    const workbook = await owner.workbook();
    await upload(owner, workbook);
    expect((await before.anonymous.get('/readyz')).body).toMatchObject({
      writes: 'accepted',
      disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    });
    await before.stop();

    const service = await startService({
      dataDir: before.dataDir,
      env: { SVC_MIN_FREE_DISK_MB: '1000000000' },
    });
    const api = await service.signIn();
    const ready = await service.anonymous.get('/readyz');
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'ready', writes: 'refused', disk: { state: 'full' } },
    });
    const rows = `${workbook}/tables/a/rows`;
    const refused = await Promise.all([
      upload(api, workbook, 'b.csv'),
      api.post(`${workbook}/query`, { sql: 'from a' }),
      api.post(`${rows}/upsert`, { rows: [{ n: 1 }], expected_version: 1 }),
      api.post(`${workbook}/export`, { format: 'csv' }),
      api.post('/api/v1/workbooks', { title: 'Another' }),
    ]);
    expect(refused.map(outcome)).toEqual(refused.map(() => full));
    expect(refused[0]?.body.suggested_fix).toContain('Delete');
    expect((await api.get(rows)).body.total).toBe(50);
    expect((await api.post(`${rows}/delete`, { row_ids: [1], expected_version: 1 })).status).toBe(200);
    expect((await api.delete(workbook)).status).toBe(204);
  });
});

/** Mounts a small file system; undefined if that is not permitted. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  onTestFinished(async () => {
    if (mount.status === 0) spawnSync('umount', ['-l', directory]);
    await rm(directory, { recursive: true, force: true });
  });
  return mount.status === 0 ? directory : undefined;
}

/** Fills the disk to the last byte. */
async function fill(directory: string): Promise<void> {
  for (const size of [1024 * 1024, 4096, 1])
    for (let n = 0; ; n++) {
      try {
        await writeFile(join(directory, `filler-${size}-${n}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
}

const env = { SVC_MIN_FREE_DISK_MB: '0', SVC_QUERY_MEMORY_MB: '64', SVC_ENGINE_PROCESSES: '1' };

test('a full disk is reported as such, and does not keep the service from stopping', async ({
  skip: leave,
}) => {
  const disk = await smallDisk(96);
  if (!disk) return leave();
  const service = await startService({ dataDir: join(disk, 'data'), env });
  const session = await service.signIn();
  const api = await session.mintWriter();
  const workbook = await api.workbook();
  await upload(api, workbook);
  await api.get(`${workbook}/tables/a/rows`);
  await fill(disk);

  const large = 'select random() as a, random() as b, range as n from range(1000000) order by a';
  const query = await api.post(`${workbook}/query`, { sql: large, limit: 1 });
  expect(outcome(query)).toEqual(full);
  expect(query.body.detail).not.toContain(disk);
  expect(outcome(await upload(api, workbook, 'b.csv'))).toEqual(full);
  const many = Array.from({ length: 5000 }, (_, n) => ({ n, text: 'x'.repeat(200) }));
  const rows = `${workbook}/tables/a/rows`;
  expect(outcome(await api.post(`${rows}/upsert`, { rows: many, expected_version: 1 }))).toEqual(full);
  expect((await api.get(rows)).body).toMatchObject({ total: 50, edit_version: 1 });

  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output()).not.toMatch(/unhandled|^\s+at /im);
  for (const name of await readdir(disk)) if (name.startsWith('filler')) await rm(join(disk, name));
  const again = await startService({ dataDir: service.dataDir, env });
  expect((await (await again.signIn()).get(rows)).body.total).toBe(50);
});

test('on a disk without a free byte, users sign in, read and delete, also after a restart', async ({
  skip: leave,
}) => {
  const disk = await smallDisk(96);
  if (!disk) return leave();
  const before = await startService({ dataDir: join(disk, 'data'), env });
  const owner = await before.signIn();
  const [kept, deleted] = [await owner.workbook(), await owner.workbook()];
  await upload(owner, kept);
  await fill(disk);
  expect(await before.anonymous.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', writes: 'refused' },
  });

  const rows = `${kept}/tables/a/rows`;
  const useOf = async (service: TestService, version: number): Promise<void> => {
    const api = await service.signIn();
    expect((await api.get(rows)).body.total).toBe(51 - version);
    const deletion = { row_ids: [version], expected_version: version };
    expect((await api.post(`${rows}/delete`, deletion)).status).toBe(200);
    expect(outcome(await upload(api, kept, 'b.csv'))).toEqual(full);
  };
  await useOf(before, 1);
  expect((await owner.delete(deleted)).status).toBe(204);
  expect(await before.stop('SIGKILL')).toBeNull();
  await rm(join(disk, 'data', 'cache'), { recursive: true });

  const again = await startService({ dataDir: before.dataDir, env });
  await useOf(again, 2);
  for (const name of await readdir(disk)) if (name.startsWith('filler')) await rm(join(disk, name));
  await expect.poll(async () => (await again.anonymous.get('/readyz')).body.writes).toBe('accepted');
  expect((await upload(await again.signIn(), kept, 'b.csv')).status).toBe(200);
});
