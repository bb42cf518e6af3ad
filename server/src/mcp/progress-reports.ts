import type { ServerContext } from '@modelcontextprotocol/server';

const EVERY_MS = 2000;

/**
 * Tells a client that asked for progress how long its call has been running: many give up on a call from which they hear
 * nothing for a minute. It counts seconds, because progress must grow and most use cases do not know how much is left.
 */
export async function withProgressReports<Result>(
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  what: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return await call();
  const startedAt = performance.now();
  const telling = setInterval(() => {
    const progress = Math.round((performance.now() - startedAt) / 1000);
    const params = { progressToken, progress, message: `${what}: ${progress} s` };
    // A client that is gone hears nothing; its call ends by its signal.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, EVERY_MS);
  try {
    return await call();
  } finally {
    clearInterval(telling);
  }
}
