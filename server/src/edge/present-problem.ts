import type { Problem } from '../core/problems.js';

/** All of it in one text, for protocols whose clients show nothing else. */
export function messageOf({ said: { detail, fix } }: Problem): string {
  return `${detail.text.replace(/(?<![.。])$/, '.')} ${fix.text}`;
}

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
