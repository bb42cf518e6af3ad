import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '@workbook-data-service/contract/messages';
import type { Cells } from '@workbook-data-service/sheets/values';
import type { RememberedSheet } from '@workbook-data-service/structure/parse-spec';
import { problem } from '../core/problems.js';
import { FILE_WORKER_HEAP_MB } from '../process/heap-limits.js';
import type { ProcessEvents } from '../process/process-events.js';
import { ProcessPool } from '../process/process-pool.js';
import type { Payload, Result } from '../process/sandboxed-process.js';
import type { FileWorkerCalls } from './child.js';
import type { CompareFilesRequest, FileDifference } from './compare-files.js';
import type { FormulaTable } from './compute-formulas.js';
import type { ExportRequest, ExportSummary } from './export-xlsx.js';
import type { FileCells, FileCellsRequest } from './file-cells.js';
import type { FileFault } from './find-faults.js';
import type { KnownFile } from './last-file.js';
import type { JudgedSheet, JudgeRequest, QuestionsRequest, SheetQuestion } from './model-readings.js';
import type { PreserveRequest, PreserveSummary } from './preserve-xlsx.js';
import type { RawCells, RawValue, ReadCellsRequest } from './read-cells.js';
import type {
  AnalyzedFile,
  AnalyzeRequest,
  CorrectedSpecs,
  CorrectSpecsRequest,
  readRegionRows,
  TableRows,
} from './read-parse-specs.js';
import type { RawValuesRequest } from './read-raw-values.js';
import type { RememberRequest } from './remember-sheets.js';
import type { ReportRequest } from './report-request.js';
import type { IdentifyRequest, ReadReturnedRequest } from './returning/read-returned-file.js';
import type { FileIdentity, ReturnedFile } from './returning/returned-table.js';
import type { TriedOutSpecs, TryOutRequest } from './try-out-specs.js';
import type { LandedSheets } from './write-raw-sheets.js';
import type {
  StructuredFile,
  StructuredSheet,
  WriteTablesOfSpecsRequest,
  WriteTablesRequest,
} from './write-structured-tables.js';

interface FileWorkersOptions {
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

const ADDRESS_SPACE_MB = 8192;
/** Of processor time, so that a file does not fail because the machine is busy. */
const READ_LIMIT_MS = 2 * 60 * 1000;
const EXPORT_LIMIT_MS = 15 * 60 * 1000;
const FORMULA_LIMIT_MS = 20 * 1000;
const SEGMENT_LIMIT_MS = 3 * 60 * 1000;
/** How many times its processor time a call may take by the clock, waiting for files and for the machine. */
const PATIENCE = 5;
/** About ten times what a formula usually takes. */
const FORMULA_CELL_MS = 0.1;

/**
 * Reads and writes spreadsheets in child processes: a hostile file can crash or stall only its own process.
 */
export class FileWorkers {
  readonly #outDir: string;
  readonly #pool: ProcessPool<FileWorkerCalls>;

