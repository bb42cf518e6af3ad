import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { Op } from '@workbook-data-service/contract/editing';
import * as history from '../../features/history/list-ops.js';
import { tool } from '../tool.js';

export const listOps = tool({
  name: 'list_ops',
  title: 'List what was done',
  description:
    'Changes of a workbook, newest first: what was done to which table, when, by whom (`actor` is the agent or person that a program acted for), and whether `undo` takes it back.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ workbook_id: WorkbookId, limit: limit(20, 100), cursor: Cursor }),
  output: Type.Object({
    ops: Type.Array(
      Type.Pick(Op, ['op_id', 'kind', 'table', 'user_id', 'actor', 'undoable', 'undone_by', 'created_at']),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service }, { workbook_id, ...page }) => {
    const { items, nextCursor } = await history.listOps(service, workbook_id, page);
    return { body: { ops: items.map(listed), next_cursor: nextCursor } };
  },
});

/** Without the request that repeats it, which has cells. */
function listed(op: history.OpRow) {
  const { op_id, kind, table_name: table, user_id, actor, undone_by, created_at } = op;
  return { op_id, kind, table, user_id, actor, undoable: history.isUndoable(op), undone_by, created_at };
}
