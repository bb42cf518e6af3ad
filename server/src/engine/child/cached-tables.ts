import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import { busy } from '../../core/fair-turns.js';
import { foldEdits, type NetEdits, type RawEdit } from '../../core/row-edits.js';
import { identifier } from '../../core/sql-text.js';
import type { DropRequest, EntrySize, FollowRequest, LoadRequest, MoreEdits } from '../protocol.js';
import { EditSlices } from './edit-slices.js';
import { FileTable } from './file-table.js';
import { withConnection } from './instance.js';
import { MemoryTable } from './memory-table.js';
import { segmentSize, sizeInMemory } from './segment-size.js';
import { ViewConnections } from './view-connections.js';

type Entry = MemoryTable | FileTable;

/**
 * The shares of the memory limit that one table may take: when loaded, and while loading without spilling to
 * disk. Loading the last share takes about as long as reading a page from the file.
 */
const MEMORY_SHARE = 1 / 2;
const PINNED_SHARE = 1 / 4;
const QUICKLY_LOADED_SHARE = 1 / 64;

/**
 * A table that is read twice is worth its memory; an earlier version of one, which is rarely looked at for long, after
 * more reads. The copy takes all processors for a second or two, so it waits until nobody has read the table for a
 * moment, such as the rest of a page that is just being opened.
 */
const WORTH_COPYING_READS = 2;
const QUIET_MS = 1000;
const MAX_READS_FROM_FILE = 16;

/** A table that is read from its file at first, and is brought into memory when it is read again. */
interface Waiting {
  file: FileTable;
  /** The memory that it will use. */
  bytes: number;
  reads: number;
  /** After how many reads it is copied. */
  worthCopying: number;
  copying: NodeJS.Timeout | undefined;
  /** Edits since the copy in memory was begun. */
  since: NetEdits[] | undefined;
}

/**
 * Tables of the catalog's log, materialized: one attached database per workbook, one table per entry, or a
 * view where the table is not in memory. Operations on an entry are queued in the order in which the
 * host asked: a reader that was promised version n has begun its transaction before an edit moves the entry
 * to n + 1.
 */
export class CachedTables {
  readonly connections: ViewConnections;
  readonly #instance: DuckDBInstance;
  readonly #memoryBytes: number;
  readonly #quietMs: number;
  readonly #entries = new Map<string, Entry>();
  /** Those of the entries that are not in memory yet. */
  readonly #waiting = new Map<string, Waiting>();
  #copies = 0;
  /** The end of each entry's queue. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #attached = new Map<string, Promise<unknown>>();
  /** Edits still to come, by the number of the transfer. */
  readonly #coming = new Map<number, EditSlices>();

  constructor(instance: DuckDBInstance, memoryMb: number, quietMs = QUIET_MS) {
    this.#instance = instance;
    this.connections = new ViewConnections(instance);
    this.#quietMs = quietMs;
    this.#memoryBytes = memoryMb * 1024 * 1024;
  }

