import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService, TestService } from './support/service.js';

const startText = async (dataDir: string) =>
  String(await TestService.start({ dataDir }).catch((error) => error));

test('a service does not start with a blob store of another catalog, unless configured to', async () => {
  const service = await startService();
  const { dataDir } = service;
  await (await service.signIn()).workbook();
  await service.stop();

  // As if a volume was not mounted.
  await rename(join(dataDir, 'blobs'), join(dataDir, 'elsewhere'));
  expect(await startText(dataDir)).toMatch(/it has no marker/);
  await rm(join(dataDir, 'blobs'), { recursive: true });
  await rename(join(dataDir, 'elsewhere'), join(dataDir, 'blobs'));

  for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `catalog.db${suffix}`), { force: true });
  const text = await startText(dataDir);
  expect(text).toMatch(/belongs to another catalog than this one, which is new/);
  expect(text).not.toMatch(/^\s+at /m);
  const id = /SVC_ADOPT_BLOB_STORE=([^;\s]+)/.exec(text)?.[1] as string;
  const adopting = await startService({ dataDir, env: { SVC_ADOPT_BLOB_STORE: id } });
  expect((await adopting.anonymous.get('/readyz')).status).toBe(200);
});
