import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import type { ColumnRecord } from '../../../catalog/tables.js';
import { identifier } from '../../../core/sql-text.js';
import { CURRENT, changedRowsSql } from '../../../file-workers/changed-rows.js';
import type { RevisionCounts } from '../../writing/table-revision.js';
import type { RowChange } from '../../writing/write-tables.js';
import type { InternalStatements } from '../internal-statements.js';

/** As many rows as one edit may write; beyond that only deleted rows are logged. */
const MAX_LOGGED = 10_000;

interface RevisedRows {
  counts: RevisionCounts;
  rows: RowChange[];
  rowsInSegmentOnly: number;
}

interface ChangedRow {
  row_id: number;
  is_added: boolean;
  is_deleted: boolean;
  [cell: `value_${number}`]: CellValue;
  [flag: `changed_${number}`]: boolean;
}

/** The differences between a table and its new segment, for the row log. */
export async function revisedRows(
  reads: InternalStatements,
  before: readonly ColumnRecord[],
  after: { rows: string; columns: readonly ColumnRecord[] },
): Promise<RevisedRows> {
  // The comparison of landed and current rows, here with the old rows as landed and the new ones as current.
  const columns = after.columns.map(({ id, type }) => ({ id, type }));
  const cells = columns.map(({ id, type }) => `cast(${identifier(id)} as ${type}) as ${identifier(id)}`);
  const becoming = `${CURRENT} as (select ${cells.join(', ')}, __svc_row_id from ${after.rows})`;
  const changedSql = changedRowsSql(columns, before);
  const [counted] = await reads.rows<RevisionCounts>(
    `with ${becoming}, changed as (${changedSql})
     select count(*) filter (is_added) as inserted, count(*) filter (is_deleted) as deleted,
       count(*) filter (not is_added and not is_deleted) as updated,
       (select count(*) from ${CURRENT}) - count(*) filter (not is_deleted) as unchanged
     from changed`,
    1,
  );
  const counts = counted as RevisionCounts;
  const all = counts.inserted + counts.updated + counts.deleted;
  const isLogged = all <= MAX_LOGGED;
  const logged = await reads.rows<ChangedRow>(
    `with ${becoming} select * from (${changedSql}) ${isLogged ? '' : 'where is_deleted'} order by row_id`,
    isLogged ? MAX_LOGGED : counts.deleted,
  );
  return {
    counts,
    rows: logged.map((row) => rowChange(row, after.columns)),
    rowsInSegmentOnly: isLogged ? 0 : counts.inserted,
  };
}

/** New rows get their ids when the version is appended: the same ids as in the segment, as both number in order. */
function rowChange(row: ChangedRow, columns: readonly ColumnRecord[]): RowChange {
  if (row.is_deleted) return { kind: 'delete', rowId: row.row_id };
  const after: Cells = {};
  for (const [i, { id }] of columns.entries()) {
    if (row.is_added || row[`changed_${i}`]) after[id] = row[`value_${i}`] ?? null;
  }
  return row.is_added ? { kind: 'insert', after } : { kind: 'update', rowId: row.row_id, after };
}
