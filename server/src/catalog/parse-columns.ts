import type { ColumnRecord } from './tables.js';

const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Of the tables that were read last, since nearly every call on a table reads its columns; least recently read first. */
const remembered = new Map<string, readonly ColumnRecord[]>();
let characters = 0;

/** The columns of a table from the JSON text that the catalog stores. The list is the caller's, the records are shared. */
export function parseColumns(text: string): ColumnRecord[] {
  const known = remembered.get(text);
  const columns = known ?? (JSON.parse(text) as ColumnRecord[]);
  remembered.delete(text);
  remembered.set(text, columns);
  if (!known) {
    characters += text.length;
    for (const oldest of remembered.keys()) {
      if (characters <= MAX_CHARACTERS) break;
      remembered.delete(oldest);
      characters -= oldest.length;
    }
  }
  return [...columns];
}
