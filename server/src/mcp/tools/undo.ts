import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { OpParams, UndoAnswer, UndoQuery } from '@workbook-data-service/contract/editing';
import { undoOp } from '../../features/history/undo-op.js';
import { undoneBody } from '../../present/editing.js';
import { tool } from '../tool.js';

const { force, dry_run } = UndoQuery.properties;

export const undo = tool({
  name: 'undo',
  description:
    'Takes back a change of any kind, or an undo. Refused if later changes touched the same, unless `force`, which loses them.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: OpParams.properties.workbook_id,
    op_id: Type.Integer({ minimum: 1 }),
    force,
    dry_run,
  }),
  notes: { force: '' },
  output: Type.Pick(UndoAnswer, ['op_id', 'rows', 'tables', 'stale', 'dry_run']),
  run: async ({ service, caller }, { workbook_id, op_id, dry_run: dryRun, ...input }) => {
    const undone = await undoOp(
      service,
      caller,
      { workbookId: workbook_id, opId: op_id, dryRun, ...input },
      {},
    );
    const body = undoneBody(undone);
    return {
      body: {
        op_id: body.op_id,
        rows: body.rows,
        tables: body.tables,
        stale: body.stale,
        dry_run: body.dry_run,
      },
    };
  },
});
