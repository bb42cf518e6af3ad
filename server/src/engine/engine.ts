import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ROW_ID } from '../core/column-types.js';
import { Problem, problem } from '../core/problems.js';
import type { Cells } from '../core/row-edits.js';
import { ProcessDied } from '../process/caged-process.js';
import { EngineProcess } from './engine-process.js';
import type { Inspection } from './guard/inspect-select.js';
import type {
  Output,
  Parameters,
  ReadReply,
  ResultPageRequest,
  SegmentRowsRequest,
  ViewColumn,
} from './protocol.js';
import type { TableAtVersion, TableLog } from './table-log.js';

export interface EngineOptions {
  log: TableLog;
  processes: number;
  memoryMb: number;
  cacheDir: string;
  /** Where segments and results are read from, beside the cache directory. */
  readableDirs: string[];
}

/** A table as one caller sees it, at one version. */
export interface Relation extends TableAtVersion {
  name: string;
  columns: ViewColumn[];
}

export interface EngineRead {
  workbookId: string;
  relations: Relation[];
  sql: string;
  parameters?: Parameters;
  output: Output;
  deadlineMs: number;
}

interface Call {
  /** No other call ran in its process at any time while it did. */
  alone: boolean;
}

/** The memory that the call lacked may have been a neighbour's. */
class MemoryShared extends Error {
  override readonly name = 'MemoryShared';
}

const IDLE_MS = 5 * 60 * 1000;
const SEGMENT_ROWS_DEADLINE_MS = 30_000;
const INSPECT_DEADLINE_MS = 5000;
/** Enough to start a process and answer what is small. */
const LEAST_SECOND_TRY_MS = 2000;
const REMEMBERED_STATEMENTS = 1000;
const REMEMBERED_LENGTH = 4096;
const TEMPORARY_MB = 10 * 1024;

/**
 * DuckDB behind process walls. It caches tables of the catalog's log and can lose all of them at any moment:
 * a process that died is started anew, and calls that died with it are tried once more.
 */
