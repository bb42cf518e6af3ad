import type { FileErrorCode } from '../src/core/file-error.js';

/** A file made to do harm, and how it may end: refused, read, or, where both are given, either. */
export interface HostileFile {
  what: string;
  bytes: () => Buffer | string;
  /** Any of these is accepted. */
  refused?: FileErrorCode[];
  /** By sheet and reference; a text, number or boolean. */
  cells?: Cells;
}

export type Cells = Record<string, Record<string, unknown>>;
