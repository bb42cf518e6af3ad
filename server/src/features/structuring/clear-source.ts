import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import { hidesColumns } from '../../workbook/governed-tables.js';
import type { Caller } from '../caller.js';
import type { SourceRow } from '../ingest/sources.js';

/** Whether the caller sees every column of every table that was made of a source, and so may see the source. */
export async function isClearSource(service: Service, caller: Caller, source: SourceRow): Promise<boolean> {
  if (!(await service.data.isGoverned(caller, source.workbook_id))) return true;
  const tables = await service.data.tables(caller, source.workbook_id);
  return tables.filter(({ row }) => row.source_id === source.id).every((table) => !hidesColumns(table));
}

/** How a file is read tells its headings, and what does not fit it is told with its cells. */
export async function requireClearSource(service: Service, caller: Caller, source: SourceRow): Promise<void> {
  if (await isClearSource(service, caller, source)) return;
  throw problem('governed-workbook', `You may not see every column that comes from "${source.name}".`, {
    fix: 'Ask someone who may to analyze, correct or materialize it.',
  });
}
