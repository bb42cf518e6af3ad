import { followEvents, type WorkbookEvent } from './api.js';
import type { Connection } from './connection.js';
import { EventStreamParser, type StreamBlock } from './event-stream.js';
import { ConnectionError } from './problem-error.js';
import { backoff, isTransientFailure, pause } from './retry.js';

/** The service says something every 15 seconds; after twice as long the connection is gone. */
const LONGEST_SILENCE_MS = 30_000;

export interface EventsOptions {
  /** All kinds, if absent. */
  kinds?: WorkbookEvent['kind'][];
  /** The `id` of the last event that was heard, to go on after it. */
  last_event_id?: string;
  /** Called when all events before have been told: what is read from now on is followed by the events that change it. */
  onUpToDate?: () => void;
  /** Who else is where, whenever somebody comes, moves or leaves; `session` is your own in `POST …/presence`. */
  presence?: { session: string; tell: (present: PresentUser[]) => void };
  signal?: AbortSignal | undefined;
}

/** Where another page of the workbook is; without a cell where none is selected, or where you may not see it. */
export interface PresentUser {
  user: string;
  artifact_id: string;
  row_id: number | null;
  column: string | null;
}

/**
 * The events of a workbook as they happen. A lost connection is made again, and goes on after the last event, so that
 * none is missing and none comes twice. Throws the problem `expired` where it was lost for more than 24 hours.
 */
export async function* followWorkbook(
  connection: Connection,
  workbookId: string,
  { kinds, last_event_id, onUpToDate, presence, signal }: EventsOptions = {},
): AsyncGenerator<WorkbookEvent, void, undefined> {
  let lastId = last_event_id;
  let wasConnected = false;
  for (let failures = 0; ; failures++) {
    try {
      for await (const { id, event, data, comment } of blocksSince(connection, workbookId, {
        kinds,
        lastId,
        session: presence?.session,
        signal,
      })) {
        wasConnected = true;
        failures = 0;
        if (event === 'presence') presence?.tell(JSON.parse(data ?? '[]') as PresentUser[]);
        else if (data !== undefined) yield JSON.parse(data) as WorkbookEvent;
        lastId = id ?? lastId;
        if (comment === 'up to date') onUpToDate?.();
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!wasConnected || !isTransientFailure(error)) throw error;
    }
    await pause(backoff(failures), signal);
  }
}

interface Position {
  kinds: string[] | undefined;
  lastId: string | undefined;
  session: string | undefined;
  signal: AbortSignal | undefined;
}

/** One connection, from the given event until the stream ends or falls silent. */
async function* blocksSince(
  connection: Connection,
  workbookId: string,
  { kinds, lastId, session, signal }: Position,
): AsyncGenerator<StreamBlock, void, undefined> {
  const silence = new AbortController();
  const response = await followEvents.response(connection, {
    path: { workbook_id: workbookId },
    query: {
      ...(kinds && { kinds: kinds.join(',') }),
      ...(lastId !== undefined && { last_event_id: lastId }),
      ...(session !== undefined && { presence: session }),
    },
    signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventStreamParser();
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), LONGEST_SILENCE_MS);
      const part = await reader?.read().finally(() => clearTimeout(timer));
      if (!part || part.done) return;
      yield* parser.push(part.value);
    }
  } catch (cause) {
    throw new ConnectionError(connection.url, cause);
  } finally {
    silence.abort();
  }
}
