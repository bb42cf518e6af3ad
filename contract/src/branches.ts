import { Type } from '@sinclair/typebox';
import {
  Actor,
  Cursor,
  LONGEST_ID,
  limit,
  NextCursor,
  nullable,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';

const statuses = ['open', 'merged', 'closed'] as const;

/** A table of an exported file that can come back. */
export const Branch = Type.Object({
  branch_id: Type.String({ description: 'Of the file; its tables share it' }),
  table: Type.String({ description: 'Its current name' }),
  artifact_id: Type.String(),
  base_version: Type.Integer({ description: 'The version of the table that the file shows' }),
  rows: Type.Integer({ description: 'How many rows of the table the file has' }),
  status: textEnum(statuses, {
    description:
      '`merged`: its file came back and changed something, the last time at `merged_at`; it can come back again until ' +
      'it is `closed`',
  }),
  merged_at: nullable(Timestamp),
  filename: Type.String(),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
});
export const BranchListQuery = Type.Object({
  status: withDefault(
    textEnum([...statuses, 'all'], { description: 'Branches in this state; `all` lists every one' }),
    'open',
  ),
  limit: limit(200),
  cursor: Cursor,
});
export const BranchList = Type.Object({ branches: Type.Array(Branch), next_cursor: NextCursor });

export const BranchParams = Type.Object({
  workbook_id: WorkbookId,
  branch_id: Type.String({ maxLength: LONGEST_ID, description: 'The id of a branch, as `br_…`' }),
});
export const CloseBranchRequest = strictObject({ actor: Actor });
export const ClosedBranch = Type.Object({
  branch_id: Type.String(),
  status: textEnum(['closed']),
  filename: Type.String(),
  closed_at: Timestamp,
  op_id: nullable(Type.Integer({ description: 'Null where the branch was closed before' })),
  branches: Type.Array(Branch, { description: 'Its tables' }),
});
