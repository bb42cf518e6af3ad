import { type Problem, problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';

/**
 * The problem for a write that names an unknown column. A denied column must not be distinguishable from one that does
 * not exist: if any column is denied to the caller, every unknown name is forbidden in the same way.
 */
export function noSuchColumn(table: GovernedTable, name: string, otherwise: Problem): Problem {
  if (table.denied.length === 0) return otherwise;
  return problem('forbidden', `There is no column "${name}" in "${table.record.name}" that you may write.`, {
    fix: 'GET …/columns lists the columns that you may see; those that are masked cannot be written.',
  });
}

/** A new name could be that of a denied column, and refusing only that one would reveal it. */
export function refuseNewNames(table: GovernedTable): void {
  if (table.denied.length === 0) return;
  throw problem(
    'forbidden',
    `You may not see every column of "${table.record.name}", so you may neither add nor rename columns.`,
    { fix: 'Ask for a role that sees the whole table, or have the column added by one who does.' },
  );
}
