import type { Problem } from '../core/problems.js';

export interface PresentedProblem {
  status: number;
  mediaType: string;
  headers?: Record<string, string>;
  body: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the problems of a route are told, where a protocol has a form of its own for them. */
    presentProblem?: (problem: Problem, requestId: string) => PresentedProblem;
  }
}
