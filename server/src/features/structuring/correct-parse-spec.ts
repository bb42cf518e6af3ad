import { say } from '@workbook-data-service/contract/messages';
import type { SheetCorrection, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type Change, type ChangeOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { problem, whyOfField } from '../../core/problems.js';
import { correctSpecs, type Loss } from '../../workbook/files/parse-specs.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { fileOf, type KeptSpec, requireSpec } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import { recordSpec, storeParseSpec } from '../sources/store-structure.js';

export interface SpecCorrection {
  /** The version that was read; by default the latest. */
  specVersion?: number | undefined;
  /** What is left out stays as it was. */
  sheets: SheetCorrection[];
  /** Ids of regions and of their columns. */
  remove: string[];
  /** Ids of regions whose columns, rows and layout should be detected again. */
  describe: string[];
  /** Ids of suggestions. */
  accept: string[];
  /** Choices by the ids of questions. */
  answers: Record<string, string>;
  /** The id of an alternative to follow. */
  reading?: string | undefined;
}

/** A corrected spec that fits the file, and is not kept yet. */
export interface PlannedCorrection {
  /** The version that is corrected. */
  specVersion: number;
  sheets: SheetSpec[];
  losses: Loss[];
}

/** Stores a parse spec that a person corrected or decided about, after checking that it fits the file. */
export async function correctParseSpec(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  correction: SpecCorrection,
  commit: ChangeOptions,
): Promise<{ source: SourceRecord; spec: KeptSpec; losses: Loss[] }> {
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  const planned = await planCorrection(service, source, correction);
  const { sheets, losses } = planned;
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const opId = await c.op({
        workbookId: place.workbookId,
        kind: 'source.correct_spec',
        operation: { operation: 'correctParseSpec', input: { source: source.id, sheets } },
      });
      const version = await writeCorrection(c, source, planned, opId);
      return { source, spec: { version, sheets, corrected: true }, losses };
    },
    commit,
  );
}

export async function planCorrection(
  service: Service,
  source: SourceRecord,
  { specVersion: versionRead, ...correction }: SpecCorrection,
): Promise<PlannedCorrection> {
  const { version: specVersion, sheets: specs } = await requireSpecAt(
    service.catalog.db,
    source,
    versionRead,
  );
  const corrected = await correctSpecs(service.data, source.workbook_id, fileOf(source), {
    specs,
    ...correction,
  });
  const { specs: sheets, faults, losses } = corrected;
  const [first] = faults;
  if (first) {
    throw problem('invalid-request', say('spec-unfit', whyOfField(first)), {
      members: { errors: faults.slice(0, 100) },
    });
  }
  return { specVersion, sheets, losses };
}

/** Refused if somebody else has corrected the spec meanwhile. */
export async function writeCorrection(
  c: Change,
  source: SourceRecord,
  { specVersion, sheets }: PlannedCorrection,
  opId: number,
): Promise<number> {
  await requireSpecAt(c.tx, source, specVersion);
  const version = await storeParseSpec(c, source, sheets, 'person');
  await recordSpec(c, source, { action: 'source.spec_corrected', opId, version });
  return version;
}

/** The latest parse spec, which must be of the version that was read, if that is known. */
export async function requireSpecAt(
  db: Db,
  source: SourceRecord,
  specVersion: number | undefined,
): Promise<KeptSpec> {
  const current = await requireSpec(db, source);
  if (specVersion === undefined || current.version === specVersion) return current;
  throw problem('version-conflict', say('spec-moved-on', { current: current.version, given: specVersion }), {
    fix: say('fix-spec-moved-on'),
    members: { current_version: current.version },
  });
}
