import { lowerAscii } from '../guard/lower-ascii.js';

/** The statement may run, but which rows of its inputs are behind a row of it cannot be told. */
export class Untraceable extends Error {
  override readonly name = 'Untraceable';
}

/** A common table expression that also exists as one whose rows carry where they come from. */
export interface TracedCte {
  /** Of the second one. */
  name: string;
  /** The column that tells it. */
  rows: string;
}

/** What the parts of a statement share while it is rewritten. */
export interface Tracing {
  /** The number of each input, by lowercase name. */
  readonly inputs: ReadonlyMap<string, number>;
  /** By lowercase name; undefined where it cannot be traced, which matters once it is read. */
  readonly ctes: ReadonlyMap<string, TracedCte | undefined>;
  /** Whether columns of relations further left may be named here. */
  readonly isLateral: boolean;
  /** A name that the statement does not have. */
  readonly freshName: () => string;
}

/** No statement that has this in it is rewritten, so that names of ours are never its own. */
export const RESERVED = '__svc_from_';

export function beginTracing(inputNames: readonly string[]): Tracing {
  let made = 0;
  return {
    inputs: new Map(inputNames.map((name, index) => [lowerAscii(name), index])),
    ctes: new Map(),
    isLateral: false,
    freshName: () => `${RESERVED}${++made}`,
  };
}
