import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { UpsertRowsAnswer, UpsertRowsRequest } from '@workbook-data-service/contract/editing';
import { WrittenRow } from '@workbook-data-service/contract/tables';
import * as tables from '../../features/tables/upsert-rows.js';
import { upsertedBody } from '../../present/editing.js';
import { editInput, tableInput } from '../inputs.js';
import { tool } from '../tool.js';

const MAX_ROWS = 1000;

export const upsertRows = tool({
  name: 'upsert_rows',
  description:
    'Inserts and updates rows, all or nothing. A row with `__svc_row_id` is updated, one without is inserted unless its `match_on` columns find it. Cells left out stay. In a derived table it overrides cells. Example: {"rows": [{"__svc_row_id": 7, "amount": 120}, {"region": "East", "amount": 80}], "expected_version": 3}.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    ...tableInput,
    rows: Type.Array(WrittenRow, { minItems: 1, maxItems: MAX_ROWS, description: 'Cells by column' }),
    match_on: UpsertRowsRequest.properties.match_on,
    ...editInput,
  }),
  notes: { rows: '', match_on: '' },
  output: UpsertRowsAnswer,
  run: async ({ service, caller }, { workbook_id, table, rows, match_on, expected_version, dry_run }) => {
    const place = { workbookId: workbook_id, table };
    const input = { rows, matchOn: match_on, expectedVersion: expected_version, dryRun: dry_run };
    return { body: upsertedBody(await tables.upsertRows(service, caller, place, input, {})) };
  },
});
