import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FairTurns } from '../core/fair-turns.js';
import type { SheetSpec } from '../core/parse-spec.js';
import { problem } from '../core/problems.js';
import type { Cells } from '../core/row-edits.js';
import {
  CagedProcess,
  type Payload,
  ProcessDied,
  type RequestOptions,
  type Result,
} from '../process/caged-process.js';
import type { ProcessEvents } from '../process/process-events.js';
import type { SpecFault } from '../structure/check-spec.js';
import type { FileWorkerCalls } from './child.js';
import type { CompareFilesRequest, FileDifference } from './compare-files.js';
import type { FormulaTable } from './compute-formulas.js';
import type { ExportRequest, ExportSummary } from './export-xlsx.js';
import type { FileCells, FileCellsRequest } from './file-cells.js';
import type { KnownFile } from './last-file.js';
import type { PreserveRequest, PreserveSummary } from './preserve-xlsx.js';
import type { RawCells, RawValue, ReadCellsRequest } from './read-cells.js';
import type { AnalyzedFile, CorrectSpecsRequest, readRegionRows, TableRows } from './read-parse-specs.js';
import type { RawValuesRequest } from './read-raw-values.js';
import type { IdentifyRequest, ReadReturnedRequest } from './returning/read-returned-file.js';
import type { FileIdentity, ReturnedFile } from './returning/returned-table.js';
import type { LandedSheets } from './write-raw-sheets.js';
import type {
  StructuredFile,
  StructuredSheet,
  WriteTablesOfSpecsRequest,
  WriteTablesRequest,
} from './write-structured-tables.js';

export interface FileWorkersOptions {
  /** Waiting work on a workbook takes turns by account. */
  accountOf: (workbookId: string) => Promise<string>;
  /** Processes that one account may use at a time; there is one more for the others. */
  processesPerAccount: number;
  cacheDir: string;
  events?: ProcessEvents;
}

/** Options for computing a whole table. */
export interface SegmentWork {
  rows?: number | undefined;
  /** Called with the number of rows computed so far. */
  onProgress?: ((rows: number) => void) | undefined;
}

const HEAP_MB = 3072;
const ADDRESS_SPACE_MB = 8192;
const READ_DEADLINE_MS = 2 * 60 * 1000;
const EXPORT_DEADLINE_MS = 15 * 60 * 1000;
const FORMULA_DEADLINE_MS = 20 * 1000;
const SEGMENT_DEADLINE_MS = 3 * 60 * 1000;
/** About ten times what a formula usually takes. */
const FORMULA_CELL_MS = 0.1;
const IDLE_MS = 60 * 1000;
/** For a request, a person is waiting; a job tries again. */
const MOST_WAIT_MS = 30 * 1000;

/**
 * Reads and writes spreadsheets in child processes: a hostile file can crash or stall only its own process.
 * Each process does one piece of work at a time; an idle one is kept for a while for the next.
 */
export class FileWorkers {
  readonly #outDir: string;
  readonly #accountOf: FileWorkersOptions['accountOf'];
  readonly #events: ProcessEvents | undefined;
  readonly #turns: FairTurns;
  readonly #idle: { process: CagedProcess<FileWorkerCalls>; timer: NodeJS.Timeout }[] = [];
  readonly #running = new Set<CagedProcess<FileWorkerCalls>>();
  #closed = false;

  constructor(options: FileWorkersOptions) {
    this.#outDir = join(options.cacheDir, 'out');
    this.#accountOf = options.accountOf;
    this.#events = options.events;
    const perAccount = options.processesPerAccount;
    this.#turns = new FairTurns({ parallel: perAccount + 1, perAccount });
  }

