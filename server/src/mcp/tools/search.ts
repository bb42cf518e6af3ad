import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, strictObject } from '@workbook-data-service/contract/common';
import { searchTables } from '../../features/tables/search-tables.js';
import { FoundTable, foundTable } from '../listed-table.js';
import { tool } from '../tool.js';

export const search = tool({
  name: 'search',
  description: 'Finds tables of all workbooks by name, description, columns or file, not by cells.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    text: Type.String({ minLength: 1, maxLength: 500 }),
    limit: limit(20, 100),
    cursor: Cursor,
  }),
  output: Type.Object({ tables: Type.Array(FoundTable), next_cursor: NextCursor }),
  run: async ({ service, caller }, { text, ...page }) => {
    const { tables, nextCursor } = await searchTables(service, caller, { q: text, ...page });
    return { body: { tables: tables.map(foundTable), next_cursor: nextCursor } };
  },
});
