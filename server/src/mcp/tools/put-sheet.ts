import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { PutSheetRequest, Sheet, SheetParams, SheetSpec } from '@workbook-data-service/contract/sheets';
import * as sheets from '../../features/sheets/put-sheet.js';
import { tool } from '../tool.js';

export const putSheet = tool({
  name: 'put_sheet',
  title: 'Make a report sheet',
  description:
    'Makes a report of headings, texts, views of tables and charts, from top to bottom, or replaces the one with that name. It always shows the current rows; `render_sheet` draws it. Example of a block: {"kind": "table_view", "table": "sales", "columns": ["region", "amount"], "order_by": "-amount", "limit": 10, "totals": [{"column": "amount", "fn": "sum"}]}.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: SheetParams.properties.workbook_id,
    sheet: SheetParams.properties.name,
    title: PutSheetRequest.properties.title,
    blocks: SheetSpec.properties.blocks,
  }),
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
