import type { Problem } from '../core/problems.js';
import { codeFields, codeFieldsOf } from './messages.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** RFC 9457, with what a program needs to correct the call. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  const { detail, fix } = problem.said;
  return {
    type: `/problems/${problem.slug}`,
    title: problem.title,
    status: problem.status,
    detail: detail.text,
    ...codeFields(detail),
    suggested_fix: fix.text,
    ...codeFieldsOf('fix', fix),
    ...problem.members,
    request_id: requestId,
  };
}
