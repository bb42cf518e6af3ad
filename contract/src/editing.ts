import { Type } from '@sinclair/typebox';
import {
  Actor,
  anyJson,
  LONGEST_ID,
  LONGEST_NAME,
  Name,
  NextCursor,
  nullable,
  pageQuery,
  strictObject,
  TableParams,
  Timestamp,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { describing } from './describing.js';
import { Row, WrittenRow } from './tables.js';

export const ExpectedVersion = Type.Optional(
  nullable(
    Type.Integer({
      minimum: 1,
      description: 'The `edit_version` that was read; null for any version. `If-Match` may be sent instead.',
    }),
  ),
);

export const DryRunQuery = Type.Object({
  dry_run: withDefault(
    Type.Boolean({ description: 'Returns what would happen, and changes nothing' }),
    false,
  ),
});

export const StaleTables = Type.Array(Type.String(), { description: 'Derived tables that this makes stale' });

export const UpsertRowsRequest = strictObject({
  rows: Type.Array(WrittenRow, {
    minItems: 1,
    maxItems: 10_000,
    description:
      'Cells by column; with `__svc_row_id` the row is updated, without it inserted. Absent cells keep their value.',
  }),
  expected_version: ExpectedVersion,
  match_on: Type.Optional(
    Type.Array(Name, {
      minItems: 1,
      maxItems: 20,
      description: 'A row without an id updates the one row with the same values in these columns',
    }),
  ),
  actor: Actor,
});

export const UpsertRowsAnswer = Type.Object({
  edit_version: Type.Integer(),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  row_ids: Type.Array(Type.Integer(), { description: 'In the order of the request' }),
  op_id: Type.Integer(),
  stale: StaleTables,
  dry_run: Type.Boolean(),
});

export const DeleteRowsRequest = strictObject({
  row_ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 10_000 }),
  expected_version: ExpectedVersion,
  actor: Actor,
});

export const DeleteRowsAnswer = Type.Object({
  edit_version: Type.Integer(),
  deleted: Type.Integer(),
  op_id: Type.Integer(),
  stale: StaleTables,
  dry_run: Type.Boolean(),
});

export const RowParams = Type.Object({
  ...TableParams.properties,
  row_id: Type.Integer({ minimum: 1, description: '`__svc_row_id`' }),
});

export const RowHistory = Type.Object({
  row_id: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      op_id: Type.Integer(),
      kind: Type.String(),
      edit_version: Type.Integer(),
      user_id: Type.String(),
      actor: nullable(Type.String()),
      at: Timestamp,
      change: Type.String({ description: 'insert, update or delete' }),
      old: nullable(Row),
      new: nullable(Row),
    }),
  ),
  next_cursor: NextCursor,
});

export const Op = Type.Object({
  op_id: Type.Integer(),
  kind: Type.String(),
  table: nullable(Type.String()),
  deleted_table: nullable(
    Type.String({ description: 'The name of its table, where that was deleted and can come back' }),
  ),
  artifact_id: nullable(Type.String()),
  user_id: Type.String(),
  credential_id: nullable(Type.String()),
  actor: nullable(Type.String()),
  code: Type.Unknown({
    description:
      'The request that repeats it; null where it is longer than 32 KB or the workbook is governed',
  }),
  undoable: Type.Boolean({
    description: 'False where it was undone, or changed nothing that could come back',
  }),
  undoes: nullable(Type.Integer({ description: 'The op that it undid' })),
  undone_by: nullable(Type.Integer()),
  created_at: Timestamp,
});
export const OpListQuery = Type.Object({
  ...pageQuery(50).properties,
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only ops with a lower op_id' })),
  table: Type.Optional(
    Type.String({ maxLength: LONGEST_NAME, description: 'Only ops that concern this table: its name or id' }),
  ),
  user_id: Type.Optional(Type.String({ maxLength: LONGEST_ID, description: 'Only ops of this user' })),
  kind: Type.Optional(
    Type.String({
      maxLength: LONGEST_ID,
      description:
        'Only ops of this kind, as `rows.merge`, or of all kinds that begin with a word, as `rows`',
    }),
  ),
});
export const OpList = Type.Object({ ops: Type.Array(Op), next_cursor: NextCursor });
export const OpParams = Type.Object({
  workbook_id: WorkbookId,
  op_id: Type.Integer({
    minimum: 1,
    ...describing(({ operation }) => `As ${operation('listOps')} lists it`),
  }),
});

export const UndoQuery = Type.Object({
  ...DryRunQuery.properties,
  force: withDefault(
    Type.Boolean({ description: 'Even if later ops changed the same, which are lost then' }),
    false,
  ),
});
export const UndoRequest = strictObject({ actor: Actor });
export const UndoAnswer = Type.Object({
  op_id: Type.Integer(),
  undone_op_id: Type.Integer(),
  edit_version: nullable(
    Type.Integer({ description: 'Of the table; null where the op concerned several or none, see `tables`' }),
  ),
  rows: Type.Integer(),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      artifact_id: Type.String(),
      edit_version: Type.Integer(),
      rows: Type.Integer(),
    }),
    { description: 'The tables that were written' },
  ),
  stale: StaleTables,
  dry_run: Type.Boolean(),
});

export const CreateTableRequest = strictObject({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  columns: Type.Array(
    strictObject({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      type: withDefault(Type.String({ maxLength: 50 }), 'VARCHAR'),
    }),
    { minItems: 1, maxItems: 200 },
  ),
});
export const CreateTableResponse = Type.Object({
  table: Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    edit_version: Type.Integer(),
    layer: nullable(Type.String()),
    table_name: nullable(Type.String()),
  }),
});

export const SetFormulaRequest = strictObject({
  column: Type.String({ minLength: 1, maxLength: 200, description: 'A column, or the name of a new one' }),
  formula: nullable(
    Type.String({
      maxLength: 8192,
      description: 'As in `=[qty]*[price]`; null keeps the values and computes no more',
    }),
  ),
  expected_version: ExpectedVersion,
  actor: Actor,
});

export const A1WriteRequest = strictObject({
  range: Type.String({
    minLength: 2,
    maxLength: 30,
    description: 'As in `A2:C10`; row 1 is the header and is not written',
  }),
  values: Type.Array(Type.Array(anyJson('A cell'), { maxItems: 1000 }), { minItems: 1, maxItems: 1000 }),
  expected_version: ExpectedVersion,
  actor: Actor,
});
