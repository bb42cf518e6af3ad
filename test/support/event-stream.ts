import { onTestFinished } from 'vitest';
import type { Api } from './api.js';

export interface LiveEvent {
  id: string;
  kind: string;
  created_at: string;
  workbook_id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data by asserting it.
  data: any;
}

/** A client of a workbook's live events, which reads them one at a time. */
export class EventStream {
  /** As a browser keeps it, to resume with. */
  lastEventId: string | undefined;
  readonly #lines: AsyncIterator<string>;

  private constructor(
    response: Response,
    private readonly abort: AbortController,
  ) {
    this.#lines = linesOf(response);
  }

  /** Resolves once everything that had happened before was sent, if `lastEventId` is not given. */
  static async open(api: Api, workbook: string, lastEventId?: string, query = ''): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(`${api.url}${workbook}/events${query}`, {
      headers: {
        authorization: `Bearer ${api.token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const stream = new EventStream(response, abort);
    stream.lastEventId = lastEventId;
    if (lastEventId === undefined) await stream.comment();
    return stream;
  }

  /** The same for one test, which closes it. */
  static async during(...parameters: Parameters<typeof EventStream.open>): Promise<EventStream> {
    const stream = await EventStream.open(...parameters);
    onTestFinished(() => stream.close());
    return stream;
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<LiveEvent | undefined> {
    for (;;) {
      const line = await this.#line();
      if (line === undefined) return undefined;
      if (line.startsWith('data: ')) return JSON.parse(line.slice(6)) as LiveEvent;
    }
  }

  /** The next events, as many. */
  async take(count: number): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${events.length} of ${count} events`);
      events.push(event);
    }
    return events;
  }

  /** Events up to the first that matches. */
  async until(matches: (event: LiveEvent) => boolean): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    for (;;) {
      const [event] = await this.take(1);
      events.push(event as LiveEvent);
      if (matches(event as LiveEvent)) return events;
    }
  }

  async comment(): Promise<string> {
    for (;;) {
      const line = await this.#line();
      if (line === undefined) throw new Error('the stream ended');
      if (line.startsWith(': ')) return line.slice(2);
    }
  }

  close(): void {
    this.abort.abort();
  }

  async #line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    if (done) return undefined;
    if (value.startsWith('id: ')) this.lastEventId = value.slice(4);
    return value;
  }
}

/** Ends where the connection does, for whatever reason. */
async function* linesOf(response: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    return;
  }
}
