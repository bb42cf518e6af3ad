import { ROW_ID } from '@workbook-data-service/sheets/values';
import { type MovedRun, movedOrigin } from '../../../core/moved-origin.js';
import { identifier, literal } from '../../../core/sql-text.js';
import { MAX_RUNS, type TableOrigin } from '../../../core/table-origin.js';
import type { InternalStatements } from '../internal-statements.js';
import type { PairedColumn } from './pair-columns.js';

/** SQL for the rows of the new file under the row and column ids of the table. */
export function underTableIds(rows: string, placedPath: string, pairs: readonly PairedColumn[]): string {
  const cells = pairs.map(({ id, incoming }) => `file.${identifier(incoming.id)} as ${identifier(id)}`);
  const rowId = identifier(ROW_ID);
  return `select ${[...cells, `placed.row_id as ${rowId}`].join(', ')}
    from ${rows} file
    join read_parquet(${literal(placedPath)}) placed on placed.position = file.${rowId}
    order by placed.position`;
}

/** The places of the new file's rows in its sheet, by the row ids of the table. */
export async function originUnderTableIds(
  reads: InternalStatements,
  origin: TableOrigin,
  placedPath: string,
  pairs: readonly PairedColumn[],
): Promise<TableOrigin | null> {
  const runs = await reads.rows<{ row_id: number; position: number; count: number }>(
    `select min(row_id) as row_id, min(position) as position, count(*) as count
     from (
       select *, row_id - position as distance,
         row_id - row_number() over (partition by row_id - position order by row_id) as run
       from read_parquet(${literal(placedPath)}))
     group by distance, run order by 1 limit ${MAX_RUNS + 1}`,
    MAX_RUNS + 1,
  );
  const moved = runs.map(({ row_id, position, count }): MovedRun => [row_id, position, count]);
  return movedOrigin(origin, moved, new Map(pairs.map(({ id, incoming }) => [incoming.id, id])));
}
