import { type Static, Type } from '@sinclair/typebox';
import {
  Cursor,
  idOf,
  LONGEST_ID,
  LONGEST_NAME,
  limit,
  NextCursor,
  nullable,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';

const rowId = Type.Integer({ minimum: 1 });
const columnName = Type.String({ minLength: 1, maxLength: LONGEST_NAME });

const CommentText = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '\\S',
  description: 'Plain text; others are named as they are written, such as `@Ann`, and listed in `mentions`',
});
const Mentions = Type.Array(Type.String({ maxLength: LONGEST_ID }), {
  maxItems: 20,
  description: 'Ids of members of the workspace. Those who may see the target get a mail.',
});

export const CreateCommentRequest = strictObject({
  target: Type.Optional(
    strictObject(
      { row_id: Type.Optional(nullable(rowId)), column: Type.Optional(nullable(columnName)) },
      {
        description:
          'A cell by `row_id` and `column`, a row by `row_id`; without it, the table, or with `reply_to`, what the thread is on',
      },
    ),
  ),
  reply_to: Type.Optional(
    nullable(
      Type.String({ maxLength: LONGEST_ID, description: 'The id of a comment whose thread this joins' }),
    ),
  ),
  text: CommentText,
  mentions: Type.Optional(Mentions),
});
export type NewComment = Static<typeof CreateCommentRequest>;

export const UpdateCommentRequest = strictObject({
  text: Type.Optional(CommentText),
  mentions: Type.Optional(Mentions),
  resolved: Type.Optional(Type.Boolean({ description: 'Of the whole thread' })),
});
export type CommentChange = Static<typeof UpdateCommentRequest>;

export const Comment = Type.Object({
  id: Type.String({ description: 'As `cmt_…`' }),
  thread_id: Type.String({ description: 'The id of the first comment of its thread' }),
  table: Type.String(),
  target: Type.Object({
    kind: textEnum(['cell', 'row', 'table']),
    row_id: nullable(Type.Integer()),
    column: nullable(Type.String()),
  }),
  text: Type.String(),
  mentions: Type.Array(Type.String({ description: 'The id of a user' })),
  author: Type.String({ description: 'The id of a user' }),
  resolved: Type.Boolean({ description: 'Whether its thread is' }),
  resolved_by: nullable(Type.String({ description: 'The id of a user' })),
  created_at: Timestamp,
  edited_at: nullable(Timestamp),
});

export const CommentListQuery = Type.Object({
  row_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only those on this row and on its cells' })),
  column: Type.Optional(
    Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'Only those on cells of this column' }),
  ),
  resolved: Type.Optional(
    Type.Boolean({ description: 'Only those of resolved threads, or only those of others' }),
  ),
  limit: limit(1000),
  cursor: Cursor,
});
export const CommentList = Type.Object({ comments: Type.Array(Comment), next_cursor: NextCursor });

export const CommentParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: "The table's current name, or its id" }),
  comment_id: idOf('a comment'),
});
