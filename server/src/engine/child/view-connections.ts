import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** The views of a reader over tables of a workbook, as the statements that create them. */
interface Views {
  workbook: string;
  statements: readonly string[];
  /** Whether the transaction may have begun earlier, while the tables were the same: its clock stands still. */
  mayBeEarlier: boolean;
}

/** A connection in a transaction over the views. */
export interface ViewConnection {
  readonly connection: DuckDBConnection;
  /** Leaves it to the next reader. Only after a success, and if nothing was created on the connection meanwhile. */
  release(): void;
  close(): void;
}

interface Kept {
  connection: DuckDBConnection;
  workbook: string;
  text: string;
  /** How often tables had changed when its transaction began. */
  changes: number;
}

/** Each takes a few kilobytes. */
const MAX_IDLE = 32;

/**
 * Connections in transactions over views, kept for the next reader of exactly the same views: their text names the table,
 * each visible column and each masked one, so a connection shows a caller nothing that a new one would not. Nor does a
 * statement leave anything on it, being a single SELECT. When a table of the workbook changes, all of them are closed: an
 * open transaction keeps what was deleted.
 */
export class ViewConnections {
  readonly #instance: DuckDBInstance;
  /** Least recently used first. */
  readonly #idle: Kept[] = [];
  #changes = 0;

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  /** The transaction reads the tables as they are when this resolves. */
  async open({ workbook, statements, mayBeEarlier }: Views): Promise<ViewConnection> {
    const text = statements.join(';\n');
    const kept = (mayBeEarlier && this.#take(text)) || (await this.#begin(workbook, text));
    const { connection } = kept;
    return { connection, release: () => this.#release(kept), close: () => connection.closeSync() };
  }

  /** To be called in the turn of a table of the workbook that is about to change. */
  forget(workbook: string): void {
    this.#changes += 1;
    for (const kept of this.#idle.filter((idle) => idle.workbook === workbook)) {
      this.#idle.splice(this.#idle.indexOf(kept), 1);
      kept.connection.closeSync();
    }
  }

  #take(text: string): Kept | undefined {
    const index = this.#idle.findLastIndex((kept) => kept.text === text);
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
  }

  /** Creating the views binds them, which fixes the snapshot that the transaction reads. */
  async #begin(workbook: string, text: string): Promise<Kept> {
    const changes = this.#changes;
    const connection = await this.#instance.connect();
    try {
      // In one call: each statement on its own would be a round trip to the thread pool.
      await connection.run(`begin;\n${text}`);
      return { connection, workbook, text, changes };
    } catch (error) {
      connection.closeSync();
      throw error;
    }
  }

  #release(kept: Kept): void {
    if (kept.changes === this.#changes) this.#idle.push(kept);
    else kept.connection.closeSync();
    if (this.#idle.length > MAX_IDLE) this.#idle.shift()?.connection.closeSync();
  }
}