  async writeRawSheets(workbookId: string, path: string, filename: string): Promise<LandedSheets> {
    await mkdir(this.#outDir, { recursive: true });
    return await this.#run(
      workbookId,
      'writeRawSheets',
      { path, filename, outDir: this.#outDir },
      READ_DEADLINE_MS,
      fileTooComplex,
    );
  }

  async writeStructuredTables(
    workbookId: string,
    request: Omit<WriteTablesRequest, 'outDir'>,
  ): Promise<StructuredFile> {
    await mkdir(this.#outDir, { recursive: true });
    const complete: WriteTablesRequest = { ...request, outDir: this.#outDir };
    return await this.#run(workbookId, 'writeStructuredTables', complete, READ_DEADLINE_MS, fileTooComplex);
  }

  async writeTablesOfSpecs(
    workbookId: string,
    request: Omit<WriteTablesOfSpecsRequest, 'outDir'>,
  ): Promise<StructuredSheet[]> {
    await mkdir(this.#outDir, { recursive: true });
    const complete: WriteTablesOfSpecsRequest = { ...request, outDir: this.#outDir };
    return await this.#run(workbookId, 'writeTablesOfSpecs', complete, READ_DEADLINE_MS, fileTooComplex);
  }

  async analyze(workbookId: string, file: KnownFile): Promise<AnalyzedFile> {
    return await this.#run(workbookId, 'analyzeFile', file, READ_DEADLINE_MS, fileTooComplex);
  }

  async correctSpecs(
    workbookId: string,
    request: CorrectSpecsRequest,
  ): Promise<{ specs: SheetSpec[]; faults: SpecFault[] }> {
    return await this.#run(workbookId, 'correctSpecs', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async regionRows(workbookId: string, request: Parameters<typeof readRegionRows>[0]): Promise<TableRows> {
    return await this.#run(workbookId, 'readRegionRows', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async readCells(workbookId: string, request: ReadCellsRequest): Promise<RawCells> {
    return await this.#run(workbookId, 'readCells', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async readRawValues(workbookId: string, request: RawValuesRequest): Promise<(RawValue | null)[]> {
    return await this.#run(workbookId, 'readRawValues', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async fileCells(workbookId: string, request: FileCellsRequest): Promise<FileCells> {
    return await this.#run(workbookId, 'readFileCells', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async compareFiles(workbookId: string, request: CompareFilesRequest): Promise<FileDifference> {
    return await this.#run(workbookId, 'compareFiles', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async exportXlsx(workbookId: string, request: ExportRequest): Promise<ExportSummary> {
    return await this.#run(workbookId, 'exportXlsx', request, EXPORT_DEADLINE_MS, () =>
      problem('too-large', 'Writing the file took more time or memory than one export may use.', {
        fix: 'Export fewer tables at once, or use format=csv.',
      }),
    );
  }

  async preserveXlsx(workbookId: string, request: PreserveRequest): Promise<PreserveSummary> {
    return await this.#run(workbookId, 'preserveXlsx', request, EXPORT_DEADLINE_MS, () =>
      problem('too-large', 'Changing the original file took more time or memory than one export may use.', {
        fix: 'Export with formula_mode=values, which writes a new file.',
      }),
    );
  }

  async identifyFile(workbookId: string, { path, filename }: IdentifyRequest): Promise<FileIdentity> {
    return await this.#run(workbookId, 'identifyFile', { path, filename }, READ_DEADLINE_MS, fileTooComplex);
  }

  async readReturnedFile(
    workbookId: string,
    { path, filename, wanted }: Omit<ReadReturnedRequest, 'outDir'>,
  ): Promise<ReturnedFile> {
    await mkdir(this.#outDir, { recursive: true });
    const request: ReadReturnedRequest = { path, filename, wanted, outDir: this.#outDir };
    return await this.#run(workbookId, 'readReturnedFile', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async evaluateRows(workbookId: string, request: FormulaTable & { rows: Cells[] }): Promise<Cells[]> {
    return await this.#run(workbookId, 'evaluateRows', request, FORMULA_DEADLINE_MS, formulaTooSlow);
  }

  /** `rows`, if known, extends the deadline for a large table. */
  async computeSegment(
    workbookId: string,
    request: FormulaTable & { path: string; outPath: string },
    { rows = 0, onProgress }: SegmentWork = {},
  ): Promise<void> {
    const deadlineMs = SEGMENT_DEADLINE_MS + rows * request.formulas.length * FORMULA_CELL_MS;
    await this.#run(workbookId, 'computeSegment', request, deadlineMs, formulaTooSlow, onProgress);
  }

  close(): void {
    this.#closed = true;
    for (const { process, timer } of this.#idle) {
      clearTimeout(timer);
      process.kill();
    }
    for (const process of this.#running) process.kill();
  }

  /**
   * The deadline counts from the start of the call, including the wait. An idle process may have died
   * unnoticed, so work whose process dies is tried once more.
   */
  async #run<Name extends keyof FileWorkerCalls>(
    workbookId: string,
    method: Name,
    payload: Payload<FileWorkerCalls, Name>,
    deadlineMs: number,
    onDeath: () => Error,
    onProgress?: (progress: number) => void,
  ): Promise<Result<FileWorkerCalls, Name>> {
    const endsAt = performance.now() + deadlineMs;
    const waitMs = Math.min(deadlineMs / 2, MOST_WAIT_MS);
    return await this.#turns.take(await this.#accountOf(workbookId), waitMs, async () => {
      const attempt = () =>
        this.#runOnce(method, payload, { deadlineMs: endsAt - performance.now(), onProgress, workbookId });
      try {
        return await attempt().catch((error) => {
          if (!(error instanceof ProcessDied) || error.culprit || this.#closed) throw error;
          this.#events?.retried('file-worker', { workbookId });
          return attempt();
        });
      } catch (error) {
        throw error instanceof ProcessDied ? onDeath() : error;
      }
    });
  }

  async #runOnce<Name extends keyof FileWorkerCalls>(
    method: Name,
    payload: Payload<FileWorkerCalls, Name>,
    options: RequestOptions,
  ): Promise<Result<FileWorkerCalls, Name>> {
    const process = this.#take();
    try {
      return await process.request(method, payload, { ...options, graceMs: 0 });
    } finally {
      this.#giveBack(process);
    }
  }

  #take(): CagedProcess<FileWorkerCalls> {
    const waiting = this.#idle.pop();
    if (waiting) clearTimeout(waiting.timer);
    const process = waiting?.process.alive ? waiting.process : this.#start();
    this.#running.add(process);
    return process;
  }

  #giveBack(process: CagedProcess<FileWorkerCalls>): void {
    this.#running.delete(process);
    if (!process.alive) return;
    const timer = setTimeout(() => process.kill(), IDLE_MS);
    timer.unref();
    this.#idle.push({ process, timer });
  }

  #start(): CagedProcess<FileWorkerCalls> {
    return new CagedProcess({
      kind: 'file-worker',
      entry: 'file-workers/child.js',
      addressSpaceMb: ADDRESS_SPACE_MB,
      heapMb: HEAP_MB,
      events: this.#events,
    });
  }
}

function fileTooComplex() {
  return problem('file-too-complex', 'Reading the file took more time or memory than one file may use.');
}

function formulaTooSlow() {
  return problem(
    'invalid-request',
    'Computing the formulas of the table took longer than an edit may take.',
    {
      fix: 'Make the formulas simpler, write fewer rows at once, or freeze a formula column with formula: null.',
    },
  );
}
