import type { PostgresDialect, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { BackendHealth, type BackendHealthOptions, isNetworkError, Outage } from '../core/outage.js';
import { type SpanOfWork, traced } from '../core/tracing.js';
import { PipelinedPostgresDialect } from './pipelined-postgres.js';

const INT8 = 20;
const DEFAULT_CONNECTIONS = 20;
const CONNECT_MS = 5_000;
const CLOSE_MS = 2_000;
/** Sends queued statements without waiting for the results of earlier ones; missing in the types of the driver. */
const pipelining = { pipeline: true };

interface PostgresOptions extends Pick<BackendHealthOptions, 'onLost' | 'onFound'> {
  url: string;
  /** The longest that a statement may take; absent for migrations, which may take as long as they need. */
  timeoutMs?: number | undefined;
  connections?: number | undefined;
}

/** The driver is loaded only if PostgreSQL is used. Counts and row ids stay below 2^53, so int8 is read as a number. */
export async function postgresDialect({
  url,
  timeoutMs,
  connections = DEFAULT_CONNECTIONS,
  ...events
}: PostgresOptions): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    keepAlive: true,
    ...pipelining,
    // Also bounds the wait for a connection of the pool.
    connectionTimeoutMillis: Math.min(CONNECT_MS, timeoutMs ?? CONNECT_MS),
    ...(timeoutMs && {
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: 2 * timeoutMs,
      // Detects a server that no longer answers; otherwise the server's own timeout fires first.
      query_timeout: timeoutMs + 500,
    }),
  });
  // A lost connection fails the query that runs on it; without a listener its event would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const health = new BackendHealth({ backend: 'database', isOutage, ...events });
  return new PipelinedPostgresDialect({
    pool: {
      connect: async () => new WatchedClient(await health.watch(() => pool.connect()), health),
      end: () => endPool(pool),
    },
  });
}

/** A connection that is discarded after an outage, so that pending statements do not delay its next user. */
class WatchedClient implements PostgresPoolClient {
  #outage: Outage | undefined;

  constructor(
    readonly client: PoolClient,
    readonly health: BackendHealth,
  ) {}

  query(statement: unknown, parameters?: readonly unknown[]): never {
    return this.#query(String(statement), parameters ?? []) as never;
  }

  async #query(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // A rollback on a silent connection would wait for the whole timeout again.
    if (this.#outage) throw this.#outage;
    try {
      const result = await traced(
        () => spanOf(statement),
        () => this.health.watch(() => this.client.query(statement, parameters as unknown[])),
      );
      return result as unknown as PostgresQueryResult<unknown>;
    } catch (error) {
      if (error instanceof Outage) this.#outage = error;
      throw error;
    }
  }

  release(): void {
    this.client.release(this.#outage !== undefined);
  }
}

/** Values are parameters, so the text of a statement contains none. */
function spanOf(statement: string): SpanOfWork {
  const [verb = ''] = statement.split(' ', 1);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement };
  return { name: `postgresql ${verb}`, kind: 'client', attributes };
}

/** Gives up after a while: an unresponsive server never confirms that connections are closed. */
async function endPool(pool: Pool): Promise<void> {
  const givenUp = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([pool.end(), givenUp]);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const outageStates = new Set([
  '53300', // too many connections
  '57014', // a statement was cancelled by its timeout
  '57P01', // an administrator shut the server down
  '57P02', // the server crashed
  '57P03', // the server is starting
  '25P03', // a transaction was idle for too long
  '25006', // the server has become a standby; a new connection leads to the one that took over
]);

/** Errors that the driver detects itself have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

function isOutage(error: unknown): boolean {
  if (isNetworkError(error)) return true;
  if (!(error instanceof Error)) return false;
  const state = 'code' in error ? String(error.code) : '';
  return outageStates.has(state) || /^08...$/.test(state) || driverMessages.test(error.message);
}
