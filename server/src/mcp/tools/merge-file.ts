import { Type } from '@sinclair/typebox';
import { nullable, strictObject, TableParams, WorkbookId } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { MergeQuery, SyncForm } from '@workbook-data-service/contract/merging';
import * as merging from '../../features/merging/merge-file.js';
import { mergedFileBody } from '../../present/merging.js';
import { fileInput, takeFile } from '../file-input.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

const { confirm_deletes, on_unreadable } = MergeQuery.properties;
const MAX_SHOWN = 20;

export const mergeFile = tool({
  name: 'merge_file',
  description:
    'Merges a file (sent as to `upload`) that `export` made `for_editing`: changed cells are written, new rows inserted, missing ones deleted; where a cell changed here too, the file wins and `list_conflicts` has both. `dry_run` first.',
  scope: 'workbooks:write',
  effect: 'deletes',
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    ...fileInput,
    table: Type.Optional({ ...TableParams.properties.name, description: 'The only one to merge' }),
    branch_id: SyncForm.properties.branch_id,
    confirm_deletes,
    on_unreadable,
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: {
    url: '',
    table: '',
    branch_id: '',
    confirm_deletes: '',
    on_unreadable: '',
  },
  output: Type.Object({
    op_id: nullable(Type.Integer()),
    summary: Type.String(),
    tables: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    conflicts: Type.Array(Type.String()),
    stale: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    dry_run: Type.Boolean(),
  }),
  showsCells: true,
  run: async (
    context,
    { workbook_id, table, branch_id, confirm_deletes: confirmDeletes, dry_run, ...input },
  ) => {
    const { service, caller } = context;
    const { file, commit } = await takeFile(context, workbook_id, input);
    const request = {
      workbookId: workbook_id,
      table,
      file,
      branchId: branch_id,
      confirmDeletes,
      onUnreadable: input.on_unreadable,
      dryRun: dry_run,
    };
    const merged = mergedFileBody(await merging.mergeFile(service, caller, request, commit));
    return {
      body: {
        op_id: merged.op_id,
        summary: shortened(merged.summary, 2000),
        tables: merged.tables.slice(0, MAX_SHOWN).map(({ name, edit_version, rows, cells, changes }) => ({
          name,
          edit_version,
          rows,
          cells,
          ...(changes && { changes: changes.slice(0, MAX_SHOWN) }),
        })),
        conflicts: merged.conflicts.slice(0, MAX_SHOWN),
        stale: merged.stale,
        warnings: merged.warnings.slice(0, MAX_SHOWN),
        dry_run: merged.dry_run,
      },
    };
  },
});
