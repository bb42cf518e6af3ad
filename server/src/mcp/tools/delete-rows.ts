import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { DeleteRowsAnswer } from '@workbook-data-service/contract/editing';
import * as tables from '../../features/tables/delete-rows.js';
import { deletedBody } from '../../present/editing.js';
import { editInput, tableInput } from '../inputs.js';
import { tool } from '../tool.js';

const MAX_ROWS = 1000;

export const deleteRows = tool({
  name: 'delete_rows',
  description: 'Deletes rows by `__svc_row_id`, all or nothing.',
  scope: 'workbooks:write',
  effect: 'deletes',
  input: strictObject({
    ...tableInput,
    row_ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: MAX_ROWS }),
    ...editInput,
  }),
  notes: { expected_version: '' },
  output: DeleteRowsAnswer,
  run: async ({ service, caller }, { workbook_id, table, row_ids, expected_version, dry_run }) => {
    const place = { workbookId: workbook_id, table };
    const input = { rowIds: row_ids, expectedVersion: expected_version, dryRun: dry_run };
    return { body: deletedBody(await tables.deleteRows(service, caller, place, input, {})) };
  },
});
