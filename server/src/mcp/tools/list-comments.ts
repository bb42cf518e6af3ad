import { Type } from '@sinclair/typebox';
import { Comment, CommentListQuery } from '@workbook-data-service/contract/comments';
import { Cursor, limit, NextCursor, strictObject } from '@workbook-data-service/contract/common';
import * as comments from '../../features/comments/comments.js';
import { commentBody } from '../../present/comments.js';
import { tableInput } from '../inputs.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

const LONGEST_TEXT = 1000;

export const listComments = tool({
  name: 'list_comments',
  description: 'Comments on a table, its rows and cells.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    ...tableInput,
    row_id: CommentListQuery.properties.row_id,
    resolved: CommentListQuery.properties.resolved,
    limit: limit(20, 50),
    cursor: Cursor,
  }),
  notes: { row_id: '', resolved: '' },
  output: Type.Object({
    comments: Type.Array(
      Type.Pick(Comment, ['id', 'thread_id', 'target', 'text', 'author', 'resolved', 'created_at']),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id: workbookId, table, row_id: rowId, resolved, ...page }) => {
    const wanted = { ...page, rowId, isResolved: resolved };
    const found = await comments.listComments(service, caller, { workbookId, table }, wanted);
    return { body: { comments: found.items.map(listed), next_cursor: found.nextCursor } };
  },
});

function listed(comment: comments.TableComment) {
  const { id, thread_id, target, text, author, resolved, created_at } = commentBody(comment);
  return { id, thread_id, target, text: shortened(text, LONGEST_TEXT), author, resolved, created_at };
}
