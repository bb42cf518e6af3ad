import { type Problem, problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';

/**
 * What a write is told that names a column which is not there. To write a denied column is forbidden, and it must not
 * be known from one that never was: where any is denied to the caller, every unknown name is refused alike.
 */
export function noSuchColumn(table: GovernedTable, name: string, elsewhere: Problem): Problem {
  if (table.denied.length === 0) return elsewhere;
  return problem('forbidden', `There is no column "${name}" in "${table.record.name}" that you may write.`, {
    fix: 'GET …/columns lists the columns that you may see; those that are masked cannot be written.',
  });
}

/** A new name could be that of a denied column, and to refuse just that one would tell of it. */
export function refuseNewNames(table: GovernedTable): void {
  if (table.denied.length === 0) return;
  throw problem(
    'forbidden',
    `You may not see every column of "${table.record.name}", so you may neither add nor rename columns.`,
    { fix: 'Ask for a role that sees the whole table, or have the column added by one who does.' },
  );
}
