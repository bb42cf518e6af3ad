import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, scriptedFetch } from '../test-support/scripted-fetch.js';
import { createClient } from './client.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const blockOf = (id: string) => `id: ${id}\nevent: job.completed\ndata: {"id":"${id}"}\n\n`;

/** A stream that says this and then ends, or says nothing more. */
function stream(text: string, end: 'ends' | 'falls silent'): Response {
  const body = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(text);
      if (end === 'ends') controller.close();
    },
  });
  return new Response(body.pipeThrough(new TextEncoderStream()));
}

/** Streams end with the signal of their request, as those of a network do. */
function abortable(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { readable, writable } = new TransformStream();
    response.body?.pipeTo(writable, init?.signal ? { signal: init.signal } : {}).catch(() => {});
    return new Response(readable, response);
  };
}

test('after a lost or silent connection, events go on after the last one that was heard', async () => {
  const { fetch, requests } = scriptedFetch(
    stream(`id: evt_0\n: up to date\n\n${blockOf('evt_1')}`, 'ends'),
    problem('unavailable', 503),
    stream(blockOf('evt_2'), 'falls silent'),
    stream(blockOf('evt_3'), 'falls silent'),
  );
  const onUpToDate = vi.fn();
  const client = createClient({ url: 'https://data.example.com', fetch: abortable(fetch) });
  const heard: string[] = [];
  const listening = (async () => {
    for await (const { id } of client.workbook('wb_1').events({ onUpToDate }))
      if (heard.push(id) === 3) break;
  })();
  while (heard.length < 3) await vi.advanceTimersByTimeAsync(1_000);
  await listening;
  expect(heard).toEqual(['evt_1', 'evt_2', 'evt_3']);
  expect(requests.map(({ url }) => new URL(url).searchParams.get('last_event_id'))).toEqual([
    null,
    'evt_1',
    'evt_1',
    'evt_2',
  ]);
  expect(onUpToDate).toHaveBeenCalledTimes(1);
});

test('a service that cannot be reached at all is reported', async () => {
  const { fetch } = scriptedFetch(new TypeError('fetch failed'));
  const client = createClient({ url: 'https://data.example.com', fetch, retries: 0 });
  const events = client.workbook('wb_1').events()[Symbol.asyncIterator]();
  await expect(events.next()).rejects.toThrow('No answer from https://data.example.com');
});
