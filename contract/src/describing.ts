import { type Edge, httpEdge } from './messages/edge.js';

const inEdgeWords = Symbol('inEdgeWords');

export interface Described {
  description: string;
  [inEdgeWords]: (edge: Edge) => string;
}

/** The description of a schema that names operations, which each edge calls by its own names. */
export const describing = (words: (edge: Edge) => string): Described => ({
  description: words(httpEdge),
  [inEdgeWords]: words,
});

/** The description of a schema in the words of an edge. */
export function describedFor(edge: Edge, schema: object): string {
  const { description, [inEdgeWords]: words } = schema as Partial<Described>;
  return words?.(edge) ?? description ?? '';
}
