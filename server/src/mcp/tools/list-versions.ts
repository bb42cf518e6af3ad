import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { Snapshot } from '@workbook-data-service/contract/history';
import { listSnapshots } from '../../features/history/snapshots.js';
import { snapshotBody } from '../../present/history.js';
import { tool } from '../tool.js';

export const listVersions = tool({
  name: 'list_versions',
  description:
    'Pinned states: versions have a `label`, snapshots an `id`, for `as_of`, `diff_versions`, `restore_version`.',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ workbook_id: WorkbookId, limit: limit(20, 100), cursor: Cursor }),
  output: Type.Object({
    versions: Type.Array(Type.Pick(Snapshot, ['id', 'label', 'summary', 'created_at', 'actor', 'automatic'])),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const { items, nextCursor } = await listSnapshots(service, caller, workbook_id, page);
    const versions = items.map((snapshot) => {
      const { id, label, summary, created_at, actor, automatic } = snapshotBody(snapshot);
      return { id, label, summary, created_at, actor, automatic };
    });
    return { body: { versions, next_cursor: nextCursor } };
  },
});
