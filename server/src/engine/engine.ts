import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { say } from '@workbook-data-service/contract/messages';
import { type Cells, ROW_ID } from '@workbook-data-service/sheets/values';
import { busy, FairTurns } from '../core/fair-turns.js';
import { Problem, problem } from '../core/problems.js';
import type { ProcessEvents } from '../process/process-events.js';
import { ProcessDied, type RequestOptions } from '../process/sandboxed-process.js';
import { EngineProcess } from './engine-process.js';
import type { Inspection } from './guard/inspect-select.js';
import { lowerAscii } from './guard/lower-ascii.js';
import type {
  EncodedPage,
  Output,
  Parameters,
  ReadReply,
  ResultPageRequest,
  RewriteRequest,
  SegmentRowsRequest,
  ViewColumn,
} from './protocol.js';
import type { TableAtVersion, TableLog } from './table-log.js';

interface EngineOptions {
  log: TableLog;
  processes: number;
  memoryMb: number;
  cacheDir: string;
  /** The directories of segments and results, besides the cache directory. */
  readableDirs: string[];
  /** Whose turn it is when calls on a workbook wait. */
  accountOf: (workbookId: string) => Promise<string>;
  /** Calls of one account at the same time in one process. */
  callsPerAccount?: number;
  /** After how long a process that nobody uses ends. */
  idleMs?: number;
  events?: ProcessEvents;
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
  /** Whether the statement gives the same rows each time over the same tables. */
  isSteady?: boolean;
  deadlineMs: number;
}

type CallOptions = RequestOptions & { deadlineMs: number };

interface Call {
  /** No other call ran in its process during it. */
  alone: boolean;
}

/** A neighbour may have used the memory that the call lacked. */
class MemoryShared extends Error {
  override readonly name = 'MemoryShared';
}

const IDLE_MS = 5 * 60 * 1000;
/** For how long after the last use a new process waits for the next one. */
const SPARE_MS = 24 * 60 * 60 * 1000;
const SEGMENT_ROWS_DEADLINE_MS = 30_000;
/** Checking a statement takes milliseconds; nearly all of this may be spent waiting for a turn. */
const INSPECT_DEADLINE_MS = 30_000;
const INSPECT_MS = 5000;
/** Each call uses one of the sixteen threads of its process while it runs. */
const CALLS_PER_ACCOUNT = 6;
const CALLS_FOR_OTHERS = 2;
/** Processes only for retries; an account can use one of them. */
const PROCESSES_APART = 2;
const REMEMBERED_STATEMENTS = 1000;
const REMEMBERED_LENGTH = 4096;
/** Beyond this, loading and describing every column of a table takes longer than finding out which are needed. */
const WIDE_COLUMNS = 256;
/** Beyond this, describing a table with all its columns takes so long that edits do not follow it. */
const VERY_WIDE_COLUMNS = 2000;
const TEMPORARY_MB = 10 * 1024;

/**
 * DuckDB in separate processes. It caches tables of the catalog's log and can lose all of them at any time: a
 * process that died is restarted, and calls that died with it are retried once.
 */