  constructor({ cacheDir, accountOf, processesPerAccount, events }: FileWorkersOptions) {
    this.#outDir = join(cacheDir, 'out');
    this.#pool = new ProcessPool({
      accountOf,
      processesPerAccount,
      kind: 'file-worker',
      addressSpaceMb: ADDRESS_SPACE_MB,
      heapMb: FILE_WORKER_HEAP_MB,
      events,
    });
  }

  async writeRawSheets(workbookId: string, path: string, filename: string): Promise<LandedSheets> {
    await mkdir(this.#outDir, { recursive: true });
    return await this.#run(
      workbookId,
      'writeRawSheets',
      { path, filename, outDir: this.#outDir },
      READ_LIMIT_MS,
      fileTooComplex,
    );
  }

  async writeStructuredTables(
    workbookId: string,
    request: Omit<WriteTablesRequest, 'outDir'>,
  ): Promise<StructuredFile> {
    await mkdir(this.#outDir, { recursive: true });
    const complete: WriteTablesRequest = { ...request, outDir: this.#outDir };
    return await this.#run(workbookId, 'writeStructuredTables', complete, READ_LIMIT_MS, fileTooComplex);
  }

  async writeTablesOfSpecs(
    workbookId: string,
    request: Omit<WriteTablesOfSpecsRequest, 'outDir'>,
  ): Promise<StructuredSheet[]> {
    await mkdir(this.#outDir, { recursive: true });
    const complete: WriteTablesOfSpecsRequest = { ...request, outDir: this.#outDir };
    return await this.#run(workbookId, 'writeTablesOfSpecs', complete, READ_LIMIT_MS, fileTooComplex);
  }

  async analyze(workbookId: string, file: AnalyzeRequest): Promise<AnalyzedFile> {
    return await this.#run(workbookId, 'analyzeFile', file, READ_LIMIT_MS, fileTooComplex);
  }

  async correctSpecs(workbookId: string, request: CorrectSpecsRequest): Promise<CorrectedSpecs> {
    return await this.#run(workbookId, 'correctSpecs', request, READ_LIMIT_MS, fileTooComplex);
  }

  async tryOutSpecs(workbookId: string, request: TryOutRequest): Promise<TriedOutSpecs> {
    return await this.#run(workbookId, 'tryOutSpecs', request, READ_LIMIT_MS, fileTooComplex);
  }

  async rememberSheets(workbookId: string, request: RememberRequest): Promise<RememberedSheet[]> {
    return await this.#run(workbookId, 'rememberSheets', request, READ_LIMIT_MS, fileTooComplex);
  }

  async questionsAbout(workbookId: string, request: QuestionsRequest): Promise<SheetQuestion[]> {
    return await this.#run(workbookId, 'questionsAbout', request, READ_LIMIT_MS, fileTooComplex);
  }

  async judgeAnswers(workbookId: string, request: JudgeRequest): Promise<JudgedSheet[]> {
    return await this.#run(workbookId, 'judgeAnswers', request, READ_LIMIT_MS, fileTooComplex);
  }

  async regionRows(workbookId: string, request: Parameters<typeof readRegionRows>[0]): Promise<TableRows> {
    return await this.#run(workbookId, 'readRegionRows', request, READ_LIMIT_MS, fileTooComplex);
  }

  async readCells(workbookId: string, request: ReadCellsRequest): Promise<RawCells> {
    return await this.#run(workbookId, 'readCells', request, READ_LIMIT_MS, fileTooComplex);
  }

  async readRawValues(workbookId: string, request: RawValuesRequest): Promise<(RawValue | null)[]> {
    return await this.#run(workbookId, 'readRawValues', request, READ_LIMIT_MS, fileTooComplex);
  }

  async fileCells(workbookId: string, request: FileCellsRequest): Promise<FileCells> {
    return await this.#run(workbookId, 'readFileCells', request, READ_LIMIT_MS, fileTooComplex);
  }

  async compareFiles(workbookId: string, request: CompareFilesRequest): Promise<FileDifference> {
    return await this.#run(workbookId, 'compareFiles', request, READ_LIMIT_MS, fileTooComplex);
  }

  async findFaults(workbookId: string, file: KnownFile): Promise<FileFault[]> {
    return await this.#run(workbookId, 'findFaults', file, READ_LIMIT_MS, fileTooComplex);
  }

  async exportXlsx(workbookId: string, request: ExportRequest): Promise<ExportSummary> {
    return await this.#run(workbookId, 'exportXlsx', request, EXPORT_LIMIT_MS, () =>
      problem('too-large', say('export-too-slow'), {
        fix: say('fix-export-too-slow'),
      }),
    );
  }

  async writeReport(workbookId: string, request: ReportRequest): Promise<ExportSummary> {
    return await this.#run(workbookId, 'writeReport', request, EXPORT_LIMIT_MS, () =>
      problem('too-large', say('report-too-slow'), {
        fix: say('fix-report-too-slow'),
      }),
    );
  }

  async preserveXlsx(workbookId: string, request: PreserveRequest): Promise<PreserveSummary> {
    return await this.#run(workbookId, 'preserveXlsx', request, EXPORT_LIMIT_MS, () =>
      problem('too-large', say('patch-too-slow'), {
        fix: say('fix-export-values'),
      }),
    );
  }

  async identifyFile(workbookId: string, { path, filename }: IdentifyRequest): Promise<FileIdentity> {
    return await this.#run(workbookId, 'identifyFile', { path, filename }, READ_LIMIT_MS, fileTooComplex);
  }

  async readReturnedFile(
    workbookId: string,
    { path, filename, wanted, onUnreadable }: Omit<ReadReturnedRequest, 'outDir'>,
  ): Promise<ReturnedFile> {
    await mkdir(this.#outDir, { recursive: true });
    const request: ReadReturnedRequest = { path, filename, wanted, onUnreadable, outDir: this.#outDir };
    return await this.#run(workbookId, 'readReturnedFile', request, READ_LIMIT_MS, fileTooComplex);
  }

  async evaluateRows(workbookId: string, request: FormulaTable & { rows: Cells[] }): Promise<Cells[]> {
    return await this.#run(workbookId, 'evaluateRows', request, FORMULA_LIMIT_MS, formulaTooSlow);
  }

  /** `rows`, if known, extends the limit for a large table. */
  async computeSegment(
    workbookId: string,
    request: FormulaTable & { path: string; outPath: string },
    { rows = 0, onProgress }: SegmentWork = {},
  ): Promise<void> {
    const limitMs = SEGMENT_LIMIT_MS + rows * request.formulas.length * FORMULA_CELL_MS;
    await this.#run(workbookId, 'computeSegment', request, limitMs, formulaTooSlow, onProgress);
  }

  close(): void {
    this.#pool.close();
  }

  async #run<Name extends keyof FileWorkerCalls>(
    workbookId: string,
    method: Name,
    payload: Payload<FileWorkerCalls, Name>,
    processorMs: number,
    onDeath: () => Error,
    onProgress?: (progress: number) => void,
  ): Promise<Result<FileWorkerCalls, Name>> {
    const deadlineMs = PATIENCE * processorMs;
    return await this.#pool.run(workbookId, method, payload, {
      deadlineMs,
      processorMs,
      onDeath,
      onProgress,
    });
  }
}

function fileTooComplex() {
  return problem('file-too-complex', say('file-too-slow'));
}

function formulaTooSlow() {
  return problem('invalid-request', say('formulas-too-slow'), {
    fix: say('fix-formulas-too-slow'),
  });
}
