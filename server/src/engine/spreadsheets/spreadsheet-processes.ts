import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SheetSpec } from '../../core/parse-spec.js';
import { problem } from '../../core/problems.js';
import type { Cells } from '../../core/row-edits.js';
import { CagedProcess, ProcessDied } from '../../process/caged-process.js';
import type { FormulaTable } from './compute-formulas.js';
import type { ExportRequest, ExportSummary } from './export-xlsx.js';
import type { LandedSheets } from './land-file.js';
import type { KnownFile } from './last-file.js';
import type { PreserveRequest, PreserveSummary } from './preserve-xlsx.js';
import type { RawCells, RawValue, ReadCellsRequest } from './read-cells.js';
import type { RawValuesRequest } from './read-raw-values.js';
import type {
  AnalyzedFile,
  MaterializeRequest,
  readRegionRows,
  SpecFault,
  StructuredFile,
  StructuredSheet,
  StructureRequest,
  TableRows,
} from './structure-file.js';

export interface SpreadsheetProcessOptions {
  processes: number;
  cacheDir: string;
}

const HEAP_MB = 3072;
const ADDRESS_SPACE_MB = 8192;
const READ_DEADLINE_MS = 2 * 60 * 1000;
const EXPORT_DEADLINE_MS = 15 * 60 * 1000;
const FORMULA_DEADLINE_MS = 20 * 1000;
const SEGMENT_DEADLINE_MS = 3 * 60 * 1000;
const IDLE_MS = 60 * 1000;

/**
 * Reads and writes spreadsheets in child processes: a hostile file can crash or stall nothing but its own.
 * Each process does one piece of work at a time; a warm one waits a while for the next.
 */
export class SpreadsheetProcesses {
  readonly #outDir: string;
  readonly #most: number;
  readonly #idle: { process: CagedProcess; timer: NodeJS.Timeout }[] = [];
  readonly #running = new Set<CagedProcess>();
  readonly #waiting: (() => void)[] = [];

  constructor(options: SpreadsheetProcessOptions) {
    this.#outDir = join(options.cacheDir, 'out');
    this.#most = options.processes;
  }

  async land(path: string, filename: string): Promise<LandedSheets> {
    await mkdir(this.#outDir, { recursive: true });
    return await this.#run(
      'landFile',
      { path, filename, outDir: this.#outDir },
      READ_DEADLINE_MS,
      fileTooComplex,
    );
  }

  async structure(path: string, filename: string): Promise<StructuredFile> {
    await mkdir(this.#outDir, { recursive: true });
    const request: StructureRequest = { path, filename, outDir: this.#outDir };
    return await this.#run('structureFile', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async materialize(request: Omit<MaterializeRequest, 'outDir'>): Promise<StructuredSheet[]> {
    await mkdir(this.#outDir, { recursive: true });
    const complete: MaterializeRequest = { ...request, outDir: this.#outDir };
    return await this.#run('materializeFile', complete, READ_DEADLINE_MS, fileTooComplex);
  }

  async analyze(file: KnownFile): Promise<AnalyzedFile> {
    return await this.#run('analyzeFile', file, READ_DEADLINE_MS, fileTooComplex);
  }

  async checkSpecs(file: KnownFile, specs: SheetSpec[]): Promise<SpecFault[]> {
    return await this.#run('checkSpecs', { ...file, specs }, READ_DEADLINE_MS, fileTooComplex);
  }

  async regionRows(request: Parameters<typeof readRegionRows>[0]): Promise<TableRows> {
    return await this.#run('readRegionRows', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async readCells(request: ReadCellsRequest): Promise<RawCells> {
    return await this.#run('readCells', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async readRawValues(request: RawValuesRequest): Promise<(RawValue | null)[]> {
    return await this.#run('readRawValues', request, READ_DEADLINE_MS, fileTooComplex);
  }

  async exportXlsx(request: ExportRequest): Promise<ExportSummary> {
    return await this.#run('exportXlsx', request, EXPORT_DEADLINE_MS, () =>
      problem('too-large', 'Writing the file took more time or memory than one export may use.', {
        fix: 'Export fewer tables at once, or use format=csv.',
      }),
    );
  }

  async preserveXlsx(request: PreserveRequest): Promise<PreserveSummary> {
    return await this.#run('preserveXlsx', request, EXPORT_DEADLINE_MS, () =>
      problem('too-large', 'Changing the original file took more time or memory than one export may use.', {
        fix: 'Export with formula_mode=values, which writes a new file.',
      }),
    );
  }

  async evaluateRows(request: FormulaTable & { rows: Cells[] }): Promise<Cells[]> {
    return await this.#run('evaluateRows', request, FORMULA_DEADLINE_MS, formulaTooSlow);
  }

  async computeSegment(request: FormulaTable & { path: string; outPath: string }): Promise<void> {
    await this.#run('computeSegment', request, SEGMENT_DEADLINE_MS, formulaTooSlow);
  }

  close(): void {
    for (const { process, timer } of this.#idle) {
      clearTimeout(timer);
      process.kill();
    }
    for (const process of this.#running) process.kill();
  }

  async #run<Result>(
    method: string,
    payload: unknown,
    deadlineMs: number,
    onDeath: () => Error,
  ): Promise<Result> {
    const process = await this.#take();
    try {
      return await process.request<Result>(method, payload, { deadlineMs, graceMs: 0 });
    } catch (error) {
      throw error instanceof ProcessDied ? onDeath() : error;
    } finally {
      this.#giveBack(process);
    }
  }

  async #take(): Promise<CagedProcess> {
    while (this.#running.size >= this.#most)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const waiting = this.#idle.pop();
    if (waiting) clearTimeout(waiting.timer);
    const process = waiting?.process.alive ? waiting.process : this.#start();
    this.#running.add(process);
    return process;
  }

  #giveBack(process: CagedProcess): void {
    this.#running.delete(process);
    if (process.alive) {
      const timer = setTimeout(() => process.kill(), IDLE_MS);
      timer.unref();
      this.#idle.push({ process, timer });
    }
    this.#waiting.shift()?.();
  }

  #start(): CagedProcess {
    return new CagedProcess({
      entry: 'engine/spreadsheets/child.js',
      addressSpaceMb: ADDRESS_SPACE_MB,
      heapMb: HEAP_MB,
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
