import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { BaseColumn } from '../../../core/base-column.js';
import { isSameInFile } from '../../../core/file-precision.js';
import { identifier, literal } from '../../../core/sql-text.js';
import { type ReturnedTable, type UnwrittenColumn, warnOfPlaces } from '../../files/returned-file.js';
import type { InternalStatements } from '../internal-statements.js';
import { cellAs } from '../revision/three-states.js';
import { EXPORTED, TABLE } from './merge-sides.js';

interface UnwrittenCells {
  returned: ReturnedTable;
  /** The columns as the file was exported or merged last, as the file shows them. */
  base: readonly BaseColumn[];
  /** Those of the table, at the exported version and now. */
  exported: readonly ColumnRecord[];
  current: readonly ColumnRecord[];
  placedPath: string;
}

const MAX_NAMED = 20;

/**
 * Warnings about cells of columns that are not merged which have another value than the export gave them. A computed one
 * may also be as it is now.
 */
export async function ignoredEditWarnings(
  reads: InternalStatements,
  cells: UnwrittenCells,
): Promise<Message[]> {
  const { returned } = cells;
  const places: string[] = [];
  let count = 0;
  for (const column of returned.unwritten) {
    const path = await reads.file(typedOverSql(column, cells));
    const [counted] = await reads.rows<{ n: number }>(
      `select count(*) as n from read_parquet(${literal(path)})`,
      1,
    );
    count += counted?.n ?? 0;
    const found = await reads.rows<{ position: number }>(
      `select position from read_parquet(${literal(path)}) order by position`,
      MAX_NAMED - places.length,
    );
    places.push(...found.map(({ position }) => `${column.letter}${position}`));
  }
  return warnOfPlaces('warn-typed-over', returned.sheet, places, count);
}

function typedOverSql(column: UnwrittenColumn, cells: UnwrittenCells): string {
  const { returned, base, exported, current, placedPath } = cells;
  const typed = { id: column.id, type: column.type };
  const asText = (cell: string) => (column.type === 'JSON' ? `cast(${cell} as varchar)` : cell);
  const shown = base.find(({ id }) => id === column.id);
  const was = shown?.masked ? undefined : exported.find(({ id }) => id === column.id);
  const is = shown?.formula ? current.find(({ id }) => id === column.id) : undefined;
  const rowId = identifier(ROW_ID);
  return `
    with typed as (
      select position, own_id, ${identifier(column.id)} as value
      from read_parquet(${literal(returned.path)}) incoming
      join (select position, row_id as own_id from read_parquet(${literal(placedPath)})) placed using (position)),
    was as (select ${rowId} as row_id, ${asText(cellAs(was, typed))} as value from ${EXPORTED}),
    is_now as (select ${rowId} as row_id, ${asText(cellAs(is, typed))} as value from ${TABLE})
    select position from typed left join was on was.row_id = own_id left join is_now on is_now.row_id = own_id
    where typed.value is not null and not ${isSameInFile('was.value', 'typed.value', column.type)}
      and not ${isSameInFile('is_now.value', 'typed.value', column.type)}`;
}
