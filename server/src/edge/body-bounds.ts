const KB = 1024;
const MB = 1024 * KB;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits of the route's JSON body; small ones if absent. */
    bodyBounds?: BodyBounds;
  }
}

/** Limits of a JSON body. A body beyond them is refused while it arrives, or before it is parsed. */
export interface BodyBounds {
  bytes: number;
  /** In any one object or array. */
  members: number;
  /** In one element of a top-level list, or in everything outside these lists, at any depth. */
  values: number;
}

/** For sign-in, the control plane, and calls with no body or a few short fields. */
export const smallBounds: BodyBounds = { bytes: 64 * KB, members: 1000, values: 10_000 };

/** The default. */
export const ordinaryBounds: BodyBounds = { bytes: MB, members: 20_000, values: 50_000 };

/** For rows to write: 10,000 of them, with as many columns as a sheet can have. */
export const rowsBounds: BodyBounds = { bytes: 16 * MB, members: 20_000, values: 50_000 };

/** For a parse spec, which lists rows of its sheets by number. */
export const parseSpecBounds: BodyBounds = { bytes: 4 * MB, members: 100_000, values: 250_000 };

/** Deeper than any meaningful value. */
export const MAX_LEVELS = 100;