  load(request: LoadRequest): Promise<EntrySize> {
    return this.#bringUp(request, async (connection) => {
      await this.#attach(connection, request.workbook);
      await this.#dropEntry(connection, request.workbook, request.entry);
      return await this.#open(connection, request);
    });
  }

  follow(request: FollowRequest): Promise<EntrySize> {
    return this.#bringUp(request, async () => this.#entry(request.workbook, request.entry));
  }

  /**
   * The next edits of a load or follow; returns when they are needed, so that no more than one slice waits.
   */
  async moreEdits({ transfer, ...slice }: MoreEdits): Promise<boolean> {
    return (await this.#coming.get(transfer)?.give(slice)) ?? false;
  }

  drop(request: DropRequest): Promise<void> {
    if (!request.entries) return this.#detach(request.workbook);
    return this.#inTurn(request.workbook, request.entries, async () => {
      await withConnection(this.#instance, async (connection) => {
        for (const entry of request.entries ?? []) await this.#dropEntry(connection, request.workbook, entry);
      });
    });
  }

  /** Runs `begin` when its turn in the queues of all entries has come; later turns wait for it. */
  async beginReading<Result>(
    workbook: string,
    entries: string[],
    begin: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const isWaiting = new AbortController();
    const turn = this.#inTurn(workbook, entries, async () => {
      isWaiting.abort();
      if (signal.aborted) throw busy(say('table-loading'));
      return await begin();
    });
    return await Promise.race([turn, givesUp(signal, isWaiting.signal)]);
  }

  endReading(workbook: string, entries: readonly string[]): void {
    for (const entry of entries) {
      const waiting = this.#waiting.get(keyOf(workbook, entry));
      if (!waiting || ++waiting.reads < waiting.worthCopying || waiting.reads > MAX_READS_FROM_FILE) continue;
      clearTimeout(waiting.copying);
      const copy = () => {
        waiting.reads = MAX_READS_FROM_FILE;
        void this.#bringIntoMemory(workbook, entry, waiting);
      };
      waiting.copying = setTimeout(copy, waiting.reads === MAX_READS_FROM_FILE ? 0 : this.#quietMs);
    }
  }

  /** The quoted table or view of an entry. Only for the caller whose turn it is. */
  nameOf(workbook: string, entry: string): string {
    return this.#entry(workbook, entry).name;
  }

  /** Opens an entry and applies the edits of the request and those that follow it, all of them or none. */
  #bringUp(
    request: FollowRequest,
    open: (connection: DuckDBConnection) => Promise<Entry>,
  ): Promise<EntrySize> {
    const slices = new EditSlices(request);
    this.#coming.set(request.transfer, slices);
    return this.#inTurn(request.workbook, [request.entry], async () => {
      this.connections.forget(request.workbook);
      try {
        return await withConnection(this.#instance, async (connection) => {
          const entry = await open(connection);
          this.#entries.set(keyOf(request.workbook, request.entry), entry);
          const waiting = this.#waiting.get(keyOf(request.workbook, request.entry));
          await inTransaction(connection, () => applyAll(connection, entry, slices, waiting?.since));
          return { bytes: Math.max(entry.bytes, waiting?.bytes ?? 0) };
        });
      } catch (error) {
        // What the entry knows of its tables may no longer be true, and the host will load it again.
        await withConnection(this.#instance, (connection) =>
          this.#dropEntry(connection, request.workbook, request.entry),
        ).catch(() => {});
        throw error;
      } finally {
        slices.end();
        this.#coming.delete(request.transfer);
      }
    });
  }

  async #open(connection: DuckDBConnection, request: LoadRequest): Promise<Entry> {
    const { workbook, entry, columns, segment, rows } = request;
    const nameOf = (suffix: string) => tableName(workbook, `${entry}${suffix}`);
    if (request.isEditsOnly) return await FileTable.openEdits(connection, nameOf, { columns, segment });
    if (rows) return await MemoryTable.open(connection, nameOf(''), { columns, segment, rows, bytes: 0 });
    const { memoryBytes, loadBytes, pinnedBytes } = request.isPartial
      ? sizeInMemory(segment.rowCount, columns)
      : await segmentSize(connection, segment, columns);
    const fits =
      loadBytes <= this.#memoryBytes * MEMORY_SHARE && pinnedBytes <= this.#memoryBytes * PINNED_SHARE;
    if (fits && loadBytes <= this.#memoryBytes * QUICKLY_LOADED_SHARE)
      return await MemoryTable.open(connection, nameOf(''), { columns, segment, bytes: memoryBytes });
    const file = await FileTable.open(connection, nameOf, { columns, segment });
    if (fits)
      this.#waiting.set(keyOf(workbook, entry), {
        file,
        bytes: memoryBytes,
        reads: 0,
        worthCopying: request.isPast ? MAX_READS_FROM_FILE : WORTH_COPYING_READS,
        copying: undefined,
        since: undefined,
      });
    return file;
  }

  /** Copies a table while others read it from its file. If that fails, they keep reading the file. */
  async #bringIntoMemory(workbook: string, entry: string, waiting: Waiting): Promise<void> {
    const key = keyOf(workbook, entry);
    const { file, bytes } = waiting;
    const name = tableName(workbook, `${entry} copy ${++this.#copies}`);
    const since: NetEdits[] = [];
    await withConnection(this.#instance, async (connection) => {
      await this.#inTurn(workbook, [entry], async () => {
        // Reading the view fixes the snapshot of the transaction; what is edited from now on is noted.
        await connection.run(`begin; from ${file.name} limit 0`);
        waiting.since = since;
      });
      const { columns } = file;
      const copy = await MemoryTable.copy(connection, name, { rows: `from ${file.name}`, columns, bytes });
      await connection.run('commit');
      await this.#inTurn(workbook, [entry], async () => {
        const isStillWanted = this.#waiting.get(key) === waiting;
        if (!isStillWanted) return await copy.drop(connection);
        await inTransaction(connection, async () => {
          for (const edits of since) await copy.apply(connection, edits);
        });
        this.#entries.set(key, copy);
        this.#waiting.delete(key);
        this.connections.forget(workbook);
        // A view that stays is in nobody's way; the copy is in use already.
        await file.drop(connection).catch(() => {});
      });
    }).catch(async () => {
      waiting.since = undefined;
      await withConnection(this.#instance, (connection) =>
        connection.run(`drop table if exists ${name}`),
      ).catch(() => {});
    });
  }

  #entry(workbook: string, entry: string): Entry {
    const found = this.#entries.get(keyOf(workbook, entry));
    if (!found) throw new Error(`the table ${entry} is not cached`);
    return found;
  }

  async #dropEntry(connection: DuckDBConnection, workbook: string, entry: string): Promise<void> {
    const key = keyOf(workbook, entry);
    const dropped = this.#entries.get(key);
    this.#entries.delete(key);
    this.#waiting.delete(key);
    this.connections.forget(workbook);
    await dropped?.drop(connection);
  }

  async #attach(connection: DuckDBConnection, workbook: string): Promise<void> {
    const attached =
      this.#attached.get(workbook) ??
      connection.run(`attach ':memory:' as ${identifier(workbook)} (compress)`).then(() => undefined);
    this.#attached.set(workbook, attached);
    attached.catch(() => this.#attached.delete(workbook));
    await attached;
  }

  async #detach(workbook: string): Promise<void> {
    this.connections.forget(workbook);
    if (!this.#attached.delete(workbook)) return;
    for (const known of [this.#entries, this.#waiting])
      for (const key of known.keys()) if (key.startsWith(keyOf(workbook, ''))) known.delete(key);
    await withConnection(this.#instance, (connection) => connection.run(`detach ${identifier(workbook)}`));
  }

  /** Joins all queues at once, so that two callers with several entries never deadlock. */
  #inTurn<Result>(workbook: string, entries: string[], work: () => Promise<Result>): Promise<Result> {
    const keys = entries.map((entry) => keyOf(workbook, entry));
    const before = Promise.allSettled(keys.map((key) => this.#turns.get(key)));
    const turn = before.then(work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        for (const key of keys) if (this.#turns.get(key) === settled) this.#turns.delete(key);
      });
    for (const key of keys) this.#turns.set(key, settled);
    return turn;
  }
}

/** Rejects when the reader no longer waits for its turn; the work continues for the next reader. */
function givesUp(signal: AbortSignal, isWaiting: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(busy(say('table-loading')));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true, signal: isWaiting });
  });
}

const keyOf = (workbook: string, entry: string): string => `${workbook} ${entry}`;

function tableName(workbook: string, table: string): string {
  return `${identifier(workbook)}.main.${identifier(table)}`;
}

async function applyAll(
  connection: DuckDBConnection,
  entry: Entry,
  slices: EditSlices,
  noted: NetEdits[] | undefined,
): Promise<void> {
  let isEdited = false;
  for (let edits = await slices.next(); edits; edits = await slices.next()) {
    if (edits.length === 0) continue;
    isEdited = true;
    const folded = foldEdits(edits.map(parsed));
    await entry.apply(connection, folded);
    noted?.push(folded);
  }
  if (isEdited && entry instanceof FileTable) await entry.show(connection);
}

function parsed({ rowId, kind, after }: RawEdit) {
  return { rowId, kind, after: after === null ? null : JSON.parse(after) };
}

async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('begin');
  try {
    await work();
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}
