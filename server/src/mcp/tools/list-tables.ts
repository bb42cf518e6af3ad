import { Type } from '@sinclair/typebox';
import { limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { TableListQuery } from '@workbook-data-service/contract/tables';
import * as tables from '../../features/tables/list-tables.js';
import { LISTED_COLUMNS, ListedTable, listedTable } from '../listed-table.js';
import { tool } from '../tool.js';

export const listTables = tool({
  name: 'list_tables',
  title: 'List the tables of a workbook',
  description: `Tables of a workbook with their row counts and the names of their first ${LISTED_COLUMNS} columns. Next: \`describe_table\` for types and sample rows, \`query\` for data.`,
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: WorkbookId,
    state: TableListQuery.properties.state,
    limit: limit(50, 100),
    cursor: TableListQuery.properties.cursor,
  }),
  output: Type.Object({ tables: Type.Array(ListedTable), next_cursor: NextCursor }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const found = await tables.listTables(service, caller, workbook_id, page);
    return { body: { tables: found.tables.map(listedTable), next_cursor: found.nextCursor } };
  },
});
