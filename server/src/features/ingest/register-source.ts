import type { Change } from '../../catalog/change.js';
import { deleteFailedSource, insertSourceRecord, type SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { cleanFilename, freeFilename } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';
import type { Operation } from '../../core/operations.js';
import { originOf } from '../../core/provenance.js';
import type { Failure } from '../../core/stored-saying.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import { spendCredits } from '../billing/spend.js';
import type { LandedSource } from '../landing/land-source.js';
import { queueJob } from '../queue/queue-job.js';
import { readingsNamed, specsOf } from '../sources/readings-named.js';
import { registerSheets } from '../sources/register-tables.js';
import { findSourceByContent, markFailed } from '../sources/sources.js';
import { storeStructure } from '../sources/store-structure.js';
import type { Ingested, IngestRequest } from './ingest-request.js';
import { STRUCTURE_JOB } from './structure-job.js';

/** Takes the op of an ingest. */
export async function ingestOp(
  c: Change,
  { workbookId }: IngestRequest,
  operation: Operation,
): Promise<number> {
  return await c.op({ workbookId, kind: 'source.ingest', operation });
}

/** `sheets` are those that were read, where it says by which readings. */
export function ingestOperation(request: IngestRequest, sheets: readonly LandedSheet[]): Operation {
  const { file, mode, structuring } = request;
  const input = {
    file: file.blob.hash,
    filename: file.filename,
    mode,
    structuring,
    fetched_from: fetchedFrom(request),
    ...readingsNamed(specsOf(sheets)),
  };
  return { operation: 'ingestSource', input };
}

/** Creates the source, its tables and its structure within the op of a change. */
export async function registerSource(
  c: Change,
  request: IngestRequest,
  landed: LandedSource | undefined,
  opId: number,
): Promise<Ingested> {
  const { workbookId, file } = request;
  await deleteFailedSource(c, workbookId, file.blob.hash);
  const source = await insertSource(c, request, landed);
  const tables: TableRecord[] = landed
    ? await registerSheets(c, { source, opId, sheets: landed.file.sheets })
    : [];
  if (landed) await storeStructure(c, source, landed.file.sheets);
  if (landed?.price) await spendCredits(c, landed.price);
  const jobId = landed?.outcome === 'deferred' ? await queueStructuring(c, source, request) : undefined;
  await c.audit({
    chain: workbookId,
    action: 'source.ingested',
    target: source.id,
    detail: {
      op_id: opId,
      filename: source.filename,
      sha256: source.blob_hash,
      tables: tables.map((table) => table.id),
      credits: landed?.price?.credits ?? 0,
      ...readingsNamed(specsOf(landed?.file.sheets ?? [])),
      fetched_from: fetchedFrom(request),
    },
  });
  if (landed)
    c.emit(workbookId, 'source.materialized', { source_id: source.id, name: source.name, op_id: opId });
  return {
    source,
    tables,
    structuring: landed?.outcome ?? null,
    structuringReason: landed?.reason,
    jobId,
    isNew: true,
    opId,
  };
}

/** Creates a failed source that states the reason. */
export async function registerFailedSource(
  c: Change,
  request: IngestRequest,
  failure: Failure,
): Promise<void> {
  await deleteFailedSource(c, request.workbookId, request.file.blob.hash);
  // Another upload of the same bytes may have succeeded.
  if (await findSourceByContent(c.tx, request.workbookId, request.file.blob.hash)) return;
  const source = await insertSource(c, request, undefined);
  await markFailed(c, source, failure);
}

function fetchedFrom({ provenance }: IngestRequest): string | undefined {
  return provenance && originOf(provenance);
}

async function insertSource(
  c: Change,
  { workbookId, file, name, mode, provenance }: IngestRequest,
  landed: LandedSource | undefined,
): Promise<SourceRecord> {
  const filename = cleanFilename(file.filename);
  const existing = await c.tx
    .selectFrom('sources')
    .select('name')
    .where('workbook_id', '=', workbookId)
    .execute();
  const names = new Set(existing.map(({ name }) => name));
  const source: SourceRecord = {
    id: newId('src'),
    workbook_id: workbookId,
    name: freeFilename(name ?? filename, (candidate) => names.has(candidate)),
    filename,
    blob_hash: file.blob.hash,
    size: file.blob.size,
    format: landed?.file.format ?? null,
    reader: landed ? JSON.stringify(landed.file.reader ?? null) : null,
    mode,
    status: landed ? 'materialized' : 'registered',
    failure: null,
    provenance: provenance ? JSON.stringify(provenance) : null,
    created_at: c.at,
    created_by: c.author.userId ?? 'system',
  };
  await insertSourceRecord(c, source);
  return source;
}

async function queueStructuring(
  c: Change,
  source: SourceRecord,
  { reading }: IngestRequest,
): Promise<string> {
  const job = await queueJob(c, {
    workbookId: source.workbook_id,
    kind: STRUCTURE_JOB,
    input: { sourceId: source.id, filename: source.name, reading },
    blobHash: source.blob_hash,
  });
  return job.id;
}
