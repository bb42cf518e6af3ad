const KB = 1024;
const MB = 1024 * KB;

/** How much a JSON body may hold. What is beyond it is refused while it arrives, or before it is parsed. */
export interface BodyBounds {
  bytes: number;
  /** Members of any one object or array. */
  members: number;
  /** Values in one element of a list, or in everything around the lists, however they are nested. */
  values: number;
}

/** Sign-in, the control plane, and calls that take no body or a few short fields. */
export const smallBounds: BodyBounds = { bytes: 64 * KB, members: 1000, values: 10_000 };

/** Where an endpoint says nothing else. */
export const ordinaryBounds: BodyBounds = { bytes: MB, members: 20_000, values: 50_000 };

/** Rows to write: 10,000 of them, and as many columns as a sheet can have. */
export const rowsBounds: BodyBounds = { bytes: 16 * MB, members: 20_000, values: 50_000 };

/** A parse spec, which lists rows of its sheets by number. */
export const parseSpecBounds: BodyBounds = { bytes: 4 * MB, members: 100_000, values: 250_000 };

/** Deeper than any value that a person or a program means. */
export const MOST_LEVELS = 100;
