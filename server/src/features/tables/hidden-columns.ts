import { say } from '@workbook-data-service/contract/messages';
import { type Problem, problem } from '../../core/problems.js';
import { type NamedColumn, unknownColumn } from '../../core/unknown-column.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';

/** The problem for a write that names an unknown column. */
export function noSuchColumn(
  table: GovernedTable,
  column: string,
  place: Pick<NamedColumn, 'path' | 'fix'> = {},
): Problem {
  return unlessColumnsHide(table, column, unknownColumn({ column, table: table.record.name, ...place }));
}

/**
 * A denied column must not be distinguishable from one that does not exist: if any column is denied to the caller,
 * every unknown name is forbidden in the same way.
 */
export function unlessColumnsHide(table: GovernedTable, column: string, otherwise: Problem): Problem {
  if (table.denied.length === 0) return otherwise;
  return problem('forbidden', say('column-unwritable', { column, table: table.record.name }), {
    fix: say('fix-column-unwritable'),
  });
}

/** A new name could be that of a denied column, and refusing only that one would reveal it. */
export function refuseNewNames(table: GovernedTable): void {
  if (table.denied.length === 0) return;
  throw problem('forbidden', say('table-partly-hidden', { table: table.record.name }), {
    fix: say('fix-table-partly-hidden'),
  });
}
