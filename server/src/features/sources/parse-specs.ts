import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { Db } from '../../catalog/db.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { problem } from '../../core/problems.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';

export interface KeptSpec {
  version: number;
  sheets: SheetSpec[];
  /** Whether a person corrected it. */
  corrected: boolean;
}

/** The latest parse spec of a source. */
export async function findSpec(db: Db, sourceId: string): Promise<KeptSpec | undefined> {
  const row = await db
    .selectFrom('parse_specs')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('spec_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      version: row.spec_version,
      sheets: JSON.parse(row.sheets) as SheetSpec[],
      corrected: row.made_by === 'person',
    }
  );
}

export async function requireSpec(db: Db, source: SourceRecord): Promise<KeptSpec> {
  const spec = await findSpec(db, source.id);
  if (spec) return spec;
  throw problem('not-found', `"${source.name}" has no parse spec yet.`, {
    fix: `POST …/sources/${encodeURIComponent(source.name)}/analyze proposes one.`,
  });
}

/** The file of a source, to read it again. */
export function fileOf(source: SourceRecord): ReceivedFile {
  return { filename: source.filename, blob: { hash: source.blob_hash, size: source.size } };
}
