import type { Saying } from '@workbook-data-service/contract/messages/message';
import { type Problem, type ProblemSlug, problem } from '../core/problems.js';

/** Messages between the service and a sandboxed child process. */
export interface Request {
  id: number;
  method: string;
  payload: unknown;
}

export interface Cancel {
  cancel: number;
}

/** The first message of a child: it has loaded its code, and takes requests from here on. */
export interface Started {
  started: true;
}

export type Reply =
  | { id: number; result: unknown }
  /** Progress of a request; its result follows later. */
  | { id: number; progress: number }
  | { id: number; problem: WireProblem }
  /** With `last`, the child exits after this reply. */
  | { id: number; failure: string; last?: boolean };

interface WireProblem {
  slug: ProblemSlug;
  detail: Saying;
  fix: Saying;
  members: Record<string, unknown>;
}

export function toWire(error: Problem): WireProblem {
  return { slug: error.slug, ...error.said, members: error.members };
}

export function fromWire(wire: WireProblem): Problem {
  return problem(wire.slug, wire.detail, { fix: wire.fix, members: wire.members });
}
