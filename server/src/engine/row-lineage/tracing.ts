import { lowerAscii } from '../guard/lower-ascii.js';

/** The statement may run, but the source rows of its rows cannot be determined. */
export class Untraceable extends Error {
  override readonly name = 'Untraceable';
}

/** A common table expression that also exists in a traced form. */
export interface TracedCte {
  /** The name of the traced form. */
  name: string;
  /** The column with the source rows. */
  rows: string;
}

/** What the parts of a statement share while it is rewritten. */
export interface Tracing {
  /** The number of each input, by lowercase name. */
  readonly inputs: ReadonlyMap<string, number>;
  /** By lowercase name; undefined if it cannot be traced, which matters once it is read. */
  readonly ctes: ReadonlyMap<string, TracedCte | undefined>;
  /** Whether columns of relations further left may be named here. */
  readonly isLateral: boolean;
  /** A name that the statement does not contain. */
  readonly freshName: () => string;
}

/** A statement that contains this is not rewritten, so that added names never collide with its own. */
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
