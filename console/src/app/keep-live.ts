import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { ConnectionError, isProblem, ProblemError } from '@workbook-data-service/client';
import type { Table, WorkbookEvent } from '@workbook-data-service/client/api';
import { isConcerned } from './concerned-queries.js';

/** How long events are gathered: a change often comes with others, and the answer to a change of this page with its event. */
const GATHERING_MS = 150;
/** Connecting makes everything be read again, so it waits for what the page reads first, but no longer than this. */
const FIRST_READS_MS = 5_000;
const LOOK_AGAIN_MS = 100;
/** After a service that could not be reached, or had no room for one more page that listens. */
const PAUSE_MS = 10_000;

const ownOps = new Set<string>();
const keyOf = (workbookId: string, opId: number) => `${workbookId} ${opId}`;

/** Notes a change that this page made to a table, and after which it reads the table again by itself. */
export function noteOwnOp(workbookId: string, opId: number): void {
  ownOps.add(keyOf(workbookId, opId));
}

interface Live {
  /** The events from now on; calls back once it is connected, so that what is read afterwards is followed by its changes. */
  follow(onUpToDate: () => void): AsyncIterable<WorkbookEvent>;
  signal: AbortSignal;
}

/** Reads again what an event of the workbook concerns, and what was read before events could be heard. */
export async function keepLive(
  queries: QueryClient,
  workbookId: string,
  { follow, signal }: Live,
): Promise<void> {
  const hear = readingAgain(queries, workbookId, signal);
  await firstReads(queries, workbookId);
  while (!signal.aborted) {
    let isConnected = false;
    const onUpToDate = () => {
      // A connection that was lost and made again tells what happened in between.
      if (!isConnected) hear('anything');
      isConnected = true;
    };
    try {
      for await (const event of follow(onUpToDate)) hear(event);
    } catch (error) {
      if (!isTransientFailure(error)) return;
    }
    await pause(PAUSE_MS);
  }
}

async function firstReads(queries: QueryClient, workbookId: string): Promise<void> {
  const latest = performance.now() + FIRST_READS_MS;
  // What is read for what was read first is asked for in between.
  do await pause(LOOK_AGAIN_MS);
  while (queries.isFetching({ queryKey: ['workbook', workbookId] }) > 0 && performance.now() < latest);
}

/** An event, or that anything may have happened. */
type News = WorkbookEvent | 'anything';

/** Takes news, and reads again what they concern, one reading after the other: one that all news began anew would never end. */
function readingAgain(queries: QueryClient, workbookId: string, signal: AbortSignal): (news: News) => void {
  let gathered: News[] = [];
  let isReading = false;
  const known = {
    tableIdOf: (name: string) =>
      queries.getQueryData<Table>(['workbook', workbookId, 'table', name, 'self'])?.id,
    isOwnOp: (opId: number) => ownOps.has(keyOf(workbookId, opId)),
  };
  const read = async (): Promise<void> => {
    isReading = true;
    while (gathered.length > 0 && !signal.aborted) {
      await pause(GATHERING_MS);
      const heard = gathered;
      gathered = [];
      await readAgain(queries, {
        queryKey: ['workbook', workbookId],
        predicate: ({ queryKey }) =>
          heard.some((news) => news === 'anything' || isConcerned(news, queryKey, known)),
      });
    }
    isReading = false;
  };
  return (news) => {
    gathered.push(news);
    if (!isReading) void read();
  };
}

/** What is being read for the first time may be older than the news; it is shown as soon as it is there, then read again. */
async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const firstReads = underWay.filter(({ state }) => state.data === undefined);
  await Promise.all([
    queries.invalidateQueries(filters),
    ...firstReads.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => {});
      await queries.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}

/** Whether events may be heard again a little later; others say that the workbook cannot be opened. */
function isTransientFailure(error: unknown): boolean {
  if (error instanceof ConnectionError || isProblem(error, 'expired')) return true;
  return error instanceof ProblemError && (error.status === 429 || error.status >= 500);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
