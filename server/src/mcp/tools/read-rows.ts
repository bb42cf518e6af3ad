import { Type } from '@sinclair/typebox';
import { Cursor, Name, strictObject } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { RowsPage } from '@workbook-data-service/contract/tables';
import * as rows from '../../features/tables/read-rows.js';
import { warningTexts } from '../../present/warnings.js';
import { asOfInput, momentOf, tableInput } from '../inputs.js';
import { rowsOf } from '../rows-of.js';
import { tool } from '../tool.js';

/** About 10,000 tokens. */
const MAX_BYTES = 32 * 1024;

const names = Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 500 }));

export const readRows = tool({
  name: 'read_rows',
  description:
    'Stored rows with their `__svc_row_id`, at most 32 KB. Example: {"filter": {"and": [{"column": "region", "op": "eq", "value": "North"}, {"column": "amount", "op": "gt", "value": 100}]}, "order_by": ["-amount"]}.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    ...tableInput,
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 3,
        description:
          '`op`: eq, ne, lt, le, gt, ge, in, contains, search, starts_with, is_null. Joined by and, or, not',
      }),
    ),
    order_by: names,
    columns: names,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 1000 }), 50),
    cursor: Cursor,
    as_of: asOfInput,
    view: Type.Optional(Type.String({ maxLength: 1000, description: 'A saved view' })),
  }),
  notes: { as_of: '' },
  output: Type.Pick(RowsPage, ['rows', 'edit_version', 'next_cursor', 'total', 'masked_columns', 'warnings']),
  run: async (
    { service, caller },
    { workbook_id, table, filter, order_by, columns, as_of, view, ...page },
  ) => {
    const place = { workbookId: workbook_id, table };
    const found = await rows.readRows(service, caller, place, {
      ...page,
      filter: filter && JSON.stringify(filter),
      orderBy: order_by && JSON.stringify(order_by),
      columns: columns && JSON.stringify(columns),
      asOf: momentOf(as_of),
      view,
      format: 'json',
      maxBytes: MAX_BYTES,
    });
    return {
      body: {
        rows: await rowsOf(found.page),
        edit_version: found.table.version,
        next_cursor: found.nextCursor,
        total: found.total,
        masked_columns: found.columns.filter(({ masked }) => masked).map(({ name }) => name),
        ...warningTexts(found.table),
      },
    };
  },
});
