import { Type } from '@sinclair/typebox';
import { nullable, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { ExportRequest } from '@workbook-data-service/contract/outputs';
import { tablesToExport } from '../../features/outputs/export-tables.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { tool } from '../tool.js';

const { tables, format } = ExportRequest.properties;
const MAX_TABLES = 100;

export const exportTables = tool({
  name: 'export',
  title: 'Export tables as a file',
  description:
    'A link to tables as one xlsx file, or as csv (a zip for several), which opens with the token of this connection and has the rows at the time it is opened, as you may see them. `withheld` tables are left out.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ workbook_id: WorkbookId, tables, format }),
  output: Type.Object({
    url: Type.String(),
    table_count: Type.Integer(),
    tables: Type.Array(Type.Object({ name: Type.String(), row_count: nullable(Type.Integer()) })),
    withheld: Type.Array(Type.String()),
  }),
  run: async ({ service, caller, origin }, { workbook_id, tables: names, format: chosen }) => {
    const request = { workbookId: workbook_id, tables: names };
    const { tables: shown, withheld } = await tablesToExport(service, caller, request);
    const query = new URLSearchParams({
      ...(names && { tables: JSON.stringify(names) }),
      format: chosen,
    });
    const url = `${origin}/api/v1/workbooks/${workbook_id}/export?${query}`;
    const extension = chosen === 'csv' && shown.length > 1 ? 'zip' : chosen;
    return {
      body: {
        url,
        table_count: shown.length,
        tables: shown
          .slice(0, MAX_TABLES)
          .map(({ record, rowCount }) => ({ name: record.name, row_count: rowCount })),
        withheld: withheld.slice(0, MAX_TABLES).map(({ record }) => record.name),
      },
      content: [
        {
          type: 'resource_link',
          name: `export.${extension}`,
          uri: url,
          mimeType: exportMediaTypes[extension],
        },
      ],
    };
  },
});
