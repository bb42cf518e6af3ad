import { Type } from '@sinclair/typebox';
import { NextCursor, nullable, optionalNullable, strictObject, Timestamp, textEnum } from './common.js';
import { DryRunQuery } from './editing.js';
import { Freshness } from './tables.js';

const Kind = textEnum(['sql', 'python']);
const Names = Type.Array(Type.String());

export const TransformParams = Type.Object({
  workbook_id: Type.String(),
  transform: Type.String({ description: "The transform's name, or its id" }),
});

export const TransformRequest = strictObject({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: Kind,
  code: Type.String({
    minLength: 1,
    maxLength: 65536,
    description: 'One SELECT, or Python that sets `output`; `{{ arg }}` stands for an input table',
  }),
  args: Type.Record(
    Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$' }),
    Type.String({ minLength: 1, maxLength: 200 }),
    {
      description: 'Tables by placeholder, each by its name or id',
      additionalProperties: false,
      maxProperties: 50,
    },
  ),
  output: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the derived table' }),
  key: optionalNullable(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 20,
      description: 'Output columns that identify a row; without them the whole row does',
    }),
  ),
  description: optionalNullable(Type.String({ maxLength: 10_000 })),
  run: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Run it at once; otherwise its output is stale until it runs',
    }),
  ),
});

export const Transform = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Kind,
  code: nullable(Type.String({ description: 'Null where you may not see every column that it reads' })),
  args: Type.Record(Type.String(), Type.String(), {
    description: 'Names of the input tables, by placeholder',
  }),
  output: Type.String(),
  output_table_id: Type.String(),
  edit_version: Type.Integer({ description: 'Of the output' }),
  row_count: Type.Integer({ description: 'Of the output' }),
  freshness: Freshness,
  key: nullable(Names),
  description: nullable(Type.String()),
  owner_user_id: Type.String({ description: 'Who made or last changed it: it sees what this user may see' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const TransformList = Type.Object({ transforms: Type.Array(Transform), next_cursor: NextCursor });

const derivedTable = { transform: Type.String(), table: Type.String() };

const outcome = {
  recomputed: Type.Array(
    Type.Object({
      ...derivedTable,
      edit_version: Type.Integer(),
      row_count: Type.Integer(),
      op_id: Type.Integer(),
    }),
  ),
  unchanged: Type.Array(Type.Object(derivedTable), {
    description: 'Not run: the code and the versions of the inputs are those of the last run',
  }),
  failed: Type.Array(
    Type.Object({
      ...derivedTable,
      error: Type.Object({
        type: Type.String(),
        title: Type.String(),
        detail: Type.String(),
        suggested_fix: Type.String(),
      }),
    }),
    { description: 'They stay stale' },
  ),
  skipped: Type.Array(Type.Object({ ...derivedTable, because: Type.String() }), {
    description: 'Stale as well, because they are computed from the table named in `because`, which failed',
  }),
};

export const TransformAnswer = Type.Composite([
  Transform,
  Type.Object({
    run: nullable(
      Type.Object({ edit_version: Type.Integer(), row_count: Type.Integer(), op_id: Type.Integer() }),
    ),
    ...outcome,
    dry_run: Type.Boolean(),
  }),
]);

export const TransformPlan = Type.Object({
  output: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  inputs: Type.Array(
    Type.Object({ placeholder: Type.String(), table: Type.String(), edit_version: Type.Integer() }),
  ),
  lineage: Type.Array(
    Type.Object({
      column: Type.String(),
      from: Type.Array(Type.Object({ table: Type.String(), column: Type.String(), exact: Type.Boolean() })),
    }),
  ),
  would_recompute: Names,
  dry_run: Type.Boolean(),
});

export const DeleteTransformQuery = Type.Object({
  cascade: Type.Optional(
    Type.Boolean({ default: false, description: 'Also what is computed from its output' }),
  ),
  ...DryRunQuery.properties,
});
export const DeletedTransform = Type.Object({
  id: Type.String(),
  name: Type.String(),
  deleted: Type.Array(Type.String(), { description: 'Names of every table that went' }),
  op_id: Type.Integer(),
  dry_run: Type.Boolean(),
});

export const RecomputeRequest = strictObject({
  tables: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      description: 'Derived tables; those that they are computed from are recomputed first. Absent: all',
    }),
  ),
});
export const RecomputeAnswer = Type.Object({
  ...outcome,
  would_recompute: Type.Optional(Type.Array(Type.Object(derivedTable))),
  skipped_reports: Type.Array(Type.String(), { description: 'Stale reports, which are not recomputed' }),
  dry_run: Type.Boolean(),
});
