import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { startService, type TestService } from './support/service.js';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Outcome {
  code: number;
  output: string;
}

/** Runs a command of the operator. */
const run = (command: string, dataDir: string, args: string[] = [], env: Record<string, string> = {}) =>
  new Promise<Outcome>((resolve) => {
    const options = { env: { PATH: process.env.PATH, SVC_DATA_DIR: dataDir, ...env } };
    execFile(process.execPath, [`server/dist/${command}.js`, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** A service with a table of numbers, to which `write` adds the next. */
async function serviceWithNumbers() {
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const file = { name: 'numbers.csv', content: 'n\n0\n' };
  await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
  let written = 0;
  const write = async (): Promise<void> => {
    const rows = [{ n: written + 1 }];
    const { status } = await api.post(`${workbook}/tables/numbers/rows/upsert`, {
      rows,
      expected_version: written + 1,
    });
    expect(status).toBe(200);
    written += 1;
  };
  return { service, api, workbook, write, written: () => written };
}

async function numbersIn(service: TestService, workbook: string): Promise<number[]> {
  const api = await service.signIn();
  const { body } = await api.get(`${workbook}/tables/numbers/rows?limit=10000&order_by=n`);
  return body.rows.map(({ n }: { n: number }) => n);
}

test('a backup during edits has every edit acknowledged before it, and restores to a service that works', async () => {
  const { service, workbook, write, written } = await serviceWithNumbers();
  const folder = await newFolder();
  let backingUp = true;
  const edits = (async () => {
    while (backingUp) await write();
  })();
  await eventually(async () => written() >= 20 || undefined);
  const before = written();
  const { code, output } = await run('backup', service.dataDir, [folder]);
  backingUp = false;
  await edits;
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^Backed up the state of \S+: 2 blobs, 2 of them new\.\n$/),
  ]);
  expect(written()).toBeGreaterThan(before);

  const dataDir = join(await newFolder(), 'restored');
  const restored = await run('restore', dataDir, [folder]);
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Restored the state of .*\n2 blobs checked: 0 damaged, 0 missing, 0 restored\.\n$/,
    ),
  });
  expect((await run('verify-data', dataDir)).code).toBe(0);
  const again = await startService({ dataDir });
  const numbers = await numbersIn(again, workbook);
  expect(numbers.length).toBeGreaterThan(before);
  expect(numbers).toEqual(numbers.map((_, i) => i));
  const upload = { name: 'more.csv', content: 'n\n1\n' };
  expect((await (await again.signIn()).upload(`${workbook}/sources`, upload)).status).toBe(201);
});

test('the next backup copies what is new and drops what is not needed', async () => {
  const { service, api, workbook, write } = await serviceWithNumbers();
  const folder = await newFolder();
  await run('backup', service.dataDir, [folder]);
  const blobs = async () =>
    (await readdir(join(folder, 'blobs'), { recursive: true })).filter((name) => name.length > 60).sort();
  const first = await blobs();
  await write();
  const file = { name: 'other.csv', content: 'a\nb\n' };
  await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
  expect((await run('backup', service.dataDir, [folder])).output).toContain('4 blobs, 2 of them new.');
  expect(await blobs()).toEqual(expect.arrayContaining(first));
  await api.delete(workbook);
  await eventually(async () => {
    const { output } = await run('backup', service.dataDir, [folder]);
    return output.includes(' 0 blobs,') || undefined;
  });
  expect(await blobs()).toEqual([]);
  expect((await stat(join(folder, 'catalog.db'))).mode & 0o077).toBe(0);
});

describe('a command that could do harm refuses', () => {
  test.each([
    ['a backup over other files', 'backup', 'files'],
    ['a backup over the data directory', 'backup', 'data'],
    ['a restore over data', 'restore', 'backup'],
    ['a restore of what is no backup', 'restore', 'files'],
  ] as const)('%s', async (_, command, over) => {
    const { service } = await serviceWithNumbers();
    const [files, backup] = [await newFolder(), await newFolder()];
    await writeFile(join(files, 'notes.txt'), 'kept');
    expect((await run('backup', service.dataDir, [backup])).code).toBe(0);
    const folders = { files, backup, data: service.dataDir };
    const { code, output } = await run(command, service.dataDir, [folders[over]]);
    expect(code).toBe(2);
    expect(output).toMatch(/not empty|other files|not a completed backup/);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

test('a blob that the service has lost is named, and the rest is backed up', async () => {
  const { service } = await serviceWithNumbers();
  const folder = await newFolder();
  const blobs = await readdir(join(service.dataDir, 'blobs'), { recursive: true });
  const lost = blobs.find((name) => name.length > 60) as string;
  await rm(join(service.dataDir, 'blobs', lost));
  const { code, output } = await run('backup', service.dataDir, [folder]);
  expect([code, output]).toEqual([1, expect.stringContaining(`lost ${lost.slice(3)}`)]);
  const dataDir = join(await newFolder(), 'restored');
  const restored = await run('restore', dataDir, [folder]);
  expect([restored.code, restored.output]).toEqual([1, expect.stringContaining(`missing ${lost.slice(3)}`)]);
});
