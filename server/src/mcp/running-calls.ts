import type { IncomingHttpHeaders } from 'node:http';
import type { MessageContext } from './tool.js';

/**
 * Calls that clients of earlier protocols can cancel by a message of its own; clients of the current one just close the
 * connection. Messages that reach another node cancel nothing, which the protocol allows.
 */
export class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /** Runs a call with a signal that is aborted when it is cancelled, or with `gone`. */
  async run<Result>(
    key: string | undefined,
    gone: AbortSignal,
    call: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (key === undefined) return await call(gone);
    const cancelled = new AbortController();
    this.#running.set(key, cancelled);
    try {
      return await call(AbortSignal.any([gone, cancelled.signal]));
    } finally {
      if (this.#running.get(key) === cancelled) this.#running.delete(key);
    }
  }

  cancel(key: string | undefined): void {
    if (key !== undefined) this.#running.get(key)?.abort();
  }
}

/** Which call an id names: ids are unique in the session of a client. Undefined without a session. */
export function callKey(
  headers: IncomingHttpHeaders,
  { caller }: MessageContext,
  id: unknown,
): string | undefined {
  const session = headers['mcp-session-id'];
  return session === undefined ? undefined : JSON.stringify([caller.credential.id, session, id]);
}

/** The id of the call that a message cancels. */
export function cancelledId(message: unknown): unknown {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}
