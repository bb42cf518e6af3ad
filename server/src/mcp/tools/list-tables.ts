import { Type } from '@sinclair/typebox';
import { limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { TableListQuery } from '@workbook-data-service/contract/tables';
import * as tables from '../../features/tables/list-tables.js';
import { LISTED_COLUMNS, ListedTable, listedTable } from '../listed-table.js';
import { tool } from '../tool.js';

export const listTables = tool({
  name: 'list_tables',
  description: `Tables of a workbook with row counts and their first ${LISTED_COLUMNS} columns.`,
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: WorkbookId,
    state: TableListQuery.properties.state,
    limit: limit(50, 100),
    cursor: TableListQuery.properties.cursor,
  }),
  notes: { state: '' },
  output: Type.Object({ tables: Type.Array(ListedTable), next_cursor: NextCursor }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const found = await tables.listTables(service, caller, workbook_id, page);
    return { body: { tables: found.tables.map(listedTable), next_cursor: found.nextCursor } };
  },
});
