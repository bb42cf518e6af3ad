import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { nearMiss } from '../../catalog/near-misses.js';
import { markSourceFailed, type SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import type { Failure } from '../../core/stored-saying.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';

const sourcesOf = (db: Db, workbookId: string) =>
  db.selectFrom('sources').selectAll().where('workbook_id', '=', workbookId);

export async function findSourceByContent(
  db: Db,
  workbookId: string,
  blobHash: string,
): Promise<SourceRecord | undefined> {
  return await sourcesOf(db, workbookId)
    .where('blob_hash', '=', blobHash)
    // A failed source may be uploaded again.
    .where('status', '!=', 'failed')
    .executeTakeFirst();
}

/** A failed source with the same bytes does not count: it is replaced when they are ingested. */
export async function findSourceByName(
  db: Db,
  workbookId: string,
  name: string,
  blobHash: string,
): Promise<SourceRecord | undefined> {
  return await sourcesOf(db, workbookId)
    .where('name', '=', name)
    .where((eb) => eb.or([eb('status', '!=', 'failed'), eb('blob_hash', '!=', blobHash)]))
    .executeTakeFirst();
}

export async function tablesOfSource(db: Db, sourceId: string): Promise<TableRecord[]> {
  return await db.selectFrom('tables').selectAll().where('source_id', '=', sourceId).orderBy('id').execute();
}

export async function getSource(
  service: Service,
  { workbookId, source: nameOrId }: SourcePlace,
): Promise<SourceRecord> {
  const { db } = service.catalog;
  const found = await sourcesOf(db, workbookId)
    .where((eb) => eb.or([eb('name', '=', nameOrId), eb('id', '=', nameOrId)]))
    .execute();
  const source = found.find((candidate) => candidate.name === nameOrId) ?? found[0];
  if (!source) {
    throw problem('not-found', say('source-unknown', { source: nameOrId }), {
      fix: await nearMiss(db, 'source', { workbookId, given: nameOrId, listed: say('fix-sources') }),
    });
  }
  return source;
}

export async function markFailed(c: Change, source: SourceRecord, failure: Failure): Promise<void> {
  await markSourceFailed(c, source.id, failure);
  // The failure may quote cells, so it is stored with the source only.
  await c.audit({ chain: source.workbook_id, action: 'source.failed', target: source.id });
}

/** The ids of the raw tables of a source, by sheet. */
export async function rawTablesOf(db: Db, sourceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tables')
    .innerJoin('table_origins', 'table_origins.table_id', 'tables.id')
    .select(['tables.id', 'tables.source_sheet'])
    .where('tables.source_id', '=', sourceId)
    .execute();
  return new Map(rows.map(({ id, source_sheet }) => [source_sheet ?? '', id]));
}
