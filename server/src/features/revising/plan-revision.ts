import type { SourceRecord } from '../../catalog/source-records.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { reviseTable } from '../../workbook/ungoverned/revision/revise-table.js';
import type { TableRevision } from '../../workbook/writing/table-revision.js';
import type { Reader } from '../landing/land-source.js';
import type { Service } from '../service.js';
import type { PlannedRevision } from './commit-revision.js';
import { refuseKnownBytes } from './known-bytes.js';
import { matchTables } from './match-tables.js';
import { type ReadRevision, readRevision } from './read-revision.js';
import { type SourceTable, sourceTables } from './source-tables.js';

/**
 * Returns a function that computes the revision of a source by a file from the current tables. It can be called again
 * after another change was faster: the file is read once, unless the source came to be read in another way.
 */
export function revisionPlanner(
  service: Service,
  author: Reader,
  file: ReceivedFile,
): (source: SourceRecord) => Promise<PlannedRevision> {
  const { db } = service.catalog;
  let read: (ReadRevision & { by: string }) | undefined;
  return async (source) => {
    await refuseKnownBytes(db, source.workbook_id, file);
    const existing = await sourceTables(db, source.id);
    const by = shapeOf(existing);
    if (read?.by !== by) read = { ...(await readRevision(service, author, source, file, existing)), by };
    const { file: landed, price } = read;
    const matched = matchTables(existing, landed?.sheets ?? []);
    const revisions: TableRevision[] = [];
    for (const { table, content } of matched.kept)
      revisions.push(await reviseTable(service.data, table.record, content));
    const { autoPinDays } = service.config;
    return { source, file, landed, price, matched, revisions, autoPinDays };
  };
}

/** What decides how the file is read. */
function shapeOf(existing: readonly SourceTable[]): string {
  return JSON.stringify(existing.map(({ sheet, role }) => [sheet, role]));
}
