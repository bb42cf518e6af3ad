import { say } from '@workbook-data-service/contract/messages';
import { columnNamed } from '../../core/column-named.js';
import { fieldError, problem } from '../../core/problems.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governance/governed-tables.js';
import { noSuchColumn } from '../tables/hidden-columns.js';

/** What a comment is on: a cell, a row (`column` null), or the table (`rowId` null too). */
export interface CommentTarget {
  rowId: number | null;
  column: GovernedColumn | null;
}

/** The target that a request names; refused where the caller does not see the cell. */
export function requireTarget(
  table: GovernedTable,
  { row_id: rowId = null, column: name = null }: { row_id?: number | null; column?: string | null },
): CommentTarget {
  if (name === null) return { rowId, column: null };
  const path = '/target/column';
  const column = columnNamed(table.columns, name);
  if (!column) throw noSuchColumn(table, name, { path });
  if (column.masked)
    throw problem('forbidden', say('comment-column-masked', { column: column.name }), {
      fix: say('fix-comment-column-masked'),
    });
  if (rowId === null)
    throw problem('invalid-request', say('comment-column-alone'), {
      fix: say('fix-comment-column-alone'),
      members: { errors: [fieldError('/target/row_id', say('field-required'))] },
    });
  return { rowId, column };
}

/** What a reader may know of: the row or the table, and cells that are shown to them. */
export function visibleColumnIds({ columns }: GovernedTable): string[] {
  return ['', ...columns.filter(({ masked }) => !masked).map(({ id }) => id)];
}
