import type { GridRow, RowSource } from './types.js';

/** Rows that are all here, such as those of a small result. */
export function rowsInMemory(rows: GridRow[], key: string): RowSource {
  return { key, rowCount: rows.length, read: (from, to) => rows.slice(from, to) };
}
