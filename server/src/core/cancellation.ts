import { AsyncLocalStorage } from 'node:async_hooks';
import { problem } from './problems.js';

/** A call that can be cancelled. What it leaves running in the background when it ends is no part of it. */
interface Call {
  signal: () => AbortSignal;
  hasEnded: boolean;
}

const calls = new AsyncLocalStorage<Call | undefined>();

/**
 * Does the work of a call until the signal is aborted: then waiting for turns and work in child processes end, and no
 * further change commits. Work on the way there need not know of the signal.
 */
export async function cancellable<Result>(
  signal: AbortSignal | (() => AbortSignal),
  work: () => Promise<Result>,
): Promise<Result> {
  const call: Call = {
    signal: withOuter(typeof signal === 'function' ? signal : () => signal),
    hasEnded: false,
  };
  try {
    return await calls.run(call, work);
  } finally {
    call.hasEnded = true;
  }
}

function withOuter(signal: () => AbortSignal): () => AbortSignal {
  const outer = cancelSignal();
  if (!outer) return signal;
  const both = AbortSignal.any([outer, signal()]);
  return () => both;
}

/** Does work that others wait for too, or that goes on after the call that happens to start it. */
export function withoutCancellation<Result>(work: () => Result): Result {
  return calls.run(undefined, work);
}

/** Aborted when the call at hand is cancelled; undefined if there is none. */
export function cancelSignal(): AbortSignal | undefined {
  const call = calls.getStore();
  return call?.hasEnded === false ? call.signal() : undefined;
}

/** Refuses to go on if the call is cancelled. */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw problem('cancelled');
}
