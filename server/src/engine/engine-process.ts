import { rm } from 'node:fs/promises';
import { type EditPlace, type EditSlice, endOfVersion } from '../core/row-edits.js';
import type { ProcessEvents } from '../process/process-events.js';
import {
  type Payload,
  type RequestOptions,
  type Result,
  SandboxedProcess,
} from '../process/sandboxed-process.js';
import type { InstanceOptions } from './child/instance.js';
import type { EngineCalls } from './child/main.js';
import type { EntrySize, PhysicalColumn, ReadReply, ReadRequest } from './protocol.js';
import type { TableAtVersion, TableLog } from './table-log.js';

interface CachedEntry {
  workbook: string;
  entry: string;
  version: number;
  columns: PhysicalColumn[];
  /** Whether the table has other columns. */
  isPartial: boolean;
  bytes: number;
  /** A long log is still being sent, for which a read of a few rows need not wait. */
  isComing?: boolean;
}

/**
 * Brings an entry to a version. Edits after the first slice are sent while the engine applies the earlier
 * ones.
 */
interface Step {
  /** The transfer id identifies the edits that follow. */
  begin: (transfer: number) => Promise<EntrySize>;
  table: TableAtVersion;
  next: EditPlace | undefined;
  cached: CachedEntry;
}

/** How a table gets into the process for a read. */
interface Plan {
  entry: string;
  step?: Step;
  /** Serves later reads; this one does not wait for it. */
  behind?: Step;
  /** Only this read has a use for the entry. */
  isTransient?: boolean;
}

interface EngineProcessOptions extends InstanceOptions {
  log: TableLog;
  /** Cached tables beyond this are dropped, least recently used first. */
  cacheBytes: number;
  onExit: () => void;
  events?: ProcessEvents | undefined;
}

/** Address space for V8 and the thread stacks of a child, in addition to the memory of queries. */
const OVERHEAD_MB = 3072;
/**
 * The minimum size of a cached table; until the engine has reported its size, a table counts as this and its
 * file.
 */
const FIXED_BYTES = 64 * 1024;
/** A load that takes longer is hung. Reads stop waiting long before, and it continues for the next one. */
const load: RequestOptions = { deadlineMs: 10 * 60 * 1000 };

/**
 * One engine process and its cached tables. Messages to it keep their order, so what was sent is what it will
 * have.
 */
export class EngineProcess {
  readonly #process: SandboxedProcess<EngineCalls>;
  readonly #log: TableLog;
  readonly #cacheBytes: number;
  /** In order of use, least recently used first. */
  readonly #cached = new Map<string, CachedEntry>();
  #transfers = 0;
  #parts = 0;

