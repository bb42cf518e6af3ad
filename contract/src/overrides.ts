import { Type } from '@sinclair/typebox';
import {
  Actor,
  Cursor,
  LONGEST_ID,
  LONGEST_NAME,
  limit,
  NextCursor,
  nullable,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { describing } from './describing.js';
import { ExpectedVersion } from './editing.js';

const RowId = Type.Integer({ minimum: 1, description: '`__svc_row_id`' });
const columnName = Type.String({ maxLength: LONGEST_NAME, description: "The column's current name" });
const Cell = Type.Unknown({ description: 'A cell as rows show it' });

export const Override = Type.Object({
  row_id: RowId,
  column: columnName,
  value: Cell,
  computed: Type.Unknown({ description: 'What the transform computes; also null if `applied` is false' }),
  applied: Type.Boolean({
    description: 'False if the transform computes no such cell now; the override is kept until it does',
  }),
  user_id: Type.String({ description: 'Who overrode the cell' }),
  actor: nullable(Type.String({ description: 'On whose behalf, if stated' })),
  op_id: Type.Integer({ description: 'The op that overrode it; POST …/ops/{op_id}/undo undoes it' }),
  created_at: Timestamp,
});
export const OverrideList = Type.Object({
  overrides: Type.Array(Override),
  edit_version: Type.Integer({ description: 'Of the table; send it as `expected_version`' }),
  next_cursor: NextCursor,
});

export const DropOverridesRequest = strictObject({
  cells: Type.Optional(
    Type.Array(strictObject({ row_id: RowId, column: columnName }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'The overridden cells; either these or `all`',
    }),
  ),
  all: Type.Optional(Type.Literal(true, { description: 'In place of `cells`: every override of the table' })),
  expected_version: ExpectedVersion,
  actor: Actor,
});
export const DropOverridesAnswer = Type.Object({
  edit_version: Type.Integer({ description: 'Of the table, after it' }),
  dropped: Type.Integer({ description: 'How many overrides were dropped' }),
  op_id: Type.Integer(),
  stale: Type.Array(Type.String(), { description: 'Derived tables that this makes stale' }),
  dry_run: Type.Boolean(),
});

const conflictStatuses = ['open', 'acknowledged', 'reverted', 'dropped'] as const;

export const Conflict = Type.Object({
  id: Type.String(),
  kind: textEnum(['overwrite', 'stale_override'], {
    description:
      '`stale_override`: an edit was kept, and what is computed or stands in the file beneath it has changed. ' +
      "`overwrite`: someone's edit was overwritten.",
  }),
  status: textEnum(conflictStatuses, { description: '`open` until it is resolved' }),
  table: Type.String({ description: "The table's current name" }),
  artifact_id: Type.String({ description: "The table's id" }),
  row_id: RowId,
  column: nullable(
    Type.String({
      maxLength: LONGEST_NAME,
      description:
        "The column's current name; null if a file changed a row that was deleted here, or the other way around",
    }),
  ),
  base: Type.Unknown({
    description:
      'The value both sides started from; for a kept edit, the value beneath it; for a whole row, its cells by column',
  }),
  previous: Type.Unknown({
    description: 'The previous value; for a kept edit, its value; for a whole row, null if it was deleted',
  }),
  incoming: Type.Unknown({
    description:
      'The incoming value; for a kept edit, the value beneath it now; for a whole row, null if the file lacks it',
  }),
  masked: Type.Boolean({ description: 'Values are left out: the column is masked' }),
  hidden_changed: Type.Boolean({
    description:
      'Of a row that a file lacks: cells that you may not see were changed here too. They are not shown, and whoever ' +
      'sees the whole row can bring it back',
  }),
  op_id: Type.Integer({ description: 'The op that brought the incoming value' }),
  created_at: Timestamp,
  resolved_at: nullable(Timestamp),
  resolved_by: nullable(Type.String({ description: 'The id of the user who resolved it' })),
  note: nullable(Type.String({ description: 'A comment on the resolution' })),
});
export const ConflictListQuery = Type.Object({
  status: Type.Optional(textEnum(conflictStatuses, { description: 'Only those; absent, all' })),
  limit: limit(200),
  cursor: Cursor,
});
export const ConflictList = Type.Object({ conflicts: Type.Array(Conflict), next_cursor: NextCursor });
export const ConflictParams = Type.Object({
  workbook_id: WorkbookId,
  conflict_id: Type.String({
    maxLength: LONGEST_ID,
    ...describing(({ operation }) => `As ${operation('listConflicts')} lists it`),
  }),
});

export const ResolveConflictRequest = strictObject({
  action: textEnum(['acknowledge', 'revert', 'drop_override'], {
    description:
      '`acknowledge` leaves the cell as it is. `drop_override` is for `stale_override` conflicts and takes what came, ' +
      '`revert` is for `overwrite` conflicts and writes back what stood there.',
  }),
  actor: Actor,
  note: Type.Optional(nullable(Type.String({ maxLength: 2000, description: 'Kept with the conflict' }))),
});
export const ResolvedConflict = Type.Composite([
  Conflict,
  Type.Object({
    edit_version: nullable(Type.Integer({ description: 'Of the table, where the resolution wrote to it' })),
    written_op_id: nullable(
      Type.Integer({ description: 'The op of that write; null where nothing was written' }),
    ),
    stale: Type.Array(Type.String(), { description: 'Derived tables that this makes stale' }),
    dry_run: Type.Boolean(),
  }),
]);
