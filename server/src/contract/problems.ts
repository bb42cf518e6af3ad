import { Type } from '@sinclair/typebox';

/** RFC 9457 problem details; further members depend on the problem. */
export const ProblemBody = Type.Object({
  type: Type.String({ description: '`/problems/<slug>`, a page of this service' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  suggested_fix: Type.String(),
  request_id: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
