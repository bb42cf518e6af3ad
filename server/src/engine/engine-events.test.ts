import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryTableLog } from '../../test-support/memory-table-log.js';
import { patience } from '../../test-support/patience.js';
import { RecordedProcesses } from '../../test-support/process-events.js';
import { Engine } from './engine.js';

async function openEngine(idleMs?: number) {
  const others = childProcesses();
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
    ...(idleMs !== undefined && { idleMs }),
  });
  onTestFinished(async () => {
    engine.close();
    await rm(directory, { recursive: true, force: true });
  });
  const read = (sql: string, deadlineMs: number) =>
    engine.read({
      workbookId: 'wb_1',
      relations: [],
      sql,
      output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
      deadlineMs,
    });
  /** Those of other files, which share this process, may still run. */
  const itsProcesses = () => childProcesses().filter((pid) => !others.includes(pid));
  return { directory, engine, events, read, itsProcesses };
}

test('a statement that has to be killed is reported', async () => {
  const { events, read } = await openEngine();
  const endless = "select levenshtein(repeat('ab', 60000), repeat('ba', 60000))";
  await expect(read(endless, 200)).rejects.toMatchObject({ slug: 'query-timeout' });
  await vi.waitFor(() => expect(events.ends).toHaveLength(1), patience(120_000));
  expect(events.ends[0]).toMatchObject({
    kind: 'engine',
    reason: 'deadline',
    openCalls: [{ call: 'read', workbookId: 'wb_1' }],
  });
  expect(events.retries).toEqual([]);
});

test('a process that gives up is reported, and so is the second try of its call', async () => {
  const { directory, events, read } = await openEngine();
  const lost = `from read_parquet('${directory}/not-there.parquet')`;
  await expect(read(lost, 60_000)).rejects.toThrow('No files found');
  await vi.waitFor(
    () => expect(events.ends.map(({ reason }) => reason)).toEqual(['gave-up', 'gave-up']),
    patience(120_000),
  );
  expect(events.ends[0]).toMatchObject({ openCalls: [{ call: 'read', workbookId: 'wb_1' }] });
  expect(events.ends[0]?.stderr).toContain('No files found');
  expect(events.retries).toEqual(['engine']);
});

test('a process that nobody uses ends, and an empty one waits for the next statement', async () => {
  const { events, read, itsProcesses } = await openEngine(1000);
  const select = async () => (await read('select 1 as n', 60_000)).page;
  expect(await select()).toBe('[{"n":1}]');
  const [used] = itsProcesses();
  await vi.waitFor(() => expect(itsProcesses()).not.toContain(used), patience(120_000));
  const [waiting] = await vi.waitFor(() => {
    const started = itsProcesses();
    expect(started).toHaveLength(1);
    return started;
  }, patience(120_000));
  const answer = select();
  await nextTurn();
  expect(itsProcesses()).toEqual([waiting]);
  expect(await answer).toBe('[{"n":1}]');
  expect(events.ends).toEqual([]);
});

test('where calls are expected, one process is started for the first of them', async () => {
  const { engine, read, itsProcesses } = await openEngine();
  engine.expectCalls();
  engine.expectCalls();
  const started = itsProcesses();
  expect(started).toHaveLength(1);
  await read('select 1 as n', 60_000);
  expect(itsProcesses()).toEqual(started);
});

function childProcesses(): number[] {
  const listed = spawnSync('pgrep', ['-P', String(process.pid), 'node'], { encoding: 'utf8' }).stdout;
  return listed.split('\n').filter(Boolean).map(Number);
}
