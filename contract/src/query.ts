import { Type } from '@sinclair/typebox';
import {
  anyJson,
  Id,
  idOf,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
  textEnum,
  Warnings,
} from './common.js';
import { withDefault } from './defaults.js';
import { messageFields, messageFieldsOf, WarningMessages } from './message-fields.js';
import { PageFormatName, Row } from './tables.js';

/** Checked when it is bound: until then a number that does not fit a double is an object. */
const Parameter = anyJson('Text, a number, a boolean or null');

const Parameters = Type.Optional(
  Type.Union(
    [
      Type.Array(Parameter, { maxItems: 1000 }),
      Type.Record(Type.String(), Parameter, { maxProperties: 1000 }),
    ],
    {
      description: 'Values of `?` and `$1` as a list, or of `$name` as an object; bound, never spliced',
    },
  ),
);

export const QueryRequest = strictObject({
  sql: Type.String({
    minLength: 1,
    maxLength: 65536,
    description: 'Exactly one SELECT over the tables of the workbook',
  }),
  params: Parameters,
  format: PageFormatName,
  limit: withDefault(
    Type.Integer({
      minimum: 1,
      maximum: 10000,
      description: 'Maximum number of rows in the answer; the result keeps all of them',
    }),
    1000,
  ),
  timeout_ms: optionalNullable(Type.Integer({ minimum: 1 })),
  as_of: optionalNullable(
    Type.Union([Id, Type.Integer()], {
      description:
        'A version label or snapshot id: all tables as they were then. Or an edit_version, for a statement over one table.',
    }),
  ),
});

export const ResultColumn = Type.Object({
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean({
    description: 'Whether it is computed from columns that you see masked, and from no others',
  }),
});

const resultRows = {
  row_count: Type.Integer({ description: 'Number of rows stored in the result' }),
  row_count_capped: Type.Boolean({
    description: 'Whether the statement returns more rows than are stored; the rest are in no page',
  }),
  total_row_count: nullable(
    Type.Integer({ description: 'Rows that the statement gives; null where counting them would take long' }),
  ),
  truncated: Type.Boolean({ description: 'Whether there are rows after those of this answer' }),
  truncated_by: nullable(
    textEnum(['limit', 'bytes', 'row_cap'], {
      description:
        'Why they are not here: `limit` was reached; more would take too many bytes; or they are not kept at all. For the first two, continue at `next_offset`.',
    }),
  ),
  next_offset: nullable(
    Type.Integer({
      description: 'The `offset` of the next page in GET /api/v1/results/{id}; null after the last row',
    }),
  ),
};

export const QueryAnswer = Type.Object({
  id: Type.String({ description: 'The durable result; page it with GET /api/v1/results/{id}' }),
  columns: Type.Array(ResultColumn),
  ...resultRows,
  rows: Type.Array(Row),
  elapsed_ms: Type.Number(),
  tables: Type.Array(Type.Object({ name: Type.String(), edit_version: Type.Integer() })),
  expires_at: Timestamp,
  warnings: Warnings,
  warning_messages: WarningMessages,
});

export const ValidateRequest = strictObject({
  sql: Type.String({
    minLength: 1,
    maxLength: 65536,
    description: 'As POST …/query takes it; the code of a transform is checked by its `dry_run`',
  }),
  params: Parameters,
});
export const ValidateAnswer = Type.Object({
  valid: Type.Boolean({ description: 'Whether POST …/query would take it' }),
  errors: Type.Array(
    Type.Object({
      type: Type.String({ description: '`/problems/<slug>`, as the query would answer' }),
      message: Type.String(),
      ...messageFields,
      suggested_fix: Type.String(),
      ...messageFieldsOf('fix'),
      line: Type.Optional(Type.Integer({ description: 'Counted from 1' })),
      column: Type.Optional(Type.Integer({ description: 'The character in that line, counted from 1' })),
    }),
    { description: 'Empty where it is valid' },
  ),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
    description: 'That the result would have',
  }),
  tables: Type.Array(Type.String(), { description: 'That it reads' }),
  lineage: nullable(
    Type.Array(
      Type.Object({
        column: Type.String(),
        from: Type.Array(Type.Object({ table: Type.String(), column: Type.String(), exact: Type.Boolean() })),
      }),
      { description: 'What each column is computed from; null where that cannot be found out' },
    ),
  ),
});

export const ResultParams = Type.Object({ result_id: idOf('a query result') });
export const ResultQuery = Type.Object({
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: 10000, description: 'Maximum number of rows in one page' }),
    1000,
  ),
  offset: withDefault(
    Type.Integer({ minimum: 0, description: 'How many rows to skip; `next_offset` of the page before' }),
    0,
  ),
  format: PageFormatName,
});
export const ResultPage = Type.Object({
  id: Type.String(),
  columns: Type.Array(ResultColumn),
  ...resultRows,
  offset: Type.Integer(),
  rows: Type.Array(Row),
  expires_at: Timestamp,
});
