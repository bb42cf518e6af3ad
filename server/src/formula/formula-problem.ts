import { type Problem, problem } from '../core/problems.js';

/** A formula that cannot be accepted; `at` counts its characters from 1. */
export function formulaProblem(message: string, at?: number, fix?: string): Problem {
  const placed = at === undefined ? message : `${message}, at character ${at}`;
  return problem('invalid-request', `The formula cannot be taken: ${placed}.`, {
    ...(fix === undefined ? {} : { fix }),
    members: { errors: [{ path: '/formula', message: placed }] },
  });
}
