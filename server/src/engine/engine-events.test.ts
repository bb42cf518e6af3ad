import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryTableLog } from '../../test-support/memory-table-log.js';
import { RecordedProcesses } from '../../test-support/process-events.js';
import { Engine } from './engine.js';

test('a statement that has to be killed is reported, and so is the second try of its neighbour', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'engine-events-'));
  const events = new RecordedProcesses();
  const engine = new Engine({
    accountOf: async (workbookId) => workbookId,
    log: new MemoryTableLog(directory),
    processes: 1,
    memoryMb: 256,
    cacheDir: join(directory, 'cache'),
    readableDirs: [directory],
    events,
  });
  onTestFinished(async () => {
    engine.close();
    await rm(directory, { recursive: true, force: true });
  });
  const read = (workbookId: string, sql: string, deadlineMs: number) =>
    engine.read({
      workbookId,
      relations: [],
      sql,
      output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
      deadlineMs,
    });
  const endless = "select levenshtein(repeat('ab', 60000), repeat('ba', 60000))";
  const killed = read('wb_1', endless, 200);
  const neighbour = read('wb_2', 'select count(*) from range(100000000000) a(n) where n % 7 = 3', 4000);
  await expect(killed).rejects.toMatchObject({ slug: 'query-timeout' });
  await expect(neighbour).rejects.toMatchObject({ slug: 'busy' });
  await vi.waitFor(() => expect(events.ends).toHaveLength(1));
  expect(events.ends[0]).toMatchObject({
    kind: 'engine',
    reason: 'deadline',
    openCalls: [
      { call: 'read', workbookId: 'wb_1' },
      { call: 'read', workbookId: 'wb_2' },
    ],
  });
  expect(events.retries).toEqual(['engine']);
});
