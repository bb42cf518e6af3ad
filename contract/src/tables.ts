import { Type } from '@sinclair/typebox';
import {
  anyJson,
  Cursor,
  LONGEST_NAME,
  LONGEST_URL,
  limit,
  NextCursor,
  nullable,
  Timestamp,
  textEnum,
  Warnings,
} from './common.js';
import { withDefault } from './defaults.js';
import { WarningMessages } from './message-fields.js';

export const ColumnInfo = Type.Object({
  column: nullable(Type.String()),
  name: nullable(Type.String()),
  type: nullable(Type.String()),
  masked: nullable(Type.Boolean()),
  original_name: nullable(Type.String({ description: 'The header as the file has it' })),
  description: nullable(Type.String()),
  formula: nullable(Type.String({ description: 'What the column is computed from' })),
});

export const Freshness = Type.Object({
  stale: Type.Boolean({
    description:
      'Of a derived table: whether what it is computed from has changed since. POST …/recompute mends it.',
  }),
  stale_since: nullable(Timestamp),
});

export const ArtifactSummary = Type.Object({
  id: nullable(Type.String()),
  name: Type.String(),
  type: Type.String(),
  layer: textEnum(['base', 'derived']),
  description: nullable(Type.String()),
  row_count: nullable(
    Type.Integer({
      description: 'Null where the rows are withheld: columns that you may not see influenced them',
    }),
  ),
  schema: nullable(Type.Array(Type.Object({ name: Type.String(), type: Type.String() }))),
  state: textEnum(['active', 'archived']),
  table_name: nullable(
    Type.String({ description: 'The name to use in SQL, quoted where it is not a plain word' }),
  ),
  updated_at: nullable(Timestamp),
  workbook_id: nullable(Type.String()),
  edit_version: Type.Integer(),
  source_id: nullable(Type.String()),
  freshness: Freshness,
});
export const ArtifactListResponse = Type.Object({
  artifacts: Type.Array(ArtifactSummary),
  next_cursor: NextCursor,
});

export const StaleCause = Type.Object({
  reason: textEnum(['never_run', 'definition_changed', 'input_changed', 'input_stale', 'input_deleted'], {
    description:
      '`never_run`: the transform has not run yet. `definition_changed`: it was changed since. `input_changed`, `input_stale`, `input_deleted`: the input in `table` has another version, is stale itself, or no longer exists.',
  }),
  table: nullable(Type.String({ description: 'The input concerned; null if it is the transform itself' })),
  read_version: nullable(Type.Integer({ description: 'Of the input, as the last run read it' })),
  edit_version: nullable(Type.Integer({ description: 'Of the input, as it is now' })),
});

export const Table = Type.Composite([
  Type.Omit(ArtifactSummary, ['freshness']),
  Type.Object({
    columns: Type.Array(ColumnInfo),
    freshness: Type.Composite([
      Freshness,
      Type.Object({ because: Type.Array(StaleCause, { description: 'Why it is stale' }) }),
    ]),
    masked_columns: Type.Array(Type.String()),
    order_by: Type.Array(Type.String(), {
      description:
        'Of the statement that computed a derived table, as `order_by` of its rows takes it; rows come in the order of their ids without it',
    }),
    warnings: Warnings,
    warning_messages: WarningMessages,
  }),
]);

export const TableListQuery = Type.Object({
  state: withDefault(
    textEnum(['active', 'archived', 'all'], { description: 'Only tables in this state' }),
    'active',
  ),
  limit: limit(1000),
  cursor: Cursor,
});

export const ColumnsResponse = Type.Object({
  name: Type.String(),
  table_name: nullable(Type.String()),
  edit_version: Type.Integer(),
  columns: Type.Array(ColumnInfo),
});

export const Row = Type.Record(Type.String(), Type.Unknown());
/** Cells of a request by column; a sheet has at most 16,384 columns. */
export const WrittenRow = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 16_400,
  additionalProperties: anyJson('A cell'),
});

export const SchemaQuery = Type.Object({
  format: withDefault(
    textEnum(['columns', 'json-schema'], {
      description: '`columns`: columns and sample rows. `json-schema`: the JSON Schema of one row.',
    }),
    'columns',
  ),
});
/** For `format=json-schema`. */
export const RowJsonSchema = Type.Object(
  { $schema: Type.String({ description: 'The dialect' }) },
  { description: 'The JSON Schema of one row, as writes accept it' },
);
export const TableSchema = Type.Object({
  name: Type.String(),
  table_name: nullable(Type.String()),
  edit_version: Type.Integer(),
  row_count: Type.Integer(),
  columns: Type.Array(ColumnInfo),
  sample: Type.Array(Row, { description: 'The first five rows' }),
  warnings: Warnings,
  warning_messages: WarningMessages,
});

export const PageFormatName = withDefault(
  textEnum(['json', 'ndjson', 'arrow'], {
    description: '`ndjson`: a JSON object a line. `arrow`: an Arrow IPC stream.',
  }),
  'json',
);

export const RowsQuery = Type.Object({
  limit: limit(100, 10_000),
  cursor: Cursor,
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description:
        'How many rows are skipped, to read a page anywhere in the table; not with `cursor`, which reads on without missing or repeating rows that others edit',
    }),
  ),
  order_by: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      description: '`column` or `-column`, separated by commas or as a JSON array',
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      description: 'JSON: `{"column","op","value"}`, joined by `and`, `or`, `not`',
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      description: 'Names separated by commas or as a JSON array; all where absent',
    }),
  ),
  columns_after: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'Begins with the column after this one: `next_columns_after` of a page that was too wide',
    }),
  ),
  as_of: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'A version label, a snapshot id or an edit_version: the table as it was then',
    }),
  ),
  view: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description:
        'The id or name of a view: its filter, order and columns, where the request has none of its own',
    }),
  ),
  format: PageFormatName,
});

export const RowsPage = Type.Object({
  rows: Type.Array(Row),
  edit_version: Type.Integer(),
  columns: Type.Array(ColumnInfo),
  next_columns_after: nullable(
    Type.String({
      description:
        'The last of `columns`, if there are more than the 2,000 that fit in a page: send the same request with `columns_after` for the others',
    }),
  ),
  next_cursor: NextCursor,
  truncated_by: nullable(
    textEnum(['limit', 'bytes'], {
      description:
        'Why the page ends before the last row: `limit` was reached, or more rows would take too many bytes; go on with `next_cursor`. Null on the last page.',
    }),
  ),
  total: Type.Integer({ description: 'Rows that match the filter' }),
  masked_columns: Type.Array(Type.String()),
  warnings: Warnings,
  warning_messages: WarningMessages,
  freshness: Freshness,
  overridden_cells: Type.Array(
    Type.Object({ row_id: Type.Integer(), column: Type.String(), computed: Type.Unknown() }),
    { description: 'Of a derived table: cells among `rows` whose computed value is overridden' },
  ),
});
