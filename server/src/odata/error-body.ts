import type { Problem } from '../core/problems.js';
import { messageOf, type PresentedProblem } from '../edge/present-problem.js';
import { jsonText } from '../present/answer.js';
import { problemBody } from '../present/problem.js';

/** A problem as OData has errors. Programs such as Excel show the message alone, so it says what to do as well. */
export function odataError(problem: Problem, requestId: string): PresentedProblem {
  const details = problem.members.errors?.map(({ path, message, code }) => ({
    code: code ?? problem.slug,
    target: path,
    message,
  }));
  const error = {
    code: problem.slug,
    message: messageOf(problem),
    ...(details && { details }),
    innererror: problemBody(problem, requestId),
  };
  return {
    // What OData calls a bad request is not distinguished from one that cannot be followed.
    status: problem.status === 422 ? 400 : problem.status,
    mediaType: 'application/json;odata.metadata=minimal;charset=utf-8',
    headers: { 'odata-version': '4.0' },
    body: jsonText({ error }),
  };
}
