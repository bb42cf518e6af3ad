import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { findTable, type TableRecord } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { archiveRawTable } from '../sources/archive-raw-table.js';
import { rawTablesOf } from '../sources/sources.js';
import { dependentsOf, hasDependents, removeTables } from '../tables/remove-tables.js';

/** A table that new ones take the place of. */
export interface ReplacedTable {
  name: string;
  /** Null: any version. */
  expectedVersion: number | null;
}

/** Tables made from a source earlier; refused if one of them cannot go. */
export async function findReplaced(
  c: Change,
  source: SourceRecord,
  replaced: readonly ReplacedTable[],
): Promise<TableRecord[]> {
  const going: TableRecord[] = [];
  for (const { name, expectedVersion } of replaced) {
    const table = await findTable(c.tx, source.workbook_id, name);
    if (table?.source_id !== source.id) throw notOfSource(name, source);
    const { edit_version } = await lockTable(c, table.id, null);
    if (expectedVersion !== null && edit_version !== expectedVersion)
      throw problem(
        'version-conflict',
        say('table-moved-on', { table: table.name, current: edit_version, expected: expectedVersion }),
        {
          members: { table: table.name, current_version: edit_version },
        },
      );
    going.push(table);
  }
  for (const { id, name } of going) {
    const dependents = (await dependentsOf(c, [id])).filter(
      (one) => !going.some((gone) => gone.id === one.id),
    );
    if (dependents.length > 0) throw hasDependents(name, dependents, say('fix-replaced-has-dependents'));
  }
  return going;
}

/**
 * Deletes them, so that new ones can take their names. The table of a sheet as it is in the file is archived instead, as where
 * the sheet is structured at once: the new tables share its lineage and its tags.
 */
export async function removeReplaced(
  c: Change,
  source: SourceRecord,
  replaced: readonly TableRecord[],
  opId: number,
): Promise<void> {
  const raw = new Set((await rawTablesOf(c.tx, source.id)).values());
  for (const table of replaced)
    if (raw.has(table.id) && table.state === 'active') await archiveRawTable(c, table, opId);
  const deleted = replaced.filter(({ id }) => !raw.has(id)).map(({ id, name }) => ({ id, name }));
  await removeTables(c, source.workbook_id, deleted);
}

function notOfSource(name: string, source: SourceRecord) {
  return problem('invalid-request', say('table-of-other-source', { table: name, source: source.name }), {
    fix: say('fix-table-of-other-source'),
    members: { errors: [fieldError('/replaces', say('replaces-other-source', { table: name }))] },
  });
}
