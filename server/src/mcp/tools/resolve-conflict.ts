import { Type } from '@sinclair/typebox';
import { Id, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { ResolveConflictRequest, ResolvedConflict } from '@workbook-data-service/contract/overrides';
import * as conflicts from '../../features/conflicts/resolve-conflict.js';
import { resolvedBody } from '../../present/overrides.js';
import { tool } from '../tool.js';

const { action, note } = ResolveConflictRequest.properties;

export const resolveConflict = tool({
  name: 'resolve_conflict',
  description:
    '`acknowledge` leaves the cell as it is; `revert` (of `overwrite`) writes `previous` back; `drop_override` (of `stale_override`) takes `incoming`.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    conflict_id: Id,
    action,
    note,
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: { action: '', note: '' },
  output: Type.Pick(ResolvedConflict, ['status', 'edit_version', 'written_op_id', 'stale', 'dry_run']),
  run: async ({ service, caller }, { workbook_id, conflict_id, dry_run: dryRun, ...input }) => {
    const resolution = { ...input, dryRun };
    const resolved = await conflicts.resolveConflict(
      service,
      caller,
      workbook_id,
      conflict_id,
      resolution,
      {},
    );
    const { status, edit_version, written_op_id, stale, dry_run } = resolvedBody(resolved);
    return { body: { status, edit_version, written_op_id, stale, dry_run } };
  },
});