  constructor(options: EngineProcessOptions) {
    const { log, cacheBytes, onExit, events, ...instance } = options;
    this.#log = log;
    this.#cacheBytes = cacheBytes;
    this.#process = new SandboxedProcess({
      kind: 'engine',
      args: [JSON.stringify(instance)],
      addressSpaceMb: options.memoryMb + OVERHEAD_MB,
      onExit,
      events,
    });
    // Its spilled data is of no further use, and may be gigabytes.
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

  async request<Name extends keyof EngineCalls>(
    method: Name,
    payload: Payload<EngineCalls, Name>,
    options?: RequestOptions,
  ): Promise<Result<EngineCalls, Name>> {
    return await this.#process.request(method, payload, options);
  }

  /**
   * Sends a read, after everything that brings the process to exactly these versions. `request` receives the
   * entry of each table.
   */
  async readAt(
    workbook: string,
    tables: readonly TableAtVersion[],
    request: (entries: string[]) => ReadRequest,
    options: RequestOptions,
  ): Promise<ReadReply> {
    for (;;) {
      const live = tables.map((table) => this.#cached.get(table.tableId));
      const plans = await Promise.all(
        tables.map((table, i) =>
          this.#plan(workbook, forAllOf(tables, table), live[i], newestOf(tables, table.tableId)),
        ),
      );
      const unchanged = plans.every(
        ({ entry, step }, i) =>
          this.#cached.get(tables[i]?.tableId ?? '') === live[i] && (step || this.#cached.has(entry)),
      );
      if (!unchanged) continue;
      // Nothing is awaited until the read is sent, so no other call can change the version of a table in
      // between.
      const steps = new Map(plans.map(({ entry, step }) => [entry, step]));
      const sent = [...steps.values()].flatMap((step) => (step ? [this.#send(step)] : []));
      const entries = plans.map(({ entry }) => this.#touch(entry));
      const answer = this.#process.request('read', request(entries), options);
      // What fails here fails again for the read that needs it.
      for (const { behind } of plans) if (behind) this.#send(behind).catch(() => {});
      try {
        const [result] = await Promise.all([answer, ...sent]);
        return result;
      } finally {
        for (const { entry, isTransient } of plans) if (isTransient) this.#drop(entry);
        this.#evict();
      }
    }
  }

  forget(workbook: string): void {
    for (const [key, cached] of this.#cached) if (cached.workbook === workbook) this.#cached.delete(key);
    this.#process.request('drop', { workbook }).catch(() => {});
  }

  /**
   * The live entry of a table follows its edits, up to the newest version in this read; an older version gets
   * a separate entry.
   */
  async #plan(
    workbook: string,
    table: TableAtVersion,
    live: CachedEntry | undefined,
    newest: number,
  ): Promise<Plan> {
    const { rows, ...whole } = table;
    const { tableId, version } = table;
    if (table.isEditsOnly) return await this.#planAlone(workbook, table, 'edits');
    const isPast = version < newest || (live !== undefined && live.version > version);
    const entry = isPast || table.isApart ? `${tableId}@${version}` : tableId;
    const cached = entry === tableId ? live : this.#cached.get(entry);
    if (cached?.version === version && hasColumns(cached, table))
      return rows && cached.isComing ? await this.#planAlone(workbook, table, 'rows') : { entry };
    const step = cached
      ? await this.#planFollowing(workbook, entry, whole, cached)
      : await this.#planLoad(workbook, entry, whole);
    if (!rows || !(step.next || cached?.isComing)) return { entry, step };
    // Earlier versions are rarely looked at for long.
    const behind = isPast ? {} : { behind: step };
    return { ...(await this.#planAlone(workbook, table, 'rows')), ...behind };
  }

  /** A part of a table that would take long to load: a few of its rows, or only its edits. */
  async #planAlone(workbook: string, table: TableAtVersion, part: 'rows' | 'edits'): Promise<Plan> {
    const entry = `${table.tableId}@${table.version} ${part} ${++this.#parts}`;
    return { entry, step: await this.#planLoad(workbook, entry, table), isTransient: true };
  }

  /** The entry takes the edits since its version, or is loaded again if there is a newer segment or column. */
  async #planFollowing(
    workbook: string,
    entry: string,
    table: TableAtVersion,
    live: CachedEntry,
  ): Promise<Step> {
    const { version } = table;
    const columnIds = withLoaded(live, table.columnIds);
    const columns = among(await this.#log.columnsAt(table), columnIds);
    const segment = await this.#log.segmentAt(table);
    if (segment.version > live.version || !sameColumns(live.columns, columns))
      return await this.#planLoad(workbook, entry, { ...table, columnIds });
    const { edits, next } = await this.#log.editsAfter(table, endOfVersion(live.version));
    const follow = { workbook, entry, edits, more: next !== undefined };
    return {
      begin: (transfer) => this.#process.request('follow', { ...follow, transfer }, load),
      table,
      next,
      cached: { ...live, version },
    };
  }

  async #planLoad(workbook: string, entry: string, table: TableAtVersion): Promise<Step> {
    const [all, segment] = await Promise.all([this.#log.columnsAt(table), this.#log.segmentAt(table)]);
    const { edits, next } = await this.#log.editsAfter(table, endOfVersion(segment.editsAfter));
    const columns = among(all, table.columnIds);
    const isPartial = columns.length < all.length;
    const request = {
      workbook,
      entry,
      isPast: entry !== table.tableId,
      columns,
      segment: { files: segment.files, edits: segment.edits, rowCount: segment.rowCount },
      isPartial,
      isEditsOnly: table.isEditsOnly ?? false,
      rows: table.rows,
      edits,
      more: next !== undefined,
    };
    const bytes = FIXED_BYTES + segment.size;
    return {
      begin: (transfer) => this.#process.request('load', { ...request, transfer }, load),
      table,
      next,
      cached: { workbook, entry, version: table.version, columns, isPartial, bytes },
    };
  }

  async #send({ begin, table, next, cached }: Step): Promise<void> {
    cached.isComing ||= next !== undefined;
    this.#cached.set(cached.entry, cached);
    const transfer = ++this.#transfers;
    try {
      const [{ bytes }] = await Promise.all([begin(transfer), this.#sendMore(transfer, table, next)]);
      cached.isComing = false;
      const current = this.#cached.get(cached.entry);
      if (current) current.bytes = FIXED_BYTES + bytes;
    } catch (error) {
      if (this.#cached.get(cached.entry) === cached) this.#cached.delete(cached.entry);
      throw error;
    }
  }

  /**
   * Sends the edits after the first slice. The engine replies when it can take more, and accepts none after a
   * failure.
   */
  async #sendMore(transfer: number, table: TableAtVersion, next: EditPlace | undefined): Promise<void> {
    for (let place = next; place; ) {
      let slice: EditSlice;
      try {
        slice = await this.#log.editsAfter(table, place);
      } catch (error) {
        await this.#process.request('moreEdits', { transfer, edits: [], more: false, failed: true });
        throw error;
      }
      const more = slice.next !== undefined;
      const wanted = await this.#process.request('moreEdits', { transfer, edits: slice.edits, more });
      place = wanted ? slice.next : undefined;
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
      if (total <= this.#cacheBytes) return;
      total -= cached.bytes;
      this.#drop(key);
    }
  }

  #drop(entry: string): void {
    const cached = this.#cached.get(entry);
    if (!cached) return;
    this.#cached.delete(entry);
    this.#process.request('drop', { workbook: cached.workbook, entries: [entry] }).catch(() => {});
  }
}

/** One entry serves a table that a statement names twice. */
function forAllOf(tables: readonly TableAtVersion[], table: TableAtVersion): TableAtVersion {
  const { tableId, version } = table;
  const same = tables.filter((other) => other.tableId === tableId && other.version === version);
  const wanted = same.map(({ columnIds }) => columnIds ?? null);
  return { ...table, columnIds: wanted.includes(null) ? undefined : wanted.flatMap((ids) => ids ?? []) };
}

function newestOf(tables: readonly TableAtVersion[], tableId: string): number {
  return Math.max(...tables.filter((table) => table.tableId === tableId).map(({ version }) => version));
}

/** Whether an entry has what is read of the table. */
function hasColumns({ columns, isPartial }: CachedEntry, { columnIds }: TableAtVersion): boolean {
  if (!isPartial) return true;
  const loaded = new Set(columns.map(({ id }) => id));
  return columnIds?.every((id) => loaded.has(id)) ?? false;
}

/** Columns that were read before will be read again. */
function withLoaded({ columns, isPartial }: CachedEntry, wanted: TableAtVersion['columnIds']) {
  return isPartial && wanted ? [...new Set([...wanted, ...columns.map(({ id }) => id)])] : undefined;
}

function among(columns: PhysicalColumn[], wanted: TableAtVersion['columnIds']): PhysicalColumn[] {
  if (!wanted) return columns;
  const ids = new Set(wanted);
  return columns.filter(({ id }) => ids.has(id));
}

function sameColumns(cached: PhysicalColumn[], wanted: PhysicalColumn[]): boolean {
  return wanted.every(({ id, type }) => cached.some((column) => column.id === id && column.type === type));
}
