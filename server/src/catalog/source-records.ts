// The only writer of `sources`: the status, the reason for a failure and the reader of the file change together.
import type { Selectable } from 'kysely';
import { type Failure, storedSaying } from '../core/stored-saying.js';
import type { Change } from './change.js';
import type { KeptStates } from './op-states.js';
import type { Schema } from './schema.js';

export type SourceRecord = Selectable<Schema['sources']>;

export async function insertSourceRecord(c: Change, source: SourceRecord): Promise<void> {
  await c.tx.insertInto('sources').values(source).execute();
}

export async function markSourceFailed(c: Change, sourceId: string, failure: Failure): Promise<void> {
  await c.tx
    .updateTable('sources')
    .set({ status: 'failed', failure: storedSaying(failure) })
    .where('id', '=', sourceId)
    .execute();
}

/** Keeps the file of a source and how that was read, with the op that changes it. */
export async function keepSource(c: Change, sourceId: string): Promise<void> {
  const source = await c.tx
    .selectFrom('sources')
    .select(['filename', 'blob_hash', 'size', 'format', 'reader', 'status', 'provenance', 'failure'])
    .where('id', '=', sourceId)
    .executeTakeFirst();
  if (!source) return;
  const findings = await c.tx
    .selectFrom('source_findings')
    .select(['coverage', 'reconciliation'])
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  c.keepBefore('source', sourceId, { ...source, findings: findings ?? null });
}

/** Gives a source back the file that it had. */
export async function putSource(
  c: Change,
  sourceId: string,
  { findings: _, ...before }: KeptStates['source'],
): Promise<SourceRecord> {
  return await c.tx
    .updateTable('sources')
    .set(before)
    .where('id', '=', sourceId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A materialized source keeps its status, because the tables made from it stay. */
export async function markSourceAnalyzed(
  c: Change,
  source: SourceRecord,
  { format, reader }: Pick<SourceRecord, 'format' | 'reader'>,
): Promise<SourceRecord> {
  const status = source.status === 'materialized' ? source.status : 'analyzed';
  const analyzed = { format, reader, status, failure: null } as const;
  await keepSource(c, source.id);
  await c.tx.updateTable('sources').set(analyzed).where('id', '=', source.id).execute();
  return { ...source, ...analyzed };
}

export async function markSourceMaterialized(c: Change, source: SourceRecord): Promise<SourceRecord> {
  const status = 'materialized';
  await keepSource(c, source.id);
  await c.tx.updateTable('sources').set({ status }).where('id', '=', source.id).execute();
  return { ...source, status };
}

/** Returns undefined if the source has since got another file or been deleted. */
export async function replaceSourceFile(
  c: Change,
  source: SourceRecord,
  file: Pick<SourceRecord, 'filename' | 'blob_hash' | 'size' | 'format' | 'reader' | 'status' | 'provenance'>,
): Promise<SourceRecord | undefined> {
  await keepSource(c, source.id);
  return await c.tx
    .updateTable('sources')
    .set({ ...file, failure: null })
    .where('id', '=', source.id)
    .where('blob_hash', '=', source.blob_hash)
    .returningAll()
    .executeTakeFirst();
}

/** Returns whether the source still existed. */
export async function deleteSourceRecord(c: Change, sourceId: string): Promise<boolean> {
  const { numDeletedRows } = await c.tx
    .deleteFrom('sources')
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes an earlier, failed attempt with the same bytes. */
export async function deleteFailedSource(c: Change, workbookId: string, blobHash: string): Promise<void> {
  await c.tx
    .deleteFrom('sources')
    .where('workbook_id', '=', workbookId)
    .where('blob_hash', '=', blobHash)
    .where('status', '=', 'failed')
    .execute();
}
