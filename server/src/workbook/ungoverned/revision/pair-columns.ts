import { type ColumnRecord, nameKey } from '../../../catalog/tables.js';
import { nextColumnId } from '../../../core/column-changes.js';
import type { LandedColumn } from '../../writing/table-revision.js';

/** A column of the new file with its counterparts in the previous file and in the table. */
export interface PairedColumn {
  /** Its id in the table. */
  id: string;
  /** With its id in the segment of the new file. */
  incoming: ColumnRecord;
  /** Undefined if the file did not have it. */
  base: LandedColumn | undefined;
  /** Undefined if it is new, or where a person dropped it from the table. */
  current: ColumnRecord | undefined;
}

interface KnownColumns {
  base: readonly LandedColumn[];
  current: readonly ColumnRecord[];
  /** Ids that any version of the table used. */
  everUsed: readonly string[];
}

/**
 * Finds each column of a new file by its name in the previous file, even if a person has renamed it since;
 * otherwise by name among the columns that people added.
 */
export function pairColumns(known: KnownColumns, incoming: readonly ColumnRecord[]): PairedColumn[] {
  const landedIds = new Set(known.base.map(({ id }) => id));
  const baseByName = new Map(known.base.map((column) => [nameKey(column.name), column]));
  const currentById = new Map(known.current.map((column) => [column.id, column]));
  const addedByName = new Map(
    known.current.filter(({ id }) => !landedIds.has(id)).map((column) => [nameKey(column.name), column]),
  );
  const used = [...known.everUsed, ...landedIds];
  return incoming.map((column) => {
    const base = baseByName.get(nameKey(column.name));
    const current = base ? currentById.get(base.id) : addedByName.get(nameKey(column.name));
    const id = base?.id ?? current?.id ?? nextColumnId(used);
    used.push(id);
    return { id, incoming: column, base, current };
  });
}

/** Whether a person dropped the column from the table; the file still has it. */
export function isDropped({ base, current }: PairedColumn): boolean {
  return base !== undefined && current === undefined;
}

/** Whether the table takes its cells from the file: not for formula columns and dropped ones. */
export function isFollowed(pair: PairedColumn): boolean {
  return !isDropped(pair) && pair.current?.formula === undefined;
}
