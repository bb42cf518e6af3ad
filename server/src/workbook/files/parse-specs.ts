import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { ReadingInputs } from '../../file-workers/known-readings.js';
import type { KnownFile } from '../../file-workers/last-file.js';
import type { Loss } from '../../file-workers/losses-of-specs.js';
import type { AnalyzedFile, CorrectSpecsRequest, TableRows } from '../../file-workers/read-parse-specs.js';
import type { RememberRequest } from '../../file-workers/remember-sheets.js';
import type { TriedOutSpecs, TryOutRequest } from '../../file-workers/try-out-specs.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { knownFile } from './known-file.js';
import type { ReceivedFile } from './received-file.js';

export type { Loss, TableRows, TriedOutSpecs };

/** Proposes parse specs for a file. */
export const proposeSpecs = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    known?: ReadingInputs,
  ): Promise<AnalyzedFile> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.analyze(workbookId, { ...(await knownFile(blobs, file)), known });
  },
);

/** What is to be remembered of how sheets were read; only of those that a person changed, unless all are wanted. */
export const rememberSheets = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    request: Omit<RememberRequest, keyof KnownFile>,
  ) => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.rememberSheets(workbookId, { ...(await knownFile(blobs, file)), ...request });
  },
);

/** Specs as a person wants them, or why that does not fit the file. */
export const correctSpecs = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    correction: Omit<CorrectSpecsRequest, keyof KnownFile>,
  ) => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.correctSpecs(workbookId, { ...(await knownFile(blobs, file)), ...correction });
  },
);

/** The tables that corrected specs would produce. */
export const tryOutSpecs = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    trial: Omit<TryOutRequest, keyof KnownFile>,
  ): Promise<TriedOutSpecs> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.tryOutSpecs(workbookId, { ...(await knownFile(blobs, file)), ...trial });
  },
);

/** The rows of the single table that regions of specs yield. */
export const regionRows = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    request: { specs: SheetSpec[]; regionIds?: string[] | undefined; maxRows: number },
  ): Promise<TableRows> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.regionRows(workbookId, { ...(await knownFile(blobs, file)), ...request });
  },
);
