import { Type } from '@sinclair/typebox';
import { nullable, Warnings } from './common.js';
import { WarningMessages } from './message-fields.js';

export const RangeText = Type.String({
  minLength: 2,
  maxLength: 30,
  description: 'Cells such as `B2` or `B2:D10`; row 1 is the headers',
});

export const RangeQuery = Type.Object({ range: RangeText });

export const A1Response = Type.Object({
  range: Type.String(),
  values: Type.Array(Type.Array(Type.Unknown()), { description: 'Null beyond the table' }),
});

export const RangeAnswer = Type.Composite([
  A1Response,
  Type.Object({
    edit_version: Type.Integer(),
    row_ids: Type.Array(nullable(Type.Integer()), {
      description: 'The row id of each row; null for the header row and below the last row',
    }),
    warnings: Warnings,
    warning_messages: WarningMessages,
  }),
]);
