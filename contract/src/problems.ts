import { Type } from '@sinclair/typebox';
import { messageFields, messageFieldsOf } from './message-fields.js';

/** RFC 9457 problem details; further members depend on the problem. */
export const ProblemBody = Type.Object({
  type: Type.String({ description: '`/problems/<slug>`, a page of this service' }),
  title: Type.String({ description: 'What kind of problem it is, the same for every answer of this `type`' }),
  status: Type.Integer(),
  detail: Type.String({ description: 'What is wrong with this call' }),
  ...messageFields,
  suggested_fix: Type.String({ description: 'How to correct the call' }),
  ...messageFieldsOf('fix'),
  request_id: Type.String({
    description: '`X-Request-Id` of the answer; the logs of the service have it too',
  }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'The field, as a JSON pointer' }),
        message: Type.String(),
        ...messageFields,
      }),
      { description: 'The fields to correct, where the request itself is not valid' },
    ),
  ),
});
