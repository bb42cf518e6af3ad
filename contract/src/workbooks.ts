import { Type } from '@sinclair/typebox';
import {
  Cursor,
  LONGEST_ID,
  limit,
  NextCursor,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
  textEnum,
} from './common.js';

const Visibility = textEnum(['workspace', 'private'], {
  description:
    '`workspace`: for the members of the workspace, by their role; `private`: for its owner, and keys for the whole account',
});

export const CreateWorkbookRequest = strictObject({
  title: Type.String({ minLength: 1, maxLength: 300 }),
  description: optionalNullable(Type.String({ maxLength: 4000 })),
  workspace_id: optionalNullable(Type.String({ maxLength: LONGEST_ID, description: 'An id, or `personal`' })),
  visibility: Type.Optional(Visibility),
});

export const UpdateWorkbookRequest = strictObject({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  description: optionalNullable(Type.String({ maxLength: 4000 })),
  visibility: Type.Optional(Visibility),
});

export const Workbook = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: nullable(Type.String()),
  workspace_id: Type.String(),
  owner_id: Type.String(),
  visibility: Visibility,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const WorkbookListQuery = Type.Object({
  cursor: Cursor,
  limit: limit(50),
  workspace_id: Type.Optional(Type.String({ maxLength: LONGEST_ID, description: 'An id, or `personal`' })),
});
export const WorkbookList = Type.Object({ workbooks: Type.Array(Workbook), next_cursor: NextCursor });

export const DataListQuery = Type.Object({ cursor: Cursor, limit: limit(50) });
export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Words in the name, description, columns or file of a table; nothing is found without them',
    }),
  ),
  limit: limit(20),
  cursor: Cursor,
});
