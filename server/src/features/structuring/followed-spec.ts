import type { RememberedSheet } from '@workbook-data-service/structure/parse-spec';
import type { Change } from '../../catalog/change.js';
import { keepSource, type SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import { rememberReading } from '../readings/remember-reading.js';
import type { KeptSpec } from '../sources/parse-specs.js';
import { storeFindings } from '../sources/store-structure.js';
import { type PlannedCorrection, requireSpecAt, writeCorrection } from './correct-parse-spec.js';

/** The parse spec that tables are made by. */
export interface FollowedSpec extends KeptSpec {
  /** What is still to be kept of it; its version is the next one then. */
  correction: PlannedCorrection | null;
}

/** Tables that a spec makes, landed but not yet in the catalog. */
export interface MadeBySpec {
  source: SourceRecord;
  spec: FollowedSpec;
  sheets: LandedSheet[];
  /** Layouts of its sheets, so that files like it are read as this one was corrected. */
  remembered: RememberedSheet[];
}

/** Keeps a correction with the op of its tables. A spec that was kept before must still be the latest. */
export async function keepSpec(
  c: Change,
  { source, spec }: Pick<MadeBySpec, 'source' | 'spec'>,
  opId: number,
): Promise<void> {
  if (spec.correction) await writeCorrection(c, source, spec.correction, opId);
  else await requireSpecAt(c.tx, source, spec.version);
}

/** Records that tables were made, with what was found and remembered. Returns the reading that was remembered. */
export async function recordMaterialized(
  c: Change,
  { source, spec, sheets, remembered }: MadeBySpec,
  opId: number,
  { tables, replaced = [] }: { tables: readonly TableRecord[]; replaced?: readonly TableRecord[] },
): Promise<{ id: string; name: string } | null> {
  const { workbook_id: workbookId } = source;
  await keepSource(c, source.id);
  await storeFindings(
    c,
    source.id,
    sheets.flatMap(({ name, structure }) => (structure ? [{ sheet: name, ...structure }] : [])),
  );
  const reading = await rememberReading(c, source, remembered, spec.sheets);
  await c.audit({
    chain: workbookId,
    action: 'source.materialized',
    target: source.id,
    detail: {
      op_id: opId,
      spec_version: spec.version,
      tables: tables.map(({ id }) => id),
      ...(replaced.length > 0 && { replaced: replaced.map(({ id, name }) => ({ id, name })) }),
      ...(reading && { reading: reading.id }),
    },
  });
  c.emit(workbookId, 'source.materialized', { source_id: source.id, name: source.name, op_id: opId });
  return reading && { id: reading.id, name: reading.name };
}
