import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { problem } from '../../core/problems.js';

/** What a page is made of: names already unique, one type for each, and where it ends. */
export interface PageShape {
  names: readonly string[];
  types: readonly DuckDBType[];
  /** How many rows at most; absent: all. */
  limit?: number | undefined;
  /** How many bytes at most; absent: as many as there are. */
  mostBytes?: number | undefined;
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

/** A page without its first row could not be continued by a next one. */
export function rowTooLarge(mostBytes: number) {
  const most = Math.floor(mostBytes / 1024 / 1024);
  return problem('too-large', `A single row takes more than ${most} MB, the most that one answer holds.`, {
    fix: 'Ask for fewer columns: name them in `columns` or in the SELECT list. An export has no such limit.',
  });
}
