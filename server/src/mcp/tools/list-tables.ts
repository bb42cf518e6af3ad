import { Type } from '@sinclair/typebox';
import { limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { ArtifactSummary, TableListQuery } from '@workbook-data-service/contract/tables';
import * as tables from '../../features/tables/list-tables.js';
import { artifactBody } from '../../http/present/tables.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

const SHOWN_COLUMNS = 20;

export const listTables = tool({
  name: 'list_tables',
  title: 'List the tables of a workbook',
  description: `Tables of a workbook with their row counts and the names of their first ${SHOWN_COLUMNS} columns. Next: \`describe_table\` for types and sample rows, \`query\` for data.`,
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: WorkbookId,
    state: TableListQuery.properties.state,
    limit: limit(50, 100),
    cursor: TableListQuery.properties.cursor,
  }),
  output: Type.Object({
    tables: Type.Array(
      Type.Composite([
        Type.Pick(ArtifactSummary, ['name', 'description', 'layer', 'state', 'row_count', 'updated_at']),
        Type.Object({
          stale: Type.Boolean({ description: 'Derived, and what it is computed from has changed since' }),
          column_count: Type.Integer(),
          columns: Type.Array(Type.String()),
        }),
      ]),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const found = await tables.listTables(service, caller, workbook_id, page);
    return { body: { tables: found.tables.map(summary), next_cursor: found.nextCursor } };
  },
});

function summary(table: GovernedTable) {
  const { name, description, layer, state, row_count, updated_at, freshness } = artifactBody(table);
  return {
    name,
    description: shortened(description),
    layer,
    state,
    row_count,
    updated_at,
    stale: freshness.stale,
    column_count: table.columns.length,
    columns: table.columns.slice(0, SHOWN_COLUMNS).map((column) => column.name),
  };
}
