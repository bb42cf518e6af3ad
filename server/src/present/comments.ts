import type { CommentRecord } from '../catalog/comment-records.js';
import { mentionsOf, type TableComment } from '../features/comments/comments.js';

export function commentBody({ record, table, target: { rowId, column } }: TableComment) {
  return {
    id: record.id,
    thread_id: record.thread_id,
    table: table.record.name,
    target: { kind: kindOf(record), row_id: rowId, column: column?.name ?? null },
    text: record.text,
    mentions: mentionsOf(record),
    author: record.author_id,
    resolved: record.resolved_at !== null,
    resolved_by: record.resolved_by,
    created_at: record.created_at,
    edited_at: record.edited_at,
  };
}

function kindOf({ row_id, column_id }: CommentRecord): 'cell' | 'row' | 'table' {
  if (row_id === 0) return 'table';
  return column_id === '' ? 'row' : 'cell';
}
