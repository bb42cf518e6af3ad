import type { SheetSpec } from '../../core/parse-spec.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import { hidesAnythingOf } from '../../workbook/governed-tables.js';
import type { Caller } from '../caller.js';
import { rawTablesOf, type SourceRow } from '../ingest/sources.js';
import { findSpec } from './parse-specs.js';

/**
 * Whether the caller sees every column of every table that was made of a source, and so may see the source. Tags go
 * with the tables that they stand on: where a sheet as it is has been deleted, nobody knows what was sensitive in it,
 * and it is for those from whom no rule hides anything.
 */
export async function isClearSource(
  service: Service,
  caller: Caller,
  source: SourceRow,
  sheets?: SheetSpec[],
): Promise<boolean> {
  if (!(await service.data.hidesAnything(caller, source.workbook_id))) return true;
  const tables = await service.data.tables(caller, source.workbook_id);
  const made = tables.filter(({ row }) => row.source_id === source.id);
  if (made.some(hidesAnythingOf)) return false;
  if (source.status !== 'materialized') return true;
  const { db } = service.catalog;
  const raw = await rawTablesOf(db, source.id);
  const read = sheets ?? (await findSpec(db, source.id))?.sheets ?? [];
  return raw.size > 0 && read.every(({ name, regions }) => regions.length === 0 || raw.has(name));
}

/** How a file is read tells its headings, and what does not fit it is told with its cells. */
export async function requireClearSource(
  service: Service,
  caller: Caller,
  source: SourceRow,
  sheets?: SheetSpec[],
): Promise<void> {
  if (await isClearSource(service, caller, source, sheets)) return;
  throw problem('governed-workbook', `You may not see every column that comes from "${source.name}".`, {
    fix: 'Ask someone who may to analyze, correct or materialize it.',
  });
}
