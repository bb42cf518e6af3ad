import type { Db } from '../../../catalog/db.js';
import { nextEditSlice } from '../../../catalog/row-edits.js';
import { latestSegmentVersion } from '../../../catalog/segments.js';
import { endOfVersion, foldEdits } from '../../../core/row-edits.js';
import type { ReadableTable } from '../../governance/governed-tables.js';
import type { Stores } from '../../stores.js';
import { LeftToEngine } from './left-to-engine.js';
import { isSmall, loadSmallTable } from './load-small-table.js';
import type { SmallTable } from './small-table.js';

const MB = 1024 * 1024;
const IDLE_MS = 5 * 60 * 1000;
/** Whoever reads a table twice is likely to go on; one that had to be loaded again is worth it after more pages. */
const WORTH_LOADING_PAGES = 2;
const MAX_WORTH_LOADING_PAGES = 64;

/** A table that was read lately. */
interface Known {
  table?: SmallTable | undefined;
  /** Pages that the engine made since the table was last in memory. */
  pages: number;
  /** After how many of these it is loaded. */
  worthLoading: number;
  isLoading: boolean;
  /** As it was last asked for. */
  latest: ReadableTable;
  lastUse: number;
}

/**
 * Small tables in the memory of the service, at their current versions: pages of rows are made from them without the engine. One is
 * loaded from the engine when it is read again, and follows the edits of the catalog from there.
 */
export class SmallTables {
  /** By table, least recently used first. */
  readonly #known = new Map<string, Known>();
  readonly #maxBytes: number;
  readonly #reaper: NodeJS.Timeout;

  constructor({ memoryMb, idleMs = IDLE_MS }: { memoryMb: number; idleMs?: number }) {
    this.#maxBytes = memoryMb * MB;
    this.#reaper = setInterval(() => this.#forgetIdle(idleMs), idleMs / 5);
    this.#reaper.unref();
  }

  /**
   * What `read` makes of the rows of a table at exactly its version; undefined where that is left to the engine. Nothing else runs
   * while it reads, so that no edit moves the table on meanwhile.
   */
  async read<Result>(
    stores: Stores,
    table: ReadableTable,
    read: (rows: SmallTable) => Result,
  ): Promise<Result | undefined> {
    const { id, edit_version } = table.record;
    if (
      this.#maxBytes === 0 ||
      table.version !== edit_version ||
      !isSmall(table.rowCount, table.columns.length)
    )
      return undefined;
    const known = this.#use(id, table);
    try {
      const isAt = await this.#isAt(stores.catalog.db, known, table);
      // Another reader may have brought it on while this one was told.
      if (isAt && known.table?.version === table.version) return read(known.table);
    } catch (error) {
      if (!(error instanceof LeftToEngine)) throw error;
      return undefined;
    }
    if (known.table === undefined) this.#count(stores, known);
    return undefined;
  }

  forget(workbookId: string): void {
    for (const [id, { latest }] of this.#known)
      if (latest.record.workbook_id === workbookId) this.#known.delete(id);
  }

  close(): void {
    clearInterval(this.#reaper);
    this.#known.clear();
  }

  #use(id: string, latest: ReadableTable): Known {
    const known = this.#known.get(id) ?? {
      pages: 0,
      worthLoading: WORTH_LOADING_PAGES,
      isLoading: false,
      latest,
      lastUse: 0,
    };
    this.#known.delete(id);
    this.#known.set(id, known);
    Object.assign(known, { latest, lastUse: Date.now() });
    return known;
  }

  /** Whether the table is in memory at its version, which it is brought to if edits are all that lies between. */
  async #isAt(db: Db, known: Known, { record, version, columns }: ReadableTable): Promise<boolean> {
    for (;;) {
      const { table } = known;
      if (!table || table.version > version) return false;
      if (table.version === version) {
        const isWhole = columns.every((column) => table.cellsOf(column));
        if (!isWhole) this.#drop(known, table);
        return isWhole;
      }
      const from = table.version;
      const [segment, { edits, next }] = await Promise.all([
        latestSegmentVersion(db, record.id, version),
        nextEditSlice(db, record.id, endOfVersion(from), version),
      ]);
      // Another reader may have brought it on meanwhile.
      if (known.table !== table || table.version !== from) continue;
      if (segment > from || next) {
        this.#drop(known, table);
        return false;
      }
      try {
        const parsed = edits.map(({ after, ...edit }) => ({
          ...edit,
          after: after === null ? null : JSON.parse(after),
        }));
        table.apply(foldEdits(parsed), version);
      } catch (error) {
        this.#drop(known, table);
        throw error;
      }
    }
  }

  #drop(known: Known, table: SmallTable): void {
    if (known.table !== table) return;
    known.table = undefined;
    known.pages = 0;
    known.worthLoading = Math.min(known.worthLoading * 2, MAX_WORTH_LOADING_PAGES);
  }

  #count(stores: Stores, known: Known): void {
    known.pages += 1;
    if (known.isLoading || known.pages < known.worthLoading) return;
    known.isLoading = true;
    void this.#load(stores, known).finally(() => {
      known.isLoading = false;
      known.pages = 0;
    });
  }

  async #load(stores: Stores, known: Known): Promise<void> {
    try {
      known.table = await loadSmallTable(stores, known.latest);
      // One that turned out to be too large is not tried again while it is read.
      if (!known.table) known.worthLoading = Number.POSITIVE_INFINITY;
    } catch {
      // The engine says why to whoever asks it for a page.
      known.worthLoading = Math.min(known.worthLoading * 2, MAX_WORTH_LOADING_PAGES);
    }
    this.#evict();
  }

  #evict(): void {
    const kept = [...this.#known].filter(([, { table }]) => table);
    let bytes = kept.reduce((sum, [, { table }]) => sum + (table?.bytes ?? 0), 0);
    for (const [id, { table }] of kept) {
      if (bytes <= this.#maxBytes) return;
      bytes -= table?.bytes ?? 0;
      this.#known.delete(id);
    }
  }

  #forgetIdle(idleMs: number): void {
    const oldest = Date.now() - idleMs;
    for (const [id, { lastUse }] of this.#known) if (lastUse < oldest) this.#known.delete(id);
  }
}
