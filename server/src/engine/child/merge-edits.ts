import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { editFlag, type PhysicalColumn } from '../protocol.js';

/** Edited rows beside the rows that they change: each row at most once, with its kind as `kind`. */
export interface EditedRows {
  /** SQL of rows with their ids, kinds and cells by column id; an inserted row has every cell. */
  rows: string;
  /** The column or condition that an updated row has a new cell for the column; undefined if none has. */
  isEdited: (column: PhysicalColumn, place: number) => string | undefined;
}

/** The rows after their edits. An inserted row replaces one with its id. */
export function withEdits(rows: string, edited: EditedRows, columns: readonly PhysicalColumn[]): string {
  const rowId = identifier(ROW_ID);
  const cells = columns.map((column, place) => {
    const cell = identifier(column.id);
    const isEdited = edited.isEdited(column, place);
    if (isEdited === undefined) return `segment.${cell}`;
    return `case when edited.${isEdited} then edited.${cell} else segment.${cell} end as ${cell}`;
  });
  const inserted = [...columns.map(({ id }) => identifier(id)), rowId];
  return `select ${[...cells, `segment.${rowId}`].join(', ')}
    from (${rows}) segment left join (${edited.rows}) edited on edited.${rowId} = segment.${rowId}
    where edited.kind is null or edited.kind = 'update'
    union all select ${inserted.join(', ')} from (${edited.rows}) where kind = 'insert'`;
}

/** Later edits on top of earlier ones, as a file of edits has them. */
export function foldedEdits(
  earlier: EditedRows,
  later: EditedRows,
  columns: readonly PhysicalColumn[],
): string {
  const rowId = identifier(ROW_ID);
  const replaces = `coalesce(later.kind in ('insert', 'delete'), false)`;
  const cells = columns.flatMap((column, place) => {
    const cell = identifier(column.id);
    const before = earlier.isEdited(column, place);
    const after = later.isEdited(column, place);
    const isLater = after === undefined ? replaces : `${replaces} or coalesce(later.${after}, false)`;
    const value = `case when ${isLater} then later.${cell} else earlier.${cell} end as ${cell}`;
    if (before === undefined && after === undefined) return [value];
    const has = [before && `earlier.${before}`, after && `later.${after}`].flatMap((flag) =>
      flag ? [`coalesce(${flag}, false)`] : [],
    );
    return [value, `not ${replaces} and (${has.join(' or ')}) as ${identifier(editFlag(column.id))}`];
  });
  return `select coalesce(later.${rowId}, earlier.${rowId}) as ${rowId},
      case when ${replaces} then later.kind else coalesce(earlier.kind, 'update') end as kind, ${cells.join(', ')}
    from (${earlier.rows}) earlier full outer join (${later.rows}) later on later.${rowId} = earlier.${rowId}`;
}
