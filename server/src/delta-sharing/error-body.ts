import type { Problem } from '../core/problems.js';
import { messageOf, type PresentedProblem } from '../edge/present-problem.js';
import { jsonText } from '../present/answer.js';

/** Clients ask again where they are told of a fault of the server, or to wait. */
const statuses: Readonly<Record<number, number>> = { 422: 400, 501: 400 };

/** A problem as Delta Sharing has errors. Clients show the message alone, so it says what to do as well. */
export function sharingError(problem: Problem): PresentedProblem {
  return {
    status: statuses[problem.status] ?? problem.status,
    mediaType: 'application/json; charset=utf-8',
    body: jsonText({
      errorCode: problem.slug.toUpperCase().replaceAll('-', '_'),
      message: messageOf(problem),
    }),
  };
}
