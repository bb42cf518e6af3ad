import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { Conflict } from '@workbook-data-service/contract/overrides';
import * as conflicts from '../../features/conflicts/conflicts.js';
import { conflictBody } from '../../present/overrides.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

/** Of a cell, and of the cells of a whole row. */
const LONGEST_VALUE = 300;
const LONGEST_ROW = 600;

export const listConflicts = tool({
  name: 'list_conflicts',
  description:
    'Cells in which an edit met another value. `overwrite`: an edit (`previous`) was replaced by `incoming`. `stale_override`: an edit was kept, and what is beneath it changed from `base` to `incoming`. Without `column` it is a whole row.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: WorkbookId,
    status: withDefault(Conflict.properties.status, 'open'),
    limit: limit(20, 50),
    cursor: Cursor,
  }),
  notes: { status: '' },
  output: Type.Object({
    conflicts: Type.Array(
      Type.Pick(Conflict, [
        'id',
        'kind',
        'table',
        'row_id',
        'column',
        'base',
        'previous',
        'incoming',
        'hidden_changed',
      ]),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const found = await conflicts.listConflicts(service, caller, workbook_id, page);
    return { body: { conflicts: found.conflicts.map(listed), next_cursor: found.nextCursor } };
  },
});

function listed(conflict: conflicts.ConflictView) {
  const { id, kind, table, row_id, column, base, previous, incoming, hidden_changed } =
    conflictBody(conflict);
  const value = (cell: unknown) => shortenedCell(cell, column === null ? LONGEST_ROW : LONGEST_VALUE);
  return {
    id,
    kind,
    table,
    row_id,
    column,
    base: value(base),
    previous: value(previous),
    incoming: value(incoming),
    hidden_changed,
  };
}
