import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { findTable } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { dependentsOf, hasDependents, removeTables, type TableName } from '../tables/remove-tables.js';

/** A table that new ones take the place of. */
export interface ReplacedTable {
  name: string;
  /** Null: any version. */
  expectedVersion: number | null;
}

/** Deletes tables made from a source earlier, so that new ones can take their names. */
export async function removeReplaced(
  c: Change,
  source: SourceRecord,
  replaced: readonly ReplacedTable[],
): Promise<TableName[]> {
  const going: TableName[] = [];
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
    going.push({ id: table.id, name: table.name });
  }
  for (const { id, name } of going) {
    const dependents = (await dependentsOf(c, [id])).filter(
      (one) => !going.some((gone) => gone.id === one.id),
    );
    if (dependents.length > 0) throw hasDependents(name, dependents, say('fix-replaced-has-dependents'));
  }
  await removeTables(c, source.workbook_id, going);
  return going;
}

function notOfSource(name: string, source: SourceRecord) {
  return problem('invalid-request', say('table-of-other-source', { table: name, source: source.name }), {
    fix: say('fix-table-of-other-source'),
    members: { errors: [fieldError('/replaces', say('replaces-other-source', { table: name }))] },
  });
}
