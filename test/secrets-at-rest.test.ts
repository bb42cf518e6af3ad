import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startService, TestService } from './support/service.js';

describe('the data directory', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    const api = await service.signIn();
    const workbook = await api.workbook();
    await api.upload(`${workbook}/sources`, { name: 'a.csv', content: 'x\n1\n' });
    await api.post(`${workbook}/query`, { sql: 'select * from a' });
  });
  afterAll(() => service.dispose());

  test('is readable only by the user of the service, with every file in it', async () => {
    const found = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    const paths = found
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
    const open = [];
    for (const path of [service.dataDir, ...paths]) {
      // Temporary files may disappear meanwhile.
      const mode = await stat(path).then(
        ({ mode }) => mode,
        () => 0,
      );
      if ((mode & 0o077) !== 0) open.push(path);
    }
    expect(open).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['catalog.db', 'secret.key', 'blobs']),
    );
  });

  test('loses read permissions for others at the next start', async () => {
    await service.stop();
    const places = ['catalog.db', 'secret.key', 'blobs', 'cache', '.'].map((name) =>
      join(service.dataDir, name),
    );
    for (const place of places) await chmod(place, 0o755);
    const again = await startService({ dataDir: service.dataDir });
    for (const place of places) expect((await stat(place)).mode & 0o077).toBe(0);
    await again.stop();
  });
});

test('the service does not start with a lost or truncated key file, and explains why', async () => {
  const service = await TestService.start();
  onTestFinished(() => service.dispose());
  await service.stop();
  const keyFile = join(service.dataDir, 'secret.key');
  await writeFile(keyFile, 'short');
  await expect(TestService.start({ dataDir: service.dataDir })).rejects.toThrow('restore it from a backup');
  await rm(keyFile);
  await expect(TestService.start({ dataDir: service.dataDir })).rejects.toThrow('sealed with another key');
});
