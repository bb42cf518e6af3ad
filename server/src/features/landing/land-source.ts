import type { Author } from '../../catalog/change.js';
import { affordableCells, structuringPrice } from '../../core/plans.js';
import { Problem } from '../../core/problems.js';
import { errorFields } from '../../log.js';
import { type LandedFile, landRawSheets, landTables } from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { planOf } from '../billing/account-plan.js';
import { hasPaidFor, payerOf, type Spending } from '../billing/spend.js';
import { type ReadingAuthor, type ReadingChoice, readingInputs } from '../readings/known-readings.js';
import type { Service } from '../service.js';
import { landWithModel } from './land-with-model.js';

export type StructuringOutcome = 'structured' | 'skipped' | 'deferred' | 'raw_fallback';

/** A file, and how it is to be read. */
interface FileToLand {
  workbookId: string;
  file: ReceivedFile;
  structuring: 'auto' | 'skip' | 'defer';
  reading?: ReadingChoice | undefined;
}

export interface LandedSource {
  file: LandedFile;
  outcome: StructuringOutcome;
  /** Why structuring fell back to raw sheets. */
  reason?: string | undefined;
  /** What structuring costs; null if it is free or was not done. */
  price: Spending | null;
}

/** A structured file and what that costs; null if it is free. */
export interface PricedFile {
  file: LandedFile;
  price: Spending | null;
}

/** Reads a file as requested; if structuring fails, it lands as raw sheets. */
export async function landSource(
  service: Service,
  author: Reader,
  request: FileToLand,
): Promise<LandedSource> {
  const { workbookId, file, structuring } = request;
  if (structuring !== 'auto') {
    const outcome = structuring === 'skip' ? 'skipped' : 'deferred';
    return { file: await landRawSheets(service.data, workbookId, file), outcome, price: null };
  }
  return await landTablesOrRawSheets(service, author, request);
}

async function landTablesOrRawSheets(
  service: Service,
  author: Reader,
  request: FileToLand,
): Promise<LandedSource> {
  try {
    const { file: structured, price } = await landTablesWithinCredits(service, author, request);
    return { file: structured, outcome: 'structured', price };
  } catch (error) {
    // Not a fault of the file.
    if (error instanceof Problem && error.status >= 500) throw error;
    return await landRawInstead(service, request, error);
  }
}

/** Reads a file as raw sheets because it could not be structured, or its tables not be paid for. */
export async function landRawInstead(
  service: Service,
  { workbookId, file }: FileToLand,
  error: unknown,
): Promise<LandedSource> {
  // An unreadable file fails here again, and so fails the ingest.
  const landed = await landRawSheets(service.data, workbookId, file);
  reportFallback(service, workbookId, error);
  return { file: landed, outcome: 'raw_fallback', reason: reasonOf(error), price: null };
}

/** Who a file is read for: only what they may know of is applied to it. */
export type Reader = ReadingAuthor & Author;

/**
 * Structures a file, by what the workspace remembers and wants, and returns the price. Throws `out-of-credits` before the
 * work, once the price is known.
 */
export async function landTablesWithinCredits(
  service: Service,
  author: Reader,
  { workbookId, file, reading }: Omit<FileToLand, 'structuring'>,
): Promise<PricedFile> {
  const { db } = service.catalog;
  const spending = {
    accountId: await payerOf(db, workbookId),
    kind: 'structuring',
    subject: file.blob.hash,
  } as const;
  const known = await readingInputs(service, author, workbookId, reading);
  const read = async (landed: LandedFile, creditsToLeave: number) =>
    await landWithModel(service, author, { workbookId, file, rules: known.rules, creditsToLeave }, landed);
  if (await hasPaidFor(db, spending))
    return { file: await read(await landTables(service.data, workbookId, file, { known }), 0), price: null };
  const plan = await planOf(service, spending.accountId);
  const structured = await landTables(service.data, workbookId, file, {
    maxCells: affordableCells(plan),
    known,
  });
  const cells = structured.sheets.reduce((sum, { structure }) => sum + (structure?.coverage.cells ?? 0), 0);
  const credits = structuringPrice(cells);
  const price = { ...spending, workbookId, credits, metered: plan.metered };
  return { file: await read(structured, credits), price };
}

/** The ingest succeeds with less than was requested, so the operator must be able to see why. */
function reportFallback({ log, metrics }: Service, workbookId: string, error: unknown): void {
  const reason = isOutOfCredits(error) ? 'no_credits' : 'failed';
  metrics.rawFallbacks.inc({ reason });
  if (reason === 'failed')
    log.warn(
      { workbook_id: workbookId, ...errorFields(error) },
      'a file could not be structured, so it landed as raw sheets',
    );
}

export function isOutOfCredits(error: unknown): boolean {
  return error instanceof Problem && error.slug === 'out-of-credits';
}

/** Null if the work could not be paid for. */
export async function unlessOutOfCredits<Result>(work: Promise<Result>): Promise<Result | null> {
  return await work.catch((error: unknown) => {
    if (isOutOfCredits(error)) return null;
    throw error;
  });
}

function reasonOf(error: unknown): string {
  if (isOutOfCredits(error)) return 'no_credits';
  return `failed:${failureOf(error)}`;
}

function failureOf(error: unknown): string {
  return error instanceof Problem ? error.detail : 'structuring met a file that it does not understand';
}
