import {
  Comment,
  CommentList,
  CommentListQuery,
  CommentParams,
  CreateCommentRequest,
  UpdateCommentRequest,
} from '@workbook-data-service/contract/comments';
import { TableParams } from '@workbook-data-service/contract/common';
import { createComment, deleteComment, updateComment } from '../../features/comments/change-comment.js';
import { listComments } from '../../features/comments/comments.js';
import { created, noContent, ok } from '../../present/answer.js';
import { commentBody } from '../../present/comments.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { commentPlace, tablePlace } from '../places.js';

const COMMENTS = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/comments';

export const commentEndpoints: Endpoint[] = [
  endpoint({
    id: 'listComments',
    method: 'GET',
    path: COMMENTS,
    summary: 'Comments on a table, its rows and its cells, oldest first',
    description:
      'Those on cells that you may not see are absent. Those on deleted rows are too, and come back with the rows.',
    tag: 'Comments',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: CommentListQuery,
    answers: { 200: CommentList },
    run: ({ service, caller, params, query: { row_id: rowId, resolved: isResolved, ...query } }) =>
      listComments(service, caller, tablePlace(params), { ...query, rowId, isResolved }),
    present: ({ items, nextCursor }) => ok({ comments: items.map(commentBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'createComment',
    method: 'POST',
    path: COMMENTS,
    summary: 'Comment on a table, a row or a cell, or reply',
    description:
      'Members who are mentioned get a mail if they may see the target; it has a link, and not the text. The ' +
      '`edit_version` stays as it is.',
    tag: 'Comments',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    body: CreateCommentRequest,
    problems: ['conflict'],
    answers: { 201: Comment },
    run: ({ service, caller, commit, params, body, origin }) =>
      createComment(service, caller, tablePlace(params), { ...body, origin }, commit),
    present: (comment) => created(commentBody(comment)),
  }),
  endpoint({
    id: 'updateComment',
    method: 'PATCH',
    path: `${COMMENTS}/:comment_id`,
    summary: 'Change what a comment says, or resolve its thread',
    description: 'Its author alone changes text and mentions; everybody who may write resolves and reopens.',
    tag: 'Comments',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: CommentParams,
    body: UpdateCommentRequest,
    answers: { 200: Comment },
    run: ({ service, caller, commit, params, body, origin }) =>
      updateComment(service, caller, commentPlace(params), { ...body, origin }, commit),
    present: (comment) => ok(commentBody(comment)),
  }),
  endpoint({
    id: 'deleteComment',
    method: 'DELETE',
    path: `${COMMENTS}/:comment_id`,
    summary: 'Delete a comment; the first of a thread goes with all replies',
    description: 'For its author, and for those who manage the workspace.',
    tag: 'Comments',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: CommentParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      deleteComment(service, caller, commentPlace(params), commit),
    present: noContent,
  }),
];
