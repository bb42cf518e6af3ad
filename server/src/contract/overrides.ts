import { Type } from '@sinclair/typebox';
import { Actor, Cursor, limit, NextCursor, nullable, strictObject, Timestamp, textEnum } from './common.js';
import { ExpectedVersion } from './editing.js';

const RowId = Type.Integer({ minimum: 1, description: '`__svc_row_id`' });
const Cell = Type.Unknown({ description: 'A cell as rows show it' });

export const Override = Type.Object({
  row_id: RowId,
  column: Type.String(),
  value: Cell,
  computed: Type.Unknown({ description: 'What the transform gives; null also where `applied` is false' }),
  applied: Type.Boolean({
    description: 'False where the transform gives no such cell now; the override is kept for when it does',
  }),
  user_id: Type.String(),
  actor: nullable(Type.String()),
  op_id: Type.Integer(),
  created_at: Timestamp,
});
export const OverrideList = Type.Object({
  overrides: Type.Array(Override),
  edit_version: Type.Integer(),
  next_cursor: NextCursor,
});

export const DropOverridesRequest = strictObject({
  cells: Type.Optional(
    Type.Array(strictObject({ row_id: RowId, column: Type.String() }), { minItems: 1, maxItems: 10_000 }),
  ),
  all: Type.Optional(Type.Literal(true, { description: 'In place of `cells`: every override of the table' })),
  expected_version: ExpectedVersion,
  actor: Actor,
});
export const DropOverridesAnswer = Type.Object({
  edit_version: Type.Integer(),
  dropped: Type.Integer(),
  op_id: Type.Integer(),
  stale: Type.Array(Type.String(), { description: 'Derived tables that this makes stale' }),
  dry_run: Type.Boolean(),
});

const conflictStatuses = ['open', 'acknowledged', 'reverted', 'dropped'] as const;

export const Conflict = Type.Object({
  id: Type.String(),
  kind: textEnum(['overwrite', 'stale_override']),
  status: textEnum(conflictStatuses),
  table: Type.String(),
  artifact_id: Type.String(),
  row_id: RowId,
  column: Type.String(),
  base: Type.Unknown({ description: 'What both sides began with; of an override, what was computed then' }),
  previous: Type.Unknown({ description: 'What stood in the cell; of an override, its value' }),
  incoming: Type.Unknown({ description: 'What came; of an override, what is computed now' }),
  masked: Type.Boolean({ description: 'Values are left out: the column is masked' }),
  op_id: Type.Integer({ description: 'The op that brought the incoming value' }),
  created_at: Timestamp,
  resolved_at: nullable(Timestamp),
  resolved_by: nullable(Type.String()),
  note: nullable(Type.String()),
});
export const ConflictListQuery = Type.Object({
  status: Type.Optional(textEnum(conflictStatuses)),
  limit: limit(200),
  cursor: Cursor,
});
export const ConflictList = Type.Object({ conflicts: Type.Array(Conflict), next_cursor: NextCursor });
export const ConflictParams = Type.Object({ workbook_id: Type.String(), conflict_id: Type.String() });

export const ResolveConflictRequest = strictObject({
  action: textEnum(['acknowledge', 'revert', 'drop_override']),
  actor: Actor,
  note: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
});
export const ResolvedConflict = Type.Composite([
  Conflict,
  Type.Object({
    edit_version: nullable(Type.Integer({ description: 'Of the table, where the resolution wrote to it' })),
    written_op_id: nullable(Type.Integer()),
    stale: Type.Array(Type.String()),
  }),
]);
