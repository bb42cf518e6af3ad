import { type Problem, type ProblemSlug, problem } from '../core/problems.js';

/** What travels between the service and a caged child process. */
export interface Request {
  id: number;
  method: string;
  payload: unknown;
}

export interface Cancel {
  cancel: number;
}

export type Reply =
  | { id: number; result: unknown }
  /** How far the request has come; its answer is still to follow. */
  | { id: number; progress: number }
  | { id: number; problem: WireProblem }
  /** With `last`, the child ends itself after it. */
  | { id: number; failure: string; last?: boolean };

interface WireProblem {
  slug: ProblemSlug;
  detail: string;
  fix: string;
  members: Record<string, unknown>;
}

export function toWire(error: Problem): WireProblem {
  return { slug: error.slug, detail: error.detail, fix: error.fix, members: error.members };
}

export function fromWire(wire: WireProblem): Problem {
  return problem(wire.slug, wire.detail, { fix: wire.fix, members: wire.members });
}
