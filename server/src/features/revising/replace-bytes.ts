import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import type { KeptStates } from '../../catalog/op-states.js';
import { keepSource, putSource, replaceSourceFile, type SourceRecord } from '../../catalog/source-records.js';
import { cleanFilename } from '../../core/file-names.js';
import { problem } from '../../core/problems.js';
import type { Provenance } from '../../core/provenance.js';
import type { LandedFile } from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';

/** The current revision of the file of a source. */
export async function revisionOf(db: Db, sourceId: string): Promise<number> {
  const { last } = await db
    .selectFrom('source_revisions')
    .select((eb) => eb.fn.max('revision').as('last'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 1);
}

/** Replaces the bytes of a source; the previous ones are kept as an earlier revision. */
export async function replaceBytes(
  c: Change,
  source: SourceRecord,
  file: ReceivedFile,
  landed: LandedFile | null,
  provenance?: Provenance,
): Promise<{ source: SourceRecord; revision: number }> {
  const revised = await replaceSourceFile(c, source, {
    filename: cleanFilename(file.filename),
    blob_hash: file.blob.hash,
    size: file.blob.size,
    format: landed?.format ?? null,
    reader: landed ? JSON.stringify(landed.reader ?? null) : null,
    status: landed ? 'materialized' : 'registered',
    provenance: provenance ? JSON.stringify(provenance) : null,
  });
  if (!revised)
    throw problem('version-conflict', say('source-revised-meanwhile'), {
      fix: say('fix-send-file-again'),
    });
  const before = await revisionOf(c.tx, source.id);
  if (before === 1) await keepRevision(c, source, 1, source);
  const author = { created_at: c.at, created_by: c.author.userId ?? 'system' };
  await keepRevision(c, revised, before + 1, author);
  return { source: revised, revision: before + 1 };
}

/** Gives a source back the file that it had, as a further revision where that is another one. */
export async function putBytes(c: Change, sourceId: string, before: KeptStates['source']): Promise<void> {
  const now = await c.tx
    .selectFrom('sources')
    .select('blob_hash')
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  await keepSource(c, sourceId);
  const source = await putSource(c, sourceId, before);
  if (now.blob_hash === source.blob_hash) return;
  const author = { created_at: c.at, created_by: c.author.userId ?? 'system' };
  await keepRevision(c, source, (await revisionOf(c.tx, sourceId)) + 1, author);
}

async function keepRevision(
  c: Change,
  { id, blob_hash, size, filename }: SourceRecord,
  revision: number,
  { created_at, created_by }: Pick<SourceRecord, 'created_at' | 'created_by'>,
): Promise<void> {
  await c.tx
    .insertInto('source_revisions')
    .values({ source_id: id, revision, blob_hash, size, filename, created_at, created_by })
    .execute();
}
