import { PassThrough, type Readable } from 'node:stream';

/** A client that waits hears this often that its call is still running. */
const EVERY_MS = 2000;

export type ProgressToken = string | number;

/** The token in the `_meta` of a call by a client that wants to hear of its progress. */
export function progressToken({ progressToken: token }: Record<string, unknown>): ProgressToken | undefined {
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/**
 * The answer to a call: itself if it comes soon, otherwise events that tell how long the call has been running, and
 * then the answer. Many clients give up on a call from which they hear nothing for a minute.
 */
export async function withProgress(
  answering: Promise<string>,
  { token, what }: { token: ProgressToken; what: string },
): Promise<string | Readable> {
  const startedAt = performance.now();
  const soon = await within(EVERY_MS, answering);
  if (soon !== undefined) return soon;
  const events = new PassThrough();
  const tell = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const params = { progressToken: token, progress: seconds, message: `${what}: ${seconds} s` };
    events.write(eventOf(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })));
  };
  tell();
  const telling = setInterval(tell, EVERY_MS);
  events.once('close', () => clearInterval(telling));
  answering.then(
    (message) => events.end(eventOf(message)),
    (error: Error) => events.destroy(error),
  );
  return events;
}

const eventOf = (message: string): string => `event: message\ndata: ${message}\n\n`;

/** Undefined if it takes longer. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
