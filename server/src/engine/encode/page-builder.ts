import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';

const KB = 1024;
const MB = 1024 * KB;

/** The shape of a page: unique names, a type for each, and its limits. */
export interface PageShape {
  names: readonly string[];
  types: readonly DuckDBType[];
  /** The most rows; if absent, all. */
  limit?: number | undefined;
  /** The most bytes; if absent, unlimited. */
  maxBytes?: number | undefined;
}

/** Why a page ends before the last row. */
export type PageCut = 'limit' | 'bytes';

/** A page under construction. Once it is cut, further rows are left out. */
export interface PageBuilder {
  add(chunk: DuckDBDataChunk): void;
  readonly rowCount: number;
  /** Set when a row was left out. */
  readonly cutBy: PageCut | undefined;
  finish(): string | Uint8Array;
}

/** A page without its first row could not be continued by another one. */
export function rowTooLarge(maxBytes: number) {
  const most = maxBytes >= MB ? `${Math.floor(maxBytes / MB)} MB` : `${Math.floor(maxBytes / KB)} KB`;
  return problem('too-large', say('row-too-large', { max: most }), {
    fix: say('fix-row-too-large'),
  });
}
