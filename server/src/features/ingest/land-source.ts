import { creditsLeft, structuringPrice } from '../../core/plans.js';
import { isPassing, Problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { LandedFile } from '../../workbook/land-file.js';
import { hasPaidFor, payerOf, planOf, type Spending } from '../accounts/credits.js';
import type { IngestRequest } from './ingest-file.js';

export type StructuringOutcome = 'structured' | 'skipped' | 'deferred' | 'raw_fallback';

export interface LandedSource {
  file: LandedFile;
  outcome: StructuringOutcome;
  /** Why a source that should have been structured was not. */
  reason?: string | undefined;
  /** What structuring costs; null where it is free or was not done. */
  price: Spending | null;
}

/** Reads a file as its uploader wishes; where structuring cannot run, the sheets land as they are. */
export async function landSource(service: Service, request: IngestRequest): Promise<LandedSource> {
  const { workbookId, file, structuring } = request;
  if (structuring !== 'auto') {
    const outcome = structuring === 'skip' ? 'skipped' : 'deferred';
    return { file: await service.data.land(workbookId, file), outcome, price: null };
  }
  return await structureOrFallBack(service, request);
}

async function structureOrFallBack(service: Service, request: IngestRequest): Promise<LandedSource> {
  const { workbookId, file } = request;
  let structured: LandedFile;
  try {
    structured = await service.data.structure(workbookId, file);
  } catch (error) {
    if (isPassing(error)) throw error;
    // A file that cannot be read at all fails here again, and then for good.
    const landed = await service.data.land(workbookId, file);
    return { file: landed, outcome: 'raw_fallback', reason: `failed:${reasonOf(error)}`, price: null };
  }
  const price = await priceOf(service, request, structured);
  if (price !== 'not enough') return { file: structured, outcome: 'structured', price };
  return { file: asItIs(structured), outcome: 'raw_fallback', reason: 'no_credits', price: null };
}

export async function priceOf(
  service: Service,
  { workbookId, file }: Pick<IngestRequest, 'workbookId' | 'file'>,
  { sheets }: LandedFile,
): Promise<Spending | null | 'not enough'> {
  const { db } = service.catalog;
  const accountId = await payerOf(db, workbookId);
  const subject = file.blob.hash;
  if (await hasPaidFor(db, { accountId, kind: 'structuring', subject })) return null;
  const cells = sheets.reduce((sum, { structure }) => sum + (structure?.coverage.cells ?? 0), 0);
  const credits = structuringPrice(cells);
  if (credits > creditsLeft(await planOf(db, accountId))) return 'not enough';
  return { accountId, workbookId, kind: 'structuring', subject, credits };
}

function asItIs(file: LandedFile): LandedFile {
  return { ...file, sheets: file.sheets.map((sheet) => ({ ...sheet, tables: [], structure: null })) };
}

function reasonOf(error: unknown): string {
  return error instanceof Problem ? error.detail : 'structuring met a file that it does not understand';
}
