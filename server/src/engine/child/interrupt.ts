import type { DuckDBConnection } from '@duckdb/node-api';

const INTERRUPT_AGAIN_MS = 20;

/** An interrupt before the query has begun is lost, so it is repeated until the query ends. */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', start);
  };
}
