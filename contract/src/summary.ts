import { Type } from '@sinclair/typebox';
import { LONGEST_URL, limit, nullable, textEnum, Warnings } from './common.js';
import { withDefault } from './defaults.js';
import { WarningMessages } from './message-fields.js';
import { RowsQuery } from './tables.js';

const names = (description: string) => Type.Optional(Type.String({ maxLength: LONGEST_URL, description }));

export const SummaryQuery = Type.Object({
  ...Type.Pick(RowsQuery, ['filter', 'order_by', 'as_of', 'view']).properties,
  columns: names(
    'Whose figures are wanted, at most 200 of them: names separated by commas or as a JSON array; none where absent',
  ),
  group_by: names('One or two columns: figures of each of their values; of all rows together where absent'),
  order_groups: withDefault(
    textEnum(['value', 'rows'], { description: '`rows`: the groups with the most rows first' }),
    'value',
  ),
  limit: limit(100),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Rows that are left out, in the order of `order_by`, to summarize a range',
    }),
  ),
  rows: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'How many rows the range has' }),
  ),
});

const Figure = (description: string) => Type.Unknown({ description });

export const ColumnFiguresOfRows = Type.Object({
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean({ description: 'A masked column is empty: it has no figures' }),
  filled: Type.Integer({ description: 'Cells that are not empty' }),
  sum: Figure('Of numbers, else null; digits that a double does not hold are text, as in rows'),
  mean: nullable(Type.Number({ description: 'Of numbers' })),
  min: Figure('Of numbers, dates and times'),
  max: Figure('Of numbers, dates and times'),
});

export const SummaryAnswer = Type.Object({
  name: Type.String(),
  edit_version: Type.Integer(),
  group_by: Type.Array(Type.String()),
  groups: Type.Array(
    Type.Object({
      values: Type.Array(Type.Unknown({ description: 'Of the columns of `group_by`' })),
      rows: Type.Integer(),
      columns: Type.Array(ColumnFiguresOfRows),
    }),
    { description: 'One without values where there is no `group_by`' },
  ),
  group_count: Type.Integer({ description: 'How many groups there are, also beyond `limit`' }),
  total: Type.Integer({ description: 'Rows that were summarized' }),
  warnings: Warnings,
  warning_messages: WarningMessages,
});
