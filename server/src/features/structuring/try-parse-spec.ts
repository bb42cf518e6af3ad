import type { SourceRecord } from '../../catalog/source-records.js';
import { type TriedOutSpecs, tryOutSpecs } from '../../workbook/files/parse-specs.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { fileOf, requireSpec } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import type { SpecCorrection } from './correct-parse-spec.js';

interface SpecTrial extends Omit<SpecCorrection, 'specVersion'> {
  /** How many rows of each table are wanted. */
  rows: number;
}

/** The tables that a parse spec would make. Nothing is kept, and a spec that does not fit is answered with its faults. */
export async function tryParseSpec(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  trial: SpecTrial,
): Promise<{ source: SourceRecord; specVersion: number; tried: TriedOutSpecs }> {
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  const read = await requireSpec(service.catalog.db, source);
  const tried = await tryOutSpecs(service.data, place.workbookId, fileOf(source), {
    specs: read.sheets,
    ...trial,
  });
  return { source, specVersion: read.version, tried };
}
