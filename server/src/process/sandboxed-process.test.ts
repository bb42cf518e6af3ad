import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { patience } from '../../test-support/patience.js';
import { RecordedProcesses } from '../../test-support/process-events.js';
import type { EngineCalls } from '../engine/child/main.js';
import { processorTimeOf } from './processor-time.js';
import { SandboxedProcess, type SandboxOptions } from './sandboxed-process.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'caged-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function startEngine(more: Partial<SandboxOptions> = {}) {
  const events = new RecordedProcesses();
  const instance = { memoryMb: 64, temporaryMb: 64, temporaryDir: join(directory, 'spill'), directories: [] };
  const engine = new SandboxedProcess<EngineCalls>({
    kind: 'engine',
    args: [JSON.stringify(instance)],
    addressSpaceMb: 4096,
    events,
    ...more,
  });
  return { engine, events };
}

test('a process that ends is reported with its open calls and how it ended', async () => {
  const { engine, events } = startEngine();
  await engine.request('ping', undefined);
  const inspected = engine.request('inspect', { sql: 'select 1' }, { workbookId: 'wb_1' });
  process.kill(engine.pid as number, 'SIGKILL');
  await expect(inspected).rejects.toThrow('ended before it answered');
  await vi.waitFor(() => expect(events.ends).toHaveLength(1), patience(120_000));
  expect(events.ends[0]).toMatchObject({
    kind: 'engine',
    reason: 'killed',
    signal: 'SIGKILL',
    openCalls: [{ call: 'inspect', workbookId: 'wb_1' }],
  });
});

test('a process that fails by itself is reported with the end of its standard error', async () => {
  const { engine, events } = startEngine({ args: ['this is not JSON'] });
  await expect(engine.request('ping', undefined)).rejects.toThrow('ended before it answered');
  await vi.waitFor(() => expect(events.ends).toHaveLength(1), patience(120_000));
  expect(events.ends[0]).toMatchObject({ reason: 'crashed', exitCode: 1, signal: null });
  expect(events.ends[0]?.stderr).toContain('SyntaxError');
  expect(events.ends[0]?.stderr.length).toBeLessThanOrEqual(8192);
});

test('a process that runs out of memory is reported as such', async () => {
  const { engine, events } = startEngine({ heapMb: 2 });
  await expect(engine.request('ping', undefined)).rejects.toThrow('ended before it answered');
  await vi.waitFor(() => expect(events.ends).toHaveLength(1), patience(120_000));
  expect(events.ends[0]).toMatchObject({ reason: 'memory', openCalls: [{ call: 'ping' }] });
});

test('a request that waits for its process to start has its whole time from then on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { engine } = startEngine();
  process.kill(engine.pid as number, 'SIGSTOP');
  const answer = engine.request('ping', undefined, { deadlineMs: 1000, graceMs: 1000 });
  vi.advanceTimersByTime(10_000);
  process.kill(engine.pid as number, 'SIGCONT');
  await answer;
  const stuck = engine.request('ping', undefined, { deadlineMs: 1000, graceMs: 1000 });
  process.kill(engine.pid as number, 'SIGSTOP');
  vi.advanceTimersByTime(2000);
  await expect(stuck).rejects.toThrow('ran past its deadline');
});

describe('a limit of processor time', () => {
  /** An engine that is stopped while its processor times are read, one after the other. */
  async function stoppedEngine(times: (number | undefined)[]) {
    const processorTime = vi.fn(async () => (times.length > 1 ? times.shift() : times[0]));
    const { engine } = startEngine({ processorTime });
    onTestFinished(() => engine.kill());
    await engine.request('ping', undefined);
    process.kill(engine.pid as number, 'SIGSTOP');
    const answer = engine.request('ping', undefined, { deadlineMs: 120_000, processorMs: 100, graceMs: 0 });
    return { engine, answer, processorTime };
  }

  test('does not end a request that waits for the machine', async () => {
    const { engine, answer, processorTime } = await stoppedEngine([5000, 5010, 5050, 5099]);
    await vi.waitFor(() => expect(processorTime.mock.calls.length).toBeGreaterThan(4), patience(120_000));
    process.kill(engine.pid as number, 'SIGCONT');
    expect(await answer).toBeNull();
  });

  test('ends one that has used it up', async () => {
    const { answer } = await stoppedEngine([5000, 5050, 5100]);
    await expect(answer).rejects.toThrow('ran past its deadline');
  });

  test('says nothing where the system does not tell the time', async () => {
    const { engine, answer, processorTime } = await stoppedEngine([undefined]);
    await vi.waitFor(() => expect(processorTime).toHaveBeenCalledTimes(1), patience(120_000));
    process.kill(engine.pid as number, 'SIGCONT');
    expect(await answer).toBeNull();
  });
});

test.runIf(process.platform === 'linux')(
  'the processor time of a process is what it says itself',
  async () => {
    const own = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const least = own();
    const told = (await processorTimeOf(process.pid)) as number;
    // The system counts in hundredths of a second.
    expect(told).toBeGreaterThan(least - 50);
    expect(told).toBeLessThan(own() + 50);
  },
);

test('a process that is no longer needed ends without a report', async () => {
  const { engine, events } = startEngine();
  await engine.request('ping', undefined);
  engine.kill();
  await engine.ended;
  await new Promise((resolve) => setImmediate(resolve));
  expect(events.ends).toEqual([]);
});

test('the compiler refuses calls that a process does not serve', () => {
  const calls = async (engine: SandboxedProcess<EngineCalls>): Promise<void> => {
    // @ts-expect-error: the engine serves no such call.
    await engine.request('pong', undefined);
    // @ts-expect-error: the statement is missing.
    await engine.request('inspect', {});
    // @ts-expect-error: the answer is an object.
    (await engine.request('inspect', { sql: '' })) satisfies string;
  };
  expectTypeOf(calls).toBeFunction();
});
