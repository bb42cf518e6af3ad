import { Type } from '@sinclair/typebox';
import {
  Actor,
  LONGEST_ID,
  LONGEST_NAME,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { messageFieldsOf } from './message-fields.js';

const states = ['active', 'archived'] as const;

export const CommitSnapshotRequest = strictObject({
  summary: Type.String({ minLength: 1, maxLength: 500, description: 'What this state is, for its readers' }),
  event_type: withDefault(
    Type.String({ minLength: 1, maxLength: 100, description: 'What led to it, for programs' }),
    'transform',
  ),
  actor: Actor,
});

export const PinnedTable = Type.Object({
  artifact_id: Type.String(),
  name: Type.String({ description: 'The name that it had' }),
  edit_version: Type.Integer({ description: 'The version of the table that is pinned' }),
  row_count: nullable(Type.Integer({ description: 'Null where the rows are withheld from you' })),
  state: textEnum(states),
});

export const Snapshot = Type.Object({
  id: Type.String(),
  summary: Type.String(),
  ...messageFieldsOf('summary'),
  event_type: Type.String(),
  label: nullable(Type.String({ description: 'Of the version that names it, if one does' })),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
  actor: nullable(Type.String({ description: 'On whose behalf, if stated' })),
  automatic: Type.Boolean({ description: 'Made by the service itself, as before a restore' }),
  op_id: Type.Integer({ description: 'The op that it was made by or, of `event_type` pin, before' }),
  ends_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the service drops what it pinned by itself, unless a version names it by then',
    }),
  ),
  tables: Type.Array(PinnedTable),
});
export const SnapshotListQuery = Type.Object({
  ...pageQuery(50).properties,
  automatic: Type.Optional(
    Type.Boolean({
      description:
        'Only those that the service made by itself, or only others; absent, all but those of `event_type` pin ' +
        '(before something was deleted or replaced) and day (once a day with changes)',
    }),
  ),
});
export const SnapshotList = Type.Object({ snapshots: Type.Array(Snapshot), next_cursor: NextCursor });
export const SnapshotParams = Type.Object({
  workbook_id: WorkbookId,
  snapshot_id: Type.String({ maxLength: LONGEST_ID, description: 'The id of a snapshot, as `snp_…`' }),
});

export const CreateVersionRequest = strictObject({
  label: Type.String({
    minLength: 1,
    maxLength: 120,
    description:
      'Not a number, not `current`, not beginning with `snp_`: as_of takes these for something else',
  }),
  summary: optionalNullable(Type.String({ maxLength: 500 })),
  snapshot_id: optionalNullable(
    Type.String({
      maxLength: LONGEST_ID,
      description: 'A snapshot that is to be kept under the label, in place of the present state',
    }),
  ),
  actor: Actor,
});
export const Version = Type.Object({
  label: Type.String(),
  snapshot_id: Type.String(),
  summary: nullable(Type.String()),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
});
export const VersionListQuery = pageQuery(200);
export const VersionList = Type.Object({ versions: Type.Array(Version), next_cursor: NextCursor });
export const VersionParams = Type.Object({
  workbook_id: WorkbookId,
  label: Type.String({ maxLength: LONGEST_NAME, description: 'A label, or the id of a snapshot' }),
});

export const RestoreRequest = strictObject({ actor: Actor });

export const RowCounts = Type.Object(
  { inserted: Type.Integer(), deleted: Type.Integer(), updated: Type.Integer() },
  { description: 'Null where the rows are withheld from you' },
);

export const RestoredTable = Type.Object({
  name: Type.String(),
  artifact_id: Type.String(),
  action: textEnum(['restored', 'unchanged', 'archived', 'revived', 'recomputed', 'failed'], {
    description:
      '`restored`: it has its old content, name, state and description again. `revived`: it was deleted and is back. ' +
      '`archived`: it was made since. `recomputed`: its transform ran. `failed`: its transform did not; it has the ' +
      'content of the snapshot and is stale.',
  }),
  edit_version: Type.Integer({ description: 'After the restore' }),
  error: nullable(Type.String({ description: 'Why its transform failed' })),
  changes: Type.Optional(
    Type.Object(
      {
        rows: nullable(RowCounts),
        cells: Type.Integer({ description: 'How many cells would change; 10,000 stands for more' }),
      },
      { description: 'In a dry run: what the content would change by' },
    ),
  ),
});
export const RestoreAnswer = Type.Object({
  snapshot_id: Type.String(),
  safety_snapshot_id: nullable(
    Type.String({ description: 'The state before: restoring it undoes the restore. Null in a dry run.' }),
  ),
  op_id: nullable(Type.Integer()),
  tables: Type.Array(RestoredTable),
  dry_run: Type.Boolean(),
});

export const DiffQuery = Type.Object({
  against: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'A label or the id of a snapshot; `current`, the present state, where absent',
    }),
  ),
});

const names = (description: string) => Type.Array(Type.String(), { description });
export const DifferingCell = Type.Object({
  row_id: Type.Integer({ description: '`__svc_row_id`' }),
  change: textEnum(['insert', 'update', 'delete'], { description: 'What became of the row' }),
  column: Type.String(),
  old: Type.Unknown({ description: 'A cell as rows show it; null also where there was no such row' }),
  new: Type.Unknown(),
});
export const TableDiff = Type.Object({
  name: Type.String({ description: 'Its later name' }),
  artifact_id: Type.String(),
  renamed_from: nullable(Type.String()),
  status: textEnum(['added', 'removed', 'changed', 'unchanged']),
  columns: Type.Object({
    added: names('Columns that only the later version has'),
    removed: names('Columns that only the earlier version has'),
    renamed: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
    retyped: Type.Array(Type.Object({ column: Type.String(), from: Type.String(), to: Type.String() })),
  }),
  rows: nullable(RowCounts),
  cells: Type.Array(DifferingCell, {
    description: 'Cells of columns that both versions have, also of inserted and deleted rows',
  }),
});
export const VersionDiff = Type.Object({
  from: Type.String(),
  to: Type.String(),
  tables: Type.Array(TableDiff),
  truncated: Type.Boolean({ description: 'More than 10,000 cells differ, and the rest are not listed' }),
});
