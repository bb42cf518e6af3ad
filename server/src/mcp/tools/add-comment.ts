import { Type } from '@sinclair/typebox';
import { Comment, CreateCommentRequest } from '@workbook-data-service/contract/comments';
import { strictObject } from '@workbook-data-service/contract/common';
import { createComment } from '../../features/comments/change-comment.js';
import { commentBody } from '../../present/comments.js';
import { tableInput } from '../inputs.js';
import { tool } from '../tool.js';

const { target, reply_to, text } = CreateCommentRequest.properties;

export const addComment = tool({
  name: 'add_comment',
  description: 'Comments on a table, row or cell, or replies. `@Ann` tells Ann.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ ...tableInput, target, reply_to, text }),
  notes: { target: '{row_id, column}, else the table', reply_to: '', text: '' },
  output: Type.Pick(Comment, ['id', 'thread_id', 'target']),
  run: async ({ service, caller }, { workbook_id: workbookId, table, ...said }) => {
    const comment = await createComment(service, caller, { workbookId, table }, said, {});
    const { id, thread_id, target } = commentBody(comment);
    return { body: { id, thread_id, target } };
  },
});