export class Engine {
  readonly #options: EngineOptions;
  /** The last one is for second tries alone. */
  readonly #slots: (EngineProcess | undefined)[];
  readonly #calls: Set<Call>[];
  readonly #reaper: NodeJS.Timeout;
  readonly #inspected = new Map<string, Inspection>();
  #lastUse: number[];
  #started = 0;
  #closed = false;
  #secondTries: Promise<unknown> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#slots = new Array(options.processes + 1).fill(undefined);
    this.#calls = Array.from(this.#slots, () => new Set());
    this.#lastUse = new Array(options.processes + 1).fill(0);
    this.#reaper = setInterval(() => this.#retireIdle(), IDLE_MS / 5);
    this.#reaper.unref();
  }

  /** Where children may write results and exports for the host to take. */
  get outDir(): string {
    return join(this.#options.cacheDir, 'out');
  }

  /** What a statement names, if it is allowed at all. That depends on its text alone, so it is remembered. */
  async inspect(workbookId: string, sql: string): Promise<Inspection> {
    const known = this.#inspected.get(sql);
    if (known) return known;
    const inspection = await this.#attempt(workbookId, INSPECT_DEADLINE_MS, (engine, deadlineMs) =>
      engine.request<Inspection>('inspect', { sql }, { deadlineMs }),
    );
    if (this.#inspected.size >= REMEMBERED_STATEMENTS) this.#inspected.clear();
    if (sql.length <= REMEMBERED_LENGTH) this.#inspected.set(sql, inspection);
    return inspection;
  }

  async read(read: EngineRead): Promise<ReadReply> {
    const { workbookId, relations, sql, parameters = [], output } = read;
    return await this.#attempt(workbookId, read.deadlineMs, (engine, deadlineMs) =>
      engine.readAt(
        workbookId,
        relations,
        (entries) => ({
          workbook: workbookId,
          views: relations.map(({ name, columns }, i) => ({ name, columns, entry: entries[i] })),
          sql,
          parameters,
          output,
        }),
        { deadlineMs },
      ),
    );
  }

  /** Rows of a segment's file by row id, cells by column id; those that the file lacks are absent. */
  async segmentRows(workbookId: string, request: SegmentRowsRequest): Promise<Map<number, Cells>> {
    const text = await this.#attempt(workbookId, SEGMENT_ROWS_DEADLINE_MS, (engine, deadlineMs) =>
      engine.request<string>('segmentRows', request, { deadlineMs }),
    );
    const rows = JSON.parse(text) as (Cells & { [ROW_ID]: number })[];
    return new Map(rows.map(({ [ROW_ID]: rowId, ...cells }) => [rowId, cells]));
  }

  async resultPage(
    workbookId: string,
    request: ResultPageRequest,
    deadline: number,
  ): Promise<string | Uint8Array> {
    return await this.#attempt(workbookId, deadline, (engine, deadlineMs) =>
      engine.request('resultPage', request, { deadlineMs }),
    );
  }

  forget(workbookId: string): void {
    for (const engine of this.#slots) engine?.forget(workbookId);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#reaper);
    for (const engine of this.#slots) engine?.kill();
  }

  /**
   * A neighbour's query may have ended the process or used up its memory, so a call that failed of it gets one more
   * try. All such calls take turns in a process apart, so that the one that is guilty fails no other for a second
   * time. Both tries share one deadline.
   */
  async #attempt<Result>(
    workbookId: string,
    deadlineMs: number,
    call: (engine: EngineProcess, deadlineMs: number) => Promise<Result>,
  ): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await this.#callIn(this.#slotOf(workbookId), (engine) => call(engine, deadlineMs));
    } catch (error) {
      if (!(error instanceof ProcessDied || error instanceof MemoryShared)) throw error;
    }
    const again = this.#secondTries.then(async () => {
      await this.#wake(this.#options.processes);
      const left = Math.max(deadlineMs - (performance.now() - startedAt), LEAST_SECOND_TRY_MS);
      return this.#callIn(this.#options.processes, (engine) => call(engine, left));
    });
    this.#secondTries = again.catch(() => {});
    try {
      return await again;
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      throw problem('query-too-large', 'The statement ended the engine process.');
    }
  }

  /** Whatever ended the first process may have ended a waiting one too, unnoticed so far. */
  async #wake(slot: number): Promise<void> {
    if (this.#closed) return;
    await this.#engineIn(slot)
      .request('ping', null)
      .catch(() => {});
  }

  async #callIn<Result>(slot: number, call: (engine: EngineProcess) => Promise<Result>): Promise<Result> {
    const running = this.#calls[slot] as Set<Call>;
    const own: Call = { alone: running.size === 0 };
    for (const neighbour of running) neighbour.alone = false;
    running.add(own);
    try {
      if (this.#closed) throw new ProcessDied(false);
      return await call(this.#engineIn(slot));
    } catch (error) {
      if (lackedMemory(error)) throw own.alone ? problem('query-too-large') : new MemoryShared();
      if (!(error instanceof ProcessDied)) throw error;
      if (error.culprit) throw problem('query-timeout');
      if (this.#closed) throw problem('unavailable', 'The service is shutting down.');
      throw error;
    } finally {
      running.delete(own);
    }
  }

  /** All work on a workbook goes to one process, so that its tables are cached once. */
  #slotOf(workbookId: string): number {
    return createHash('sha256').update(workbookId).digest().readUInt32BE(0) % this.#options.processes;
  }

  #engineIn(slot: number): EngineProcess {
    this.#lastUse[slot] = Date.now();
    const running = this.#slots[slot];
    if (running) return running;
    const { log, memoryMb, cacheDir, readableDirs } = this.#options;
    const engine: EngineProcess = new EngineProcess({
      log,
      memoryMb,
      temporaryMb: TEMPORARY_MB,
      temporaryDir: join(cacheDir, 'spill', `${process.pid}-${++this.#started}`),
      directories: [...readableDirs, this.outDir],
      cacheBytes: (memoryMb * 1024 * 1024) / 2,
      onExit: () => {
        if (this.#slots[slot] === engine) this.#slots[slot] = undefined;
      },
    });
    this.#slots[slot] = engine;
    return engine;
  }

  #retireIdle(): void {
    for (const [slot, engine] of this.#slots.entries()) {
      if (engine && !engine.busy && Date.now() - (this.#lastUse[slot] ?? 0) > IDLE_MS) engine.kill();
    }
  }
}

/** Also while a table was loaded for the call. */
function lackedMemory(error: unknown): boolean {
  if (error instanceof Problem) return error.slug === 'query-too-large';
  return error instanceof Error && /^Out of Memory Error/.test(error.message);
}
