import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { PutSheetRequest, Sheet, SheetParams, SheetSpec } from '@workbook-data-service/contract/sheets';
import * as sheets from '../../features/sheets/put-sheet.js';
import { tool } from '../tool.js';

export const putSheet = tool({
  name: 'put_sheet',
  description:
    'Makes a report of current rows, or replaces the one with that name. A block: {"kind": "table_view", "table": "sales", "order_by": "-amount", "totals": [{"column": "amount", "fn": "sum"}]}.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: SheetParams.properties.workbook_id,
    sheet: SheetParams.properties.name,
    title: PutSheetRequest.properties.title,
    blocks: SheetSpec.properties.blocks,
  }),
  notes: {
    title: '',
    blocks:
      'By `kind`: heading {text, level: 1-3}, text {text}, chart {chart}, spacer {rows}, table_view {table, title, columns, filter (as in `read_rows`), order_by, limit, totals: [{column, fn: sum|avg|count|min|max}], show_header}',
  },
  output: Type.Composite([
    Type.Pick(Sheet, ['name', 'problems']),
    Type.Object({ blocks: Type.Integer(), replaced: Type.Boolean() }),
  ]),
  run: async ({ service, caller }, { workbook_id, sheet: name, title = null, blocks }) => {
    const place = { workbookId: workbook_id, sheet: name };
    const { sheet, isReplaced } = await sheets.putSheet(
      service,
      caller,
      place,
      { title, spec: { blocks } },
      {},
    );
    return {
      body: {
        name: sheet.name,
        problems: sheet.problems,
        blocks: sheet.blocks.length,
        replaced: isReplaced,
      },
    };
  },
});