export class Engine {
  readonly #options: EngineOptions;
  /** The last ones are only for retries. */
  readonly #slots: (EngineProcess | undefined)[];
  /** Started ahead, for whichever slot needs a process first. */
  #spare: EngineProcess | undefined;
  readonly #calls: Set<Call>[];
  readonly #turns: FairTurns[];
  readonly #turnsApart = new FairTurns({ parallel: PROCESSES_APART, perAccount: 1 });
  readonly #reaper: NodeJS.Timeout;
  readonly #inspected = new Map<string, Inspection>();
  #lastUse: number[];
  /** When somebody was last said to be about to use a process. */
  #expectedAt = 0;
  #started = 0;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { processes, callsPerAccount: perAccount = CALLS_PER_ACCOUNT } = options;
    this.#slots = new Array(processes + PROCESSES_APART).fill(undefined);
    this.#calls = Array.from(this.#slots, () => new Set());
    this.#lastUse = this.#slots.map(() => 0);
    this.#turns = Array.from(
      { length: processes },
      () => new FairTurns({ parallel: perAccount + CALLS_FOR_OTHERS, perAccount }),
    );
    const { idleMs = IDLE_MS } = options;
    this.#reaper = setInterval(() => this.#retireIdle(idleMs), idleMs / 5);
    this.#reaper.unref();
  }

  /** Where children write results and exports for the host to take. */
  get outDir(): string {
    return join(this.#options.cacheDir, 'out');
  }

  /**
   * The tables and parameters of a statement, if it is allowed. That depends only on its text, so it is
   * cached.
   */
  async inspect(workbookId: string, sql: string): Promise<Inspection> {
    const known = this.#inspected.get(sql);
    if (known) return known;
    const inspection = await this.#attempt(workbookId, INSPECT_DEADLINE_MS, (engine, options) =>
      engine.request(
        'inspect',
        { sql },
        { ...options, deadlineMs: Math.min(options.deadlineMs, INSPECT_MS) },
      ),
    );
    if (this.#inspected.size >= REMEMBERED_STATEMENTS) this.#inspected.clear();
    if (sql.length <= REMEMBERED_LENGTH) this.#inspected.set(sql, inspection);
    return inspection;
  }

  /** Of wide tables only the columns that the statement names are loaded and described. */
  async read(read: EngineRead): Promise<ReadReply> {
    const relations = await this.#narrowed(read);
    try {
      return await this.#read({ ...read, relations });
    } catch (error) {
      const isNarrowed = relations.some(({ columnIds }) => columnIds);
      if (!isNarrowed || !(error instanceof Problem && error.slug === 'sql-invalid')) throw error;
      // What is wrong with it is said in view of all columns.
      return await this.#read(read);
    }
  }

  async #narrowed({ workbookId, relations, sql, deadlineMs }: EngineRead): Promise<Relation[]> {
    if (!relations.some(isWide)) return relations;
    const names = await this.#attempt(workbookId, deadlineMs, (engine, options) =>
      engine.request('namedColumns', { sql }, options),
    );
    if (!names)
      return relations.map((relation) => ({
        ...relation,
        isApart: relation.columns.length > VERY_WIDE_COLUMNS,
      }));
    const named = new Set(names);
    return relations.map((relation) => {
      if (!isWide(relation)) return relation;
      const columns = relation.columns.filter(({ name }) => named.has(lowerAscii(name)));
      return { ...relation, columns, columnIds: columns.map(({ id }) => id) };
    });
  }

  async #read(read: EngineRead): Promise<ReadReply> {
    const { workbookId, relations, sql, parameters = [], output, isSteady } = read;
    return await this.#attempt(workbookId, read.deadlineMs, (engine, options) =>
      engine.readAt(
        workbookId,
        relations,
        (entries) => ({
          workbook: workbookId,
          views: relations.map(({ name, columns, isEditsOnly }, i) => ({
            name,
            columns: columns.map(viewColumn),
            isWhole: isEditsOnly,
            entry: entries[i] as string,
          })),
          sql,
          parameters,
          output,
          isSteady,
        }),
        options,
      ),
    );
  }

  /** Rows of a segment by row id, cells by column id; rows that it lacks are missing. */
  async segmentRows(workbookId: string, request: SegmentRowsRequest): Promise<Map<number, Cells>> {
    const text = await this.#attempt(workbookId, SEGMENT_ROWS_DEADLINE_MS, (engine, options) =>
      engine.request('segmentRows', request, options),
    );
    const rows = JSON.parse(text) as (Cells & { [ROW_ID]: number })[];
    return new Map(rows.map(({ [ROW_ID]: rowId, ...cells }) => [rowId, cells]));
  }

  /** Writes some rows of a segment to a file; returns how many there are. */
  async rewrite(workbookId: string, request: RewriteRequest, deadlineMs: number): Promise<number> {
    return await this.#attempt(workbookId, deadlineMs, (engine, options) =>
      engine.request('rewrite', request, options),
    );
  }

  async resultPage(workbookId: string, request: ResultPageRequest, deadline: number): Promise<EncodedPage> {
    return await this.#attempt(workbookId, deadline, (engine, options) =>
      engine.request('resultPage', request, options),
    );
  }

  /** Starts a process for the first call, unless there is one. */
  expectCalls(): void {
    this.#expectedAt = Date.now();
    const isReady = this.#spare !== undefined || this.#slots.some((engine) => engine !== undefined);
    if (!this.#closed && !isReady) this.#spare = this.#startAhead();
  }

  forget(workbookId: string): void {
    for (const engine of this.#slots) engine?.forget(workbookId);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#reaper);
    for (const engine of [...this.#slots, this.#spare]) engine?.kill();
  }

  /**
   * Runs a call in its account's turn. A neighbour's query may have killed the process or used up its memory,
   * so a call that failed because of it is retried once, alone in a separate process. The deadline counts
   * from here: both attempts and the waiting before them share it.
   */
  async #attempt<Result>(
    workbookId: string,
    deadlineMs: number,
    call: (engine: EngineProcess, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    const account = await this.#options.accountOf(workbookId);
    const endsAt = performance.now() + deadlineMs;
    const leftMs = () => Math.max(endsAt - performance.now(), 0);
    // Half of the remaining time is reserved for the work itself.
    const waitMs = () => leftMs() / 2;
    const options = (signal: CallOptions['signal']): CallOptions => ({
      deadlineMs: leftMs(),
      workbookId,
      signal,
    });
    const slot = this.#slotOf(workbookId);
    const turns = this.#turns[slot] as FairTurns;
    try {
      return await turns.take(account, waitMs(), (signal) =>
        this.#callIn(slot, () => call(this.#engineIn(slot), options(signal))),
      );
    } catch (error) {
      if (!(error instanceof ProcessDied || error instanceof MemoryShared)) throw error;
    }
    if (leftMs() === 0) throw problem('query-timeout');
    this.#options.events?.retried('engine', { workbookId });
    return await this.#turnsApart.take(account, waitMs(), (signal) =>
      this.#tryAlone((engine) => call(engine, options(signal))),
    );
  }

  /**
   * Nobody else is in the process, so a call that runs out of memory here needs too much; but others may have
   * used up its time.
   */
  async #tryAlone<Result>(call: (engine: EngineProcess) => Promise<Result>): Promise<Result> {
    const { processes } = this.#options;
    const slot = this.#calls.findIndex((calls, index) => index >= processes && calls.size === 0);
    try {
      return await this.#callIn(slot, async () => {
        await this.#wake(slot);
        return await call(this.#engineIn(slot));
      });
    } catch (error) {
      if (error instanceof ProcessDied)
        throw error.fatalMessage === undefined
          ? problem('query-too-large', say('engine-ended'))
          : new Error(error.fatalMessage);
      if (error instanceof Problem && error.slug === 'query-timeout') throw busy(say('query-interrupted'));
      throw error;
    }
  }

  /** Whatever ended the first process may have ended a waiting one too, unnoticed so far. */
  async #wake(slot: number): Promise<void> {
    if (this.#closed) return;
    await this.#engineIn(slot)
      .request('ping', undefined)
      .catch(() => {});
  }

  async #callIn<Result>(slot: number, call: () => Promise<Result>): Promise<Result> {
    const running = this.#calls[slot] as Set<Call>;
    const own: Call = { alone: running.size === 0 };
    for (const neighbour of running) neighbour.alone = false;
    running.add(own);
    try {
      if (this.#closed) throw new ProcessDied(false);
      return await call();
    } catch (error) {
      if (lackedMemory(error)) throw own.alone ? problem('query-too-large') : new MemoryShared();
      if (!(error instanceof ProcessDied)) throw error;
      if (error.culprit) throw problem('query-timeout');
      if (this.#closed) throw problem('unavailable', say('shutting-down'));
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
    const engine = this.#slots[slot] ?? this.#spare ?? this.#start();
    if (engine === this.#spare) this.#spare = undefined;
    this.#slots[slot] = engine;
    return engine;
  }

  #start(): EngineProcess {
    const { log, memoryMb, cacheDir, readableDirs, events } = this.#options;
    const engine: EngineProcess = new EngineProcess({
      log,
      memoryMb,
      temporaryMb: TEMPORARY_MB,
      temporaryDir: join(cacheDir, 'spill', `${process.pid}-${++this.#started}`),
      directories: [...readableDirs, this.outDir],
      cacheBytes: (memoryMb * 1024 * 1024) / 2,
      events,
      onExit: () => {
        if (this.#spare === engine) this.#spare = undefined;
        const slot = this.#slots.indexOf(engine);
        if (slot !== -1) this.#slots[slot] = undefined;
      },
    });
    return engine;
  }

  /** When all are idle, their memory is freed, and an empty process is started for the next caller. */
  #retireIdle(idleMs: number): void {
    const isIdle = (engine: EngineProcess, slot: number) =>
      !engine.busy && Date.now() - (this.#lastUse[slot] ?? 0) > idleMs;
    const running = this.#slots.flatMap((engine, slot) => (engine ? [{ engine, slot }] : []));
    const idle = running.filter(({ engine, slot }) => isIdle(engine, slot));
    for (const { engine } of idle) engine.kill();
    if (idle.length > 0 && idle.length === running.length) this.#spare ??= this.#startAhead();
    if (Date.now() - Math.max(this.#expectedAt, ...this.#lastUse) > SPARE_MS) this.#spare?.kill();
  }

  #startAhead(): EngineProcess {
    const engine = this.#start();
    // The first statement of a process takes longer than any other.
    engine.request('warmUp', undefined).catch(() => {});
    return engine;
  }
}

/** What a process needs to know of a column. */
const viewColumn = ({ name, id, type, masked }: ViewColumn): ViewColumn => ({ name, id, type, masked });

const isWide = ({ columns, isEditsOnly }: Relation): boolean => !isEditsOnly && columns.length > WIDE_COLUMNS;

/** Also while a table was loaded for the call. */
function lackedMemory(error: unknown): boolean {
  if (error instanceof Problem) return error.slug === 'query-too-large';
  return error instanceof Error && /^Out of Memory Error/.test(error.message);
}
