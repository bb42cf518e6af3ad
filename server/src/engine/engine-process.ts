import { rm } from 'node:fs/promises';
import { foldEdits } from '../core/row-edits.js';
import { CagedProcess, type RequestOptions } from '../process/caged-process.js';
import type { InstanceOptions } from './child/instance.js';
import type { LoadRequest, PhysicalColumn } from './protocol.js';
import type { TableAtVersion, TableLog } from './table-log.js';

interface CachedEntry {
  workbook: string;
  entry: string;
  version: number;
  columns: PhysicalColumn[];
  bytes: number;
}

type Step = {
  method: 'load' | 'follow';
  payload: LoadRequest | Omit<LoadRequest, 'segmentPath'>;
  holds: CachedEntry;
};

export interface EngineProcessOptions extends InstanceOptions {
  log: TableLog;
  /** Cached tables beyond this are dropped, least recently used first. */
  cacheBytes: number;
  onExit: () => void;
}

/** V8 and the thread stacks of a child take this much address space beside what queries may use. */
const OVERHEAD_MB = 3072;
/** A table in memory takes about this many times its Parquet segment. */
const EXPANSION = 3;
const FIXED_BYTES = 64 * 1024;

/** One engine process and what it holds. Messages to it keep their order, so what was sent is what it will have. */
export class EngineProcess {
  readonly #process: CagedProcess;
  readonly #log: TableLog;
  readonly #cacheBytes: number;
  /** In order of use, the least recent first. */
  readonly #cached = new Map<string, CachedEntry>();

  constructor(options: EngineProcessOptions) {
    const { log, cacheBytes, onExit, ...instance } = options;
    this.#log = log;
    this.#cacheBytes = cacheBytes;
    this.#process = new CagedProcess({
      entry: 'engine/child/main.js',
      args: [JSON.stringify(instance)],
      addressSpaceMb: options.memoryMb + OVERHEAD_MB,
      onExit,
    });
    // What it has spilled is of no use to anybody, and may be gigabytes.
    void this.#process.ended
      .then(() => rm(options.temporaryDir, { recursive: true, force: true }))
      .catch(() => {});
  }

  get busy(): boolean {
    return this.#process.busy;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  kill(): void {
    this.#process.kill();
  }

  async request<Result>(method: string, payload: unknown, options?: RequestOptions): Promise<Result> {
    return await this.#process.request<Result>(method, payload, options);
  }

  /**
   * Sends a read after whatever brings the process to exactly these versions. `request` is given, for each table,
   * the entry that holds it.
   */
  async readAt<Result>(
    workbook: string,
    tables: readonly TableAtVersion[],
    request: (entries: string[]) => unknown,
    options: RequestOptions,
  ): Promise<Result> {
    for (;;) {
      const seen = tables.map((table) => this.#cached.get(table.tableId));
      const plans = await Promise.all(
        tables.map((table, i) => this.#plan(workbook, table, seen[i], newestOf(tables, table.tableId))),
      );
      const stillTrue = plans.every(
        ({ entry, step }, i) =>
          this.#cached.get(tables[i]?.tableId ?? '') === seen[i] && (step || this.#cached.has(entry)),
      );
      if (!stillTrue) continue;
      // Nothing is awaited from here until the read is sent, so no other call can move a table in between.
      const steps = new Map(plans.map(({ entry, step }) => [entry, step]));
      const sent = [...steps.values()].flatMap((step) => (step ? [this.#send(step)] : []));
      const entries = plans.map(({ entry }) => this.#touch(entry));
      const answer = this.#process.request<Result>('read', request(entries), options);
      const [result] = await Promise.all([answer, ...sent]);
      this.#evict();
      return result;
    }
  }

  forget(workbook: string): void {
    for (const [key, cached] of this.#cached) if (cached.workbook === workbook) this.#cached.delete(key);
    this.#process.request('drop', { workbook }).catch(() => {});
  }

  /**
   * The live entry of a table follows its edits, to the newest version that this read wants of it; a version
   * behind that gets an entry of its own.
   */
  async #plan(
    workbook: string,
    table: TableAtVersion,
    live: CachedEntry | undefined,
    newest: number,
  ): Promise<{ entry: string; step?: Step }> {
    const { tableId, version } = table;
    if (version < newest || (live && live.version > version)) {
      const entry = `${tableId}@${version}`;
      return this.#cached.has(entry)
        ? { entry }
        : { entry, step: await this.#planLoad(workbook, entry, table) };
    }
    if (live?.version === version) return { entry: tableId };
    const columns = await this.#log.columnsAt(table);
    const segment = await this.#log.segmentAt(table);
    if (!live || segment.version > live.version || !sameColumns(live.columns, columns)) {
      return { entry: tableId, step: await this.#planLoad(workbook, tableId, table) };
    }
    const edits = foldEdits(await this.#log.editsBetween(tableId, live.version, version));
    const step: Step = {
      method: 'follow',
      payload: { workbook, entry: tableId, columns, edits },
      holds: { ...live, version },
    };
    return { entry: tableId, step };
  }

  async #planLoad(workbook: string, entry: string, table: TableAtVersion): Promise<Step> {
    const [columns, segment] = await Promise.all([this.#log.columnsAt(table), this.#log.segmentAt(table)]);
    const edits = foldEdits(await this.#log.editsBetween(table.tableId, segment.version, table.version));
    return {
      method: 'load',
      payload: { workbook, entry, columns, segmentPath: segment.path, edits },
      holds: {
        workbook,
        entry,
        version: table.version,
        columns,
        bytes: FIXED_BYTES + segment.size * EXPANSION,
      },
    };
  }

  async #send({ method, payload, holds }: Step): Promise<void> {
    this.#cached.set(holds.entry, holds);
    try {
      await this.#process.request(method, payload);
    } catch (error) {
      if (this.#cached.get(holds.entry) === holds) this.#cached.delete(holds.entry);
      throw error;
    }
  }

  #touch(entry: string): string {
    const cached = this.#cached.get(entry);
    if (cached) {
      this.#cached.delete(entry);
      this.#cached.set(entry, cached);
    }
    return entry;
  }

  #evict(): void {
    let total = [...this.#cached.values()].reduce((sum, cached) => sum + cached.bytes, 0);
    for (const [key, cached] of this.#cached) {
      if (total <= this.#cacheBytes || this.#cached.size === 1) return;
      total -= cached.bytes;
      this.#cached.delete(key);
      this.#process.request('drop', { workbook: cached.workbook, entries: [cached.entry] }).catch(() => {});
    }
  }
}

function newestOf(tables: readonly TableAtVersion[], tableId: string): number {
  return Math.max(...tables.filter((table) => table.tableId === tableId).map(({ version }) => version));
}

function sameColumns(held: PhysicalColumn[], wanted: PhysicalColumn[]): boolean {
  return wanted.every(({ id, type }) => held.some((column) => column.id === id && column.type === type));
}
