import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileSheets } from '../../../sheets/test-support/hostile-sheets.js';
import { patience } from '../../test-support/patience.js';
import { Problem } from '../core/problems.js';
import { type StructuredFile, writeStructuredTables } from './write-structured-tables.js';

/** CPU time, since other load on the machine is not the file's fault; it still makes each step slower. */
const cpuLimitSeconds = () => patience(2);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hostile-landings-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function land(bytes: Buffer | string): Promise<StructuredFile | Problem> {
  const path = join(directory, 'upload');
  await writeFile(path, bytes);
  return await writeStructuredTables({ path, filename: 'book.xlsx', outDir: directory }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
}

const files = hostileSheets.map((file) => [file.what, file] as const);

// The first time includes the compiler's own, and a busy machine only ever adds to it: once is proof enough.
test.each(files)(
  '%s: tables are made of it, or it is refused, in two seconds',
  { retry: 2 },
  async (_, file) => {
    const bytes = file.bytes();
    const before = process.cpuUsage();
    await land(bytes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(cpuLimitSeconds());
  },
);

test('a sheet that is nearly empty is one plain table, and nothing else is made of it', async () => {
  const file = hostileSheets.find(({ what }) => what.startsWith('1500 cells down'));
  const landed = await land(file?.bytes() ?? '');
  if (landed instanceof Problem) throw landed;
  const [sheet] = landed.sheets;
  expect(sheet?.spec.regions).toMatchObject([
    { kind: 'data', layout: 'flat', doubts: [{ code: 'taken_whole' }] },
  ]);
  expect([sheet?.raw?.rowCount, sheet?.raw?.columns.length, sheet?.tables]).toEqual([1500, 1500, []]);
});
