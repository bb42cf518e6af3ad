import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ConnectionError } from '@workbook-data-service/client';
import type { WorkbookEvent } from '@workbook-data-service/client/api';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepLive } from './keep-live.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const queryKey = ['workbook', 'wb_1', 'rows', 'Orders'];
const changed = { kind: 'artifact.updated', data: { name: 'Orders', op_id: 7 } } as WorkbookEvent;

/** A page that shows a table, which says how often it was read, each time within a second. */
function openPage() {
  const queries = new QueryClient();
  let reads = 0;
  const queryFn = async () => {
    const read = ++reads;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return read;
  };
  onTestFinished(new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => {}));
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  return { queries, signal: leaving.signal, shown: () => queries.getQueryData(queryKey) };
}

/** A connection that is made after some time, tells its events, and then stays open or is lost. */
async function* connection(
  onUpToDate: () => void,
  { afterMs, events = [], lost }: { afterMs: number; events?: WorkbookEvent[]; lost?: Error },
): AsyncGenerator<WorkbookEvent> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  onUpToDate();
  yield* events;
  if (lost) throw lost;
  await new Promise(() => {});
}

test('what was read before events could be heard is read again once they are, and only once', async () => {
  const { queries, signal, shown } = openPage();
  void keepLive(queries, 'wb_1', { signal, follow: (heard) => connection(heard, { afterMs: 5_000 }) });
  await vi.advanceTimersByTimeAsync(4_900);
  expect(shown()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe(2);
});

test('a first read that an event overtakes is read again', async () => {
  const { queries, signal, shown } = openPage();
  const follow = (heard: () => void) => connection(heard, { afterMs: 0, events: [changed] });
  void keepLive(queries, 'wb_1', { signal, follow });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(shown()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe(2);
});

test('a service that could not be reached is asked again, and everything is read once it answers', async () => {
  const { queries, signal, shown } = openPage();
  const lost = new ConnectionError('https://data.example.com', new Error('refused'));
  const follow = vi
    .fn((heard: () => void) => connection(heard, { afterMs: 0 }))
    .mockImplementationOnce(() => connection(() => {}, { afterMs: 3_000, lost }));
  void keepLive(queries, 'wb_1', { signal, follow });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe(2);
  expect(follow).toHaveBeenCalledTimes(2);
});
