import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { getSource, type SourceRow } from '../ingest/sources.js';
import { requireClearSource } from './clear-source.js';
import { type KeptSpec, requireSpec } from './parse-specs.js';

/** How a source is read, for those who may see the file. */
export async function readParseSpec(
  service: Service,
  caller: Caller,
  place: { workbookId: string; source: string },
): Promise<{ source: SourceRow; spec: KeptSpec }> {
  const source = await getSource(service, place.workbookId, place.source);
  await requireClearSource(service, caller, source);
  return { source, spec: await requireSpec(service.catalog.db, source) };
}
