import { say } from '@workbook-data-service/contract/messages';
import { type CommentRecord, commentsOfTable, findComment } from '../../catalog/comment-records.js';
import type { Db } from '../../catalog/db.js';
import { deletedRows } from '../../catalog/row-edits.js';
import { columnNamed } from '../../core/column-named.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { unknownColumn } from '../../core/unknown-column.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type CommentTarget, visibleColumnIds } from './comment-target.js';

/** A comment on something that the caller sees. */
export interface TableComment {
  record: CommentRecord;
  table: GovernedTable;
  target: CommentTarget;
}

interface CommentFilter {
  rowId?: number | undefined;
  column?: string | undefined;
  isResolved?: boolean | undefined;
}

/** Lists comments, except those of deleted rows; these are kept, because an undo restores the row with them. */
export async function listComments(
  service: Service,
  caller: Caller,
  place: TablePlace,
  { rowId, column: name, isResolved, ...page }: CommentFilter & PageRequest,
): Promise<Page<TableComment>> {
  const { db } = service.catalog;
  const table = await service.data.as(caller).table(place.workbookId, place.table);
  const column = name === undefined ? undefined : columnNamed(table.columns, name);
  if (name !== undefined && !column)
    throw unknownColumn({ table: table.record.name, column: name, path: '/column' });
  const visible = visibleColumnIds(table);
  const found = await commentsOfTable(db, {
    ...{ tableId: table.record.id, rowId, isResolved },
    columnIds: column ? visible.filter((id) => id === column.id) : visible,
    after: startOf(page),
    limit: page.limit + 1,
  });
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  const rowIds = [...new Set(items.flatMap(({ row_id }) => row_id || []))];
  const deleted = await deletedRows(db, table.record.id, rowIds);
  return {
    items: items.filter(({ row_id }) => !deleted.has(row_id)).map((record) => commentAs(record, table)),
    nextCursor,
  };
}

export function commentAs(record: CommentRecord, table: GovernedTable): TableComment {
  const column = table.columns.find(({ id }) => id === record.column_id) ?? null;
  return { record, table, target: { rowId: record.row_id || null, column } };
}

export const mentionsOf = ({ mentions }: CommentRecord): string[] => JSON.parse(mentions) as string[];

/** Refuses one on something that the caller does not see as if it were not there. */
export async function requireComment(
  db: Db,
  table: GovernedTable,
  commentId: string,
): Promise<CommentRecord> {
  const found = await findComment(db, table.record.id, commentId);
  if (found && visibleColumnIds(table).includes(found.column_id)) return found;
  throw problem('not-found', say('comment-unknown', { comment: commentId, table: table.record.name }), {
    fix: say('fix-comments'),
  });
}
