import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, strictObject } from '@workbook-data-service/contract/common';
import { Workbook } from '@workbook-data-service/contract/workbooks';
import * as workbooks from '../../features/workbooks/workbooks.js';
import { workbookBody } from '../../present/workbooks.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

/** Members of a workspace often mint a token that spans only their own account, where they have nothing. */
const NO_WORKBOOK =
  'This token reaches no workbook. To work in a workspace of others it has to be minted with `resource`: "workspace:ws_…" or "workbook:wb_…".';

export const listWorkbooks = tool({
  name: 'list_workbooks',
  description: 'Workbooks that you reach. Begin here: other tools take a `workbook_id`.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ limit: limit(20, 100), cursor: Cursor }),
  output: Type.Object({
    workbooks: Type.Array(Type.Pick(Workbook, ['id', 'title', 'description', 'updated_at'])),
    next_cursor: NextCursor,
    note: Type.Optional(Type.String()),
  }),
  run: async ({ service, caller }, page) => {
    const found = await workbooks.listWorkbooks(service, caller, page);
    const bodies = found.workbooks.map((record) => {
      const { id, title, description, updated_at } = workbookBody(record);
      return { id, title, description: shortened(description), updated_at };
    });
    return {
      body: {
        workbooks: bodies,
        next_cursor: found.nextCursor,
        ...(bodies.length === 0 && page.cursor === undefined && { note: NO_WORKBOOK }),
      },
    };
  },
});
