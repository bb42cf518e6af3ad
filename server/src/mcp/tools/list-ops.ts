import { Type } from '@sinclair/typebox';
import {
  Cursor,
  limit,
  NextCursor,
  nullable,
  strictObject,
  TableParams,
  WorkbookId,
} from '@workbook-data-service/contract/common';
import { Op } from '@workbook-data-service/contract/editing';
import * as history from '../../features/history/list-ops.js';
import { userNames } from '../../features/history/user-names.js';
import { tool } from '../tool.js';

export const listOps = tool({
  name: 'list_ops',
  description:
    'What was done, newest first: kind, table, time, `user`, `actor` (the program), and whether `undo` takes it back.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: WorkbookId,
    table: Type.Optional({ ...TableParams.properties.name, description: 'Changes of this table alone' }),
    limit: limit(20, 100),
    cursor: Cursor,
  }),
  notes: { table: '' },
  output: Type.Object({
    ops: Type.Array(
      Type.Composite([
        Type.Pick(Op, ['op_id', 'kind', 'table', 'actor', 'undoable', 'undone_by', 'created_at']),
        Type.Object({ user: nullable(Type.String()) }),
      ]),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service }, { workbook_id, ...page }) => {
    const { items, nextCursor } = await history.listOps(service, workbook_id, page);
    const names = await userNames(
      service.catalog.db,
      items.map(({ user_id }) => user_id),
    );
    return { body: { ops: items.map((op) => listed(op, names)), next_cursor: nextCursor } };
  },
});

/** Without the request that repeats it, which has cells. */
function listed(op: history.OpRow, names: ReadonlyMap<string, string>) {
  const { op_id, kind, table_name: table, user_id, actor, undone_by, created_at } = op;
  const user = names.get(user_id) ?? null;
  return { op_id, kind, table, user, actor, undoable: history.isUndoable(op), undone_by, created_at };
}
