import { Type } from '@sinclair/typebox';
import {
  LONGEST_NAME,
  Name,
  NextCursor,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { DryRunQuery } from './editing.js';
import { messageFields, messageFieldsOf } from './message-fields.js';
import { Freshness } from './tables.js';

const Kind = textEnum(['sql', 'python'], { description: 'The language of `code`' });
const Names = Type.Array(Type.String());
const opId = Type.Integer({ description: 'The op `transform.run`, as GET …/ops lists it' });

export const TransformParams = Type.Object({
  workbook_id: WorkbookId,
  transform: Type.String({ maxLength: LONGEST_NAME, description: "The transform's name, or its id" }),
});

export const TransformRequest = strictObject({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Unique in the workbook, ignoring case',
  }),
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
      description: 'Placeholders of the code, and for each the name or id of its table',
      additionalProperties: false,
      maxProperties: 50,
    },
  ),
  output: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the derived table, which no other table has',
  }),
  key: optionalNullable(
    Type.Array(Name, {
      minItems: 1,
      maxItems: 20,
      description: 'Output columns that identify a row; without them the whole row does',
    }),
  ),
  description: optionalNullable(
    Type.String({ maxLength: 10_000, description: 'For people; stored as it is' }),
  ),
  run: withDefault(
    Type.Boolean({
      description: 'Run it at once; with false its output is empty or as before, and stale, until it runs',
    }),
    true,
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
  output: Type.String({ description: 'The name of the derived table' }),
  output_table_id: Type.String({ description: 'Its id, which stays when it is renamed' }),
  edit_version: Type.Integer({ description: 'Of the output' }),
  row_count: nullable(Type.Integer({ description: 'Of the output; null where its rows are withheld' })),
  freshness: Freshness,
  key: Type.Union([Names, Type.Null()], {
    description: 'Output columns that identify a row; null where the whole row does',
  }),
  description: nullable(Type.String()),
  owner_user_id: Type.String({
    description: 'The user who made or last changed it, and with whose rights it reads',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const TransformList = Type.Object({ transforms: Type.Array(Transform), next_cursor: NextCursor });

const derivedTable = {
  transform: Type.String({ description: 'Its name' }),
  table: Type.String({ description: 'The name of its output' }),
};

const outcome = {
  recomputed: Type.Array(
    Type.Object({
      ...derivedTable,
      edit_version: Type.Integer({ description: 'Of the output, after the run' }),
      row_count: nullable(Type.Integer()),
      op_id: opId,
    }),
    { description: 'In the order in which they ran' },
  ),
  unchanged: Type.Array(Type.Object(derivedTable), {
    description: 'Not run: the code and the versions of the inputs are those of the last run',
  }),
  failed: Type.Array(
    Type.Object({
      ...derivedTable,
      error: Type.Object(
        {
          type: Type.String(),
          title: Type.String(),
          detail: Type.String(),
          ...messageFields,
          suggested_fix: Type.String(),
          ...messageFieldsOf('fix'),
        },
        { description: 'As the problem that running it alone would answer' },
      ),
    }),
    { description: 'They stay stale' },
  ),
  skipped: Type.Array(Type.Object({ ...derivedTable, because: Type.String({ description: 'A table' }) }), {
    description: 'Stale as well, because they are computed from the table named in `because`, which failed',
  }),
};

export const TransformAnswer = Type.Composite([
  Transform,
  Type.Object({
    run: Type.Union(
      [
        Type.Object({ edit_version: Type.Integer(), row_count: nullable(Type.Integer()), op_id: opId }),
        Type.Null(),
      ],
      {
        description:
          'The run of this transform; null where it did not run: nothing has changed since its last run, or `run` is false',
      },
    ),
    ...outcome,
    dry_run: Type.Boolean(),
  }),
]);

export const InputColumn = Type.Object({
  table: Type.String(),
  column: Type.String(),
  exact: Type.Boolean({ description: 'False where it is only known that it may follow from it' }),
});

export const TransformPlan = Type.Object({
  output: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
    description: 'Of the output; empty for Python, whose columns are known once it has run',
  }),
  inputs: Type.Array(
    Type.Object({
      placeholder: Type.String(),
      table: Type.String({ description: 'The name of the table that it stands for' }),
      edit_version: Type.Integer({ description: 'That the run would read' }),
    }),
  ),
  lineage: Type.Array(
    Type.Object({
      column: Type.String({ description: 'Of the output' }),
      from: Type.Array(InputColumn),
    }),
    { description: 'What each column is computed from; empty for Python' },
  ),
  influenced_by: Type.Array(InputColumn, {
    description:
      'By what the rows are chosen, joined, grouped, ordered or numbered; empty for Python before it runs',
  }),
  would_recompute: Type.Array(Type.String(), {
    description: 'Tables further down that the run would recompute',
  }),
  dry_run: Type.Boolean(),
});

export const DeleteTransformQuery = Type.Object({
  cascade: withDefault(Type.Boolean({ description: 'Also delete what is computed from its output' }), false),
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
    Type.Array(Name, {
      minItems: 1,
      maxItems: 1000,
      description:
        'Derived tables, by name or id; stale ones that they are computed from are recomputed first. Absent: all stale tables',
    }),
  ),
});
export const RecomputeAnswer = Type.Object({
  ...outcome,
  would_recompute: Type.Optional(
    Type.Array(Type.Object(derivedTable), { description: 'With `dry_run=true`: what would run, in order' }),
  ),
  skipped_reports: Type.Array(Type.String(), { description: 'Stale reports, which are not recomputed' }),
  dry_run: Type.Boolean(),
});
