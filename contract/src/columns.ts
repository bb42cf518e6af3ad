import { Type } from '@sinclair/typebox';
import {
  Actor,
  ActorText,
  anyJson,
  LONGEST_NAME,
  nullable,
  optionalNullable,
  strictObject,
  TableParams,
  textEnum,
} from './common.js';
import { withDefault } from './defaults.js';
import { DryRunQuery, ExpectedVersion } from './editing.js';
import { ColumnsResponse, Table } from './tables.js';

export const ColumnParams = Type.Object({
  ...TableParams.properties,
  column: Type.String({ maxLength: LONGEST_NAME, description: "The column's current name" }),
});

/** Fields of the answer to every schema change of a table, in addition to the table. */
const changed = {
  op_id: Type.Integer(),
  stale: Type.Array(Type.String(), { description: 'Derived tables that this makes stale' }),
  dry_run: Type.Boolean(),
};

export const AddColumnRequest = strictObject({
  column: Type.String({ minLength: 1, maxLength: 200 }),
  expected_version: ExpectedVersion,
  type: withDefault(
    Type.String({ maxLength: 50, description: 'As in create table; any letter case' }),
    'VARCHAR',
  ),
  default: Type.Optional(anyJson('Its value in existing rows')),
  actor: Actor,
});

export const AlterColumnRequest = strictObject(
  {
    expected_version: ExpectedVersion,
    new_name: optionalNullable(Type.String({ minLength: 1, maxLength: 200 })),
    type: optionalNullable(Type.String({ minLength: 1, maxLength: 50 })),
    lossy: withDefault(
      Type.Boolean({
        description: 'With `type`: allows values to be rounded or truncated to fit the new type',
      }),
      false,
    ),
    actor: Actor,
  },
  { description: 'Exactly one of `new_name` and `type`' },
);

/** A query string has no null. */
const ExpectedVersionText = Type.Optional(
  Type.String({
    pattern: '^([1-9][0-9]{0,14}|null)$',
    description: 'The `edit_version` that was read; `null` for any version. `If-Match` may be sent instead.',
  }),
);
export const DropColumnQuery = Type.Object({
  actor: ActorText,
  expected_version: ExpectedVersionText,
  ...DryRunQuery.properties,
});

export const ChangedColumns = Type.Composite([ColumnsResponse, Type.Object(changed)]);

export const RenameTableRequest = strictObject({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  expected_version: ExpectedVersion,
  actor: Actor,
});
export const ChangedTable = Type.Composite([Type.Omit(Table, ['order_by']), Type.Object(changed)]);

export const DeleteTableQuery = Type.Object({
  expected_version: ExpectedVersionText,
  cascade: withDefault(Type.Boolean({ description: 'Also delete what is computed from the table' }), false),
  actor: ActorText,
  ...DryRunQuery.properties,
});
export const DeletedTables = Type.Object({
  id: Type.String(),
  name: Type.String(),
  deleted: Type.Array(Type.String(), { description: 'Names of every table that went' }),
  op_id: Type.Integer(),
  dry_run: Type.Boolean(),
});

export const ArtifactStateResponse = Type.Object({
  name: Type.String(),
  state: textEnum(['active', 'archived']),
  table_name: nullable(Type.String()),
  type: nullable(Type.String()),
  op_id: nullable(Type.Integer({ description: 'Null where nothing changed' })),
  dry_run: Type.Boolean(),
});

export const DescriptionRequest = strictObject({
  description: nullable(Type.String({ maxLength: 10_000, description: 'Null clears it' })),
});
