import { Type } from '@sinclair/typebox';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { RestoreAnswer, RestoredTable, VersionParams } from '@workbook-data-service/contract/history';
import { restoreSnapshot } from '../../features/history/restore-snapshot.js';
import { restoredBody } from '../../present/history.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

const MAX_TABLES = 100;

export const restoreVersion = tool({
  name: 'restore_version',
  description:
    'Gives all tables a pinned state (label or id): later tables are archived, deleted ones return. `dry_run` first, and ask the user. `safety_snapshot_id` is the state before.',
  scope: 'workbooks:delete',
  effect: 'deletes',
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    version: VersionParams.properties.label,
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: { version: '' },
  output: Type.Composite([
    Type.Pick(RestoreAnswer, ['safety_snapshot_id', 'op_id', 'dry_run']),
    Type.Object({
      table_count: Type.Integer(),
      tables: Type.Array(
        Type.Composite([
          Type.Pick(RestoredTable, ['name', 'action', 'edit_version', 'changes']),
          Type.Object({ error: Type.Optional(Type.String()) }),
        ]),
      ),
      unchanged_tables: Type.Integer(),
    }),
  ]),
  run: async ({ service, caller }, { workbook_id, version, dry_run: dryRun }) => {
    const input = { snapshot: version, dryRun };
    const restored = restoredBody(await restoreSnapshot(service, caller, workbook_id, input, {}));
    const { safety_snapshot_id, op_id, dry_run } = restored;
    const changed = restored.tables.filter(({ action }) => action !== 'unchanged');
    return {
      body: {
        safety_snapshot_id,
        op_id,
        dry_run,
        table_count: changed.length,
        tables: changed.slice(0, MAX_TABLES).map(shortTable),
        unchanged_tables: restored.tables.length - changed.length,
      },
    };
  },
});

function shortTable({
  name,
  action,
  edit_version,
  error,
  changes,
}: ReturnType<typeof restoredBody>['tables'][number]) {
  return {
    name,
    action,
    edit_version,
    ...(error !== null && { error: shortened(error) }),
    ...(changes && { changes }),
  };
}
