import type { ColumnRecord } from './tables.js';

/** Shorter texts are parsed in well under a millisecond. */
const LONG_TEXT = 64 * 1024;
const MAX_REMEMBERED = 16;

/** Of the last wide tables, whose columns nearly every call on them reads. */
const remembered = new Map<string, readonly ColumnRecord[]>();

/** The columns of a table from the JSON text that the catalog stores. The list is the caller's, the records are shared. */
export function parseColumns(text: string): ColumnRecord[] {
  if (text.length < LONG_TEXT) return JSON.parse(text) as ColumnRecord[];
  const columns = remembered.get(text) ?? (JSON.parse(text) as ColumnRecord[]);
  remembered.delete(text);
  remembered.set(text, columns);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return [...columns];
}
