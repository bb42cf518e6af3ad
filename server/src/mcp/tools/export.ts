import { Type } from '@sinclair/typebox';
import { nullable, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { ExportRequest } from '@workbook-data-service/contract/outputs';
import { requireMergeable, tablesToExport } from '../../features/outputs/export-tables.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { linkBody, linkInput, linkOutput, linkTo } from '../signed-links.js';
import { tool } from '../tool.js';

const { tables, format } = ExportRequest.properties;
const MAX_TABLES = 100;

export const exportTables = tool({
  name: 'export',
  description:
    'A `url`, for your user, of tables as xlsx or csv (a zip of several), without those `withheld` from you. `for_editing`: to be returned by `merge_file`.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({
    workbook_id: WorkbookId,
    tables,
    format,
    for_editing: withDefault(
      Type.Boolean({ description: 'A file to edit elsewhere and return, for `merge_file`' }),
      false,
    ),
    ...linkInput,
  }),
  notes: { tables: '', format: '', for_editing: '' },
  output: Type.Object({
    ...linkOutput,
    table_count: Type.Integer(),
    tables: Type.Array(Type.Object({ name: Type.String(), row_count: nullable(Type.Integer()) })),
    withheld: Type.Array(Type.String()),
  }),
  run: async (
    context,
    { workbook_id, tables: names, format: chosen, for_editing: forEditing, link_hours: hours },
  ) => {
    const { service, caller } = context;
    const request = { workbookId: workbook_id, tables: names };
    const { tables: shown, withheld } = await tablesToExport(service, caller, request);
    if (forEditing) await requireMergeable(service, caller, shown, { ...request, includeRowIds: true });
    const query = {
      ...(names && { tables: listOf(names) }),
      format: chosen,
      ...(forEditing && { record_branch: 'true' }),
    };
    const asked = { operation: 'downloadExport', workbookId: workbook_id, query, hours } as const;
    const link = await linkBody(context, asked);
    const extension = chosen === 'csv' && shown.length > 1 ? 'zip' : chosen;
    return {
      body: {
        ...link,
        table_count: shown.length,
        tables: shown
          .slice(0, MAX_TABLES)
          .map(({ record, rowCount }) => ({ name: record.name, row_count: rowCount })),
        withheld: withheld.slice(0, MAX_TABLES).map(({ record }) => record.name),
      },
      content: [linkTo(link.url, `export.${extension}`, exportMediaTypes[extension])],
    };
  },
});

/** Short where it can be, since a model has to write the link out. */
const listOf = (names: string[]): string =>
  names.some((name) => /^\[|,|^\s|\s$/.test(name)) ? JSON.stringify(names) : names.join(',');
