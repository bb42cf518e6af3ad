import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import type { ReviewContext } from './review-context.js';
import type { FixRequest } from './review-rule.js';
import type { ReviewedColumn, ReviewedTable } from './reviewed-table.js';

/** How the rows of a finding are put right, where there is but one way. */
export type Mend =
  /** Sets the cells of a column to what an expression over the row gives; to null only by `null`. */
  | { set: ReviewedColumn; to: string }
  /** Deletes the rows, or of those that are the same in some expressions all but the first. */
  | { delete: 'rows' }
  | { delete: 'repeats'; sameIn: string };

/** Nobody looks through the cells of a longer one, and a finding names no more rows. */
export const MAX_MENDED = 100;

/** Paths below the workbook. */
export function tablePath({ name }: ReviewedTable): string {
  return `/tables/${encodeURIComponent(name)}`;
}

export function columnPath(table: ReviewedTable, { name }: ReviewedColumn): string {
  return `${tablePath(table)}/columns/${encodeURIComponent(name)}`;
}

/** The request that makes a mend; it is refused once the table has changed. */
export async function mendRequest(
  context: ReviewContext,
  tables: readonly [ReviewedTable, ...ReviewedTable[]],
  mend: Mend,
  rowIds: readonly number[],
): Promise<FixRequest | undefined> {
  const [table] = tables;
  const [id, from] = [ROW_ID, table.name].map(identifier);
  const rows = `from ${from} where ${id} in (${rowIds.join(', ')})`;
  const expected_version = table.table.version;
  if ('delete' in mend) {
    const repeats =
      mend.delete === 'repeats'
        ? ` qualify row_number() over (partition by ${mend.sameIn} order by ${id}) > 1`
        : '';
    const found = await context.rows<{ id: number }>(
      tables,
      `select ${id} as id ${rows}${repeats} order by 1`,
      MAX_MENDED,
    );
    const body = { row_ids: found.map((row) => row.id), expected_version };
    return { method: 'POST', path: `${tablePath(table)}/rows/delete`, body };
  }
  // A formula would compute it again.
  if (mend.set.isComputed) return undefined;
  const found = await context.rows<{ id: number; value: unknown }>(
    tables,
    `select ${id} as id, ${mend.to} as value ${rows} order by 1`,
    MAX_MENDED,
  );
  const mended = found.filter(({ value }) => value !== null || mend.to === 'null');
  if (mended.length === 0) return undefined;
  const body = {
    rows: mended.map((row) => ({ [ROW_ID]: row.id, [mend.set.name]: row.value })),
    expected_version,
  };
  return { method: 'POST', path: `${tablePath(table)}/rows/upsert`, body };
}
