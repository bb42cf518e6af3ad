import { Type } from '@sinclair/typebox';

/** Of reads that a signed link opens: who signed it, and until when. */
export const signedBy = {
  by: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Of a signed link, as are `expires` and `sig`: its credential',
    }),
  ),
  expires: Type.Optional(Type.Integer({ description: 'Seconds since 1970' })),
  sig: Type.Optional(Type.String({ maxLength: 100, description: 'The signature of the service' })),
};

export const MAX_LINK_HOURS = 7 * 24;
