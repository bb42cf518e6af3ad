import { Type } from '@sinclair/typebox';
import { nullable, Warnings } from './common.js';
import { WarningMessages } from './message-fields.js';

const Value = Type.Unknown({ description: 'A value of the column, as rows have it' });
const estimated = (what: string) => Type.Optional(Type.Boolean({ description: `Whether ${what}` }));

export const ColumnProfile = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    masked: Type.Boolean(),
    nulls: Type.Optional(Type.Integer()),
    distinct: Type.Optional(nullable(Type.Integer({ description: 'Null for JSON columns' }))),
    distinct_approximate: estimated('`distinct` is an estimate: above a million rows'),
    min: Type.Optional(Value),
    max: Type.Optional(Value),
    mean: Type.Optional(nullable(Type.Number())),
    standard_deviation: Type.Optional(nullable(Type.Number({ description: 'Of the rows as a sample' }))),
    quantiles: Type.Optional(
      Type.Array(Type.Object({ quantile: Type.Number(), value: Value }), {
        description: 'Of numbers, dates and timestamps',
      }),
    ),
    quantiles_approximate: estimated(
      '`quantiles` are those of a sample: above 250,000 rows with more than 20,000 distinct values',
    ),
    top_values: Type.Optional(
      Type.Array(Type.Object({ value: Value, count: Type.Integer() }), {
        description: 'The ten most frequent; none where each of more than ten values occurs once',
      }),
    ),
    histogram: Type.Optional(
      Type.Array(Type.Object({ from: Value, to: Value, count: Type.Integer() }), {
        description: 'Up to twenty equal buckets: `from` is in a bucket, `to` in the next one, or the last',
      }),
    ),
  },
  { description: 'A masked column has only name and type' },
);

export const TableProfile = Type.Object({
  name: Type.String(),
  edit_version: Type.Integer(),
  row_count: Type.Integer(),
  warnings: Warnings,
  warning_messages: WarningMessages,
  columns: Type.Array(ColumnProfile),
});
