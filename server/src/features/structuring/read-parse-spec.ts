import type { SourceRecord } from '../../catalog/source-records.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { type KeptSpec, requireSpec } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';

/** The parse spec of a source, for callers who may see the whole file. */
export async function readParseSpec(
  service: Service,
  caller: Caller,
  place: SourcePlace,
): Promise<{ source: SourceRecord; spec: KeptSpec }> {
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  return { source, spec: await requireSpec(service.catalog.db, source) };
}
