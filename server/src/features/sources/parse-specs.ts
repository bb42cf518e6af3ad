import { say } from '@workbook-data-service/contract/messages';
import type { Saying } from '@workbook-data-service/contract/messages/message';
import type { RegionSpec, SheetSpec } from '@workbook-data-service/structure/parse-spec';
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

/** Specs of earlier releases have their reasons as texts alone, and ask what alternatives show by now. */
type StoredRegion = Omit<RegionSpec, 'reasons'> & { reasons: (Saying | string)[] };
type StoredSheet = Omit<SheetSpec, 'regions'> & { regions: StoredRegion[] };

const sheetOf = (sheet: StoredSheet): SheetSpec => ({
  ...sheet,
  regions: sheet.regions.map((region) => ({
    ...region,
    reasons: region.reasons.map((said) => (typeof said === 'string' ? { text: said } : said)),
    ...(region.questions && { questions: region.questions.filter(({ id }) => !id.endsWith('.reading')) }),
  })),
});

/** Stored where an undo took back the only spec of a source. */
export const NO_SPEC = '[]';

/** The latest parse spec of a source. */
export async function findSpec(db: Db, sourceId: string): Promise<KeptSpec | undefined> {
  const row = await db
    .selectFrom('parse_specs')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('spec_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.sheets === NO_SPEC) return undefined;
  return {
    version: row.spec_version,
    sheets: (JSON.parse(row.sheets) as StoredSheet[]).map(sheetOf),
    corrected: row.made_by === 'person',
  };
}

export async function requireSpec(db: Db, source: SourceRecord): Promise<KeptSpec> {
  const spec = await findSpec(db, source.id);
  if (spec) return spec;
  throw problem('not-found', say('spec-absent', { source: source.name }), {
    fix: say('fix-spec-absent', { source: source.name }),
  });
}

/** The file of a source, to read it again. */
export function fileOf(source: SourceRecord): ReceivedFile {
  return { filename: source.filename, blob: { hash: source.blob_hash, size: source.size } };
}
