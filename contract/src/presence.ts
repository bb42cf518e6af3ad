import { Type } from '@sinclair/typebox';
import { LONGEST_NAME, nullable, strictObject } from './common.js';

/** What tells one page of a user from another. */
const PresenceSession = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$' });

export const SetPresenceRequest = strictObject({
  session: PresenceSession,
  table: nullable(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'The name or id of the open table; null on leaving',
    }),
  ),
  row_id: Type.Optional(nullable(Type.Integer({ minimum: 1, description: 'Of the selected cell' }))),
  column: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: LONGEST_NAME }))),
});
