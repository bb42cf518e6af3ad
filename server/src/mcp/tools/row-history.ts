import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, nullable, strictObject } from '@workbook-data-service/contract/common';
import { RowHistory, RowParams } from '@workbook-data-service/contract/editing';
import { Row } from '@workbook-data-service/contract/tables';
import * as history from '../../features/history/row-history.js';
import { userNames } from '../../features/history/user-names.js';
import { tableInput } from '../inputs.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

const change = RowHistory.properties.changes.items;

export const rowHistory = tool({
  name: 'row_history',
  description: 'Who changed a row, newest first: `user`, `actor`, time, cells before and after.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    ...tableInput,
    row_id: RowParams.properties.row_id,
    limit: limit(20, 100),
    cursor: Cursor,
  }),
  notes: { row_id: '' },
  output: Type.Object({
    changes: Type.Array(
      Type.Composite([
        Type.Pick(change, ['op_id', 'kind', 'edit_version', 'actor', 'at', 'change']),
        Type.Object({ user: nullable(Type.String()), old: nullable(Row), new: nullable(Row) }),
      ]),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id, table, row_id: rowId, ...page }) => {
    const place = { workbookId: workbook_id, table, rowId };
    const { items, nextCursor } = await history.rowHistory(service, caller, place, page);
    const names = await userNames(
      service.catalog.db,
      items.map(({ userId }) => userId),
    );
    return {
      body: {
        changes: items.map((entry) => ({
          op_id: entry.opId,
          kind: entry.kind,
          edit_version: entry.version,
          user: names.get(entry.userId) ?? null,
          actor: entry.actor,
          at: entry.at,
          change: entry.change,
          old: shortCells(entry.old),
          new: shortCells(entry.new),
        })),
        next_cursor: nextCursor,
      },
    };
  },
});

function shortCells(cells: Record<string, unknown> | null): Record<string, unknown> | null {
  if (cells === null) return null;
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, shortenedCell(cell)]));
}
