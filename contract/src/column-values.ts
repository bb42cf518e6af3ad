import { Type } from '@sinclair/typebox';
import { Actor, limit, nullable, strictObject, textEnum, Warnings } from './common.js';
import { ExpectedVersion, StaleTables } from './editing.js';
import { WarningMessages } from './message-fields.js';

export const SimilarValuesQuery = Type.Object({ limit: limit(100) });

export const SimilarValues = Type.Object({
  name: Type.String(),
  column: Type.String(),
  edit_version: Type.Integer(),
  groups: Type.Array(
    Type.Object({
      likeness: textEnum(['spelling', 'words', 'letters'], {
        description:
          'In what they differ: how they are written (case, width, spaces, accents, forms of companies), the order of their words, a letter',
      }),
      suggested: Type.String({ description: 'The most frequent of them' }),
      values: Type.Array(Type.Object({ value: Type.String(), rows: Type.Integer() }), {
        description: 'The most frequent first',
      }),
    }),
    { description: 'Those in the most rows first' },
  ),
  distinct: Type.Integer({ description: 'How many values the column has' }),
  compared: Type.Integer({
    description:
      'How many of them were compared: the 5,000 most frequent, without those of over 200 characters',
  }),
  warnings: Warnings,
  warning_messages: WarningMessages,
});

export const ReplaceValuesRequest = strictObject({
  replacements: Type.Array(
    strictObject({
      from: Type.String({ maxLength: 10_000, description: 'As it is in the cells' }),
      to: nullable(Type.String({ maxLength: 10_000, description: 'Null empties the cells' })),
    }),
    { minItems: 1, maxItems: 10_000 },
  ),
  expected_version: ExpectedVersion,
  actor: Actor,
});
export const ReplacedValues = Type.Object({
  edit_version: Type.Integer(),
  updated: Type.Integer({ description: 'Rows; at most 100,000 in a call' }),
  op_id: Type.Integer(),
  stale: StaleTables,
  dry_run: Type.Boolean(),
});
