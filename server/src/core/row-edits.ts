import type { Cells } from '@workbook-data-service/sheets/values';

export interface RowEdit {
  rowId: number;
  kind: 'insert' | 'update' | 'delete';
  /** By column id. An insert has every cell; an update those it changes; a delete none. */
  after: Cells | null;
}

/** A row edit as the log stores it, its cells still JSON text. */
export interface RawEdit {
  version: number;
  rowId: number;
  kind: RowEdit['kind'];
  after: string | null;
}

/** The position of an edit in the log of its table, which has at most one edit of a row in each version. */
export interface EditPlace {
  version: number;
  rowId: number;
}

/** The position after the last edit of a version. */
export function endOfVersion(version: number): EditPlace {
  return { version, rowId: Number.MAX_SAFE_INTEGER };
}

/** The rows with ids after one, up to and including another. */
export interface RowRange {
  after: number;
  upTo: number;
}

/** Some edits of a table, in the order in which they were made. */
export interface EditSlice {
  edits: RawEdit[];
  /** The position of the last of them, if more follow. */
  next?: EditPlace;
}

/** The net change of a sequence of edits, with at most one entry for each row. */
export interface NetEdits {
  deletes: number[];
  inserts: { rowId: number; cells: Cells }[];
  updates: { rowId: number; cells: Cells }[];
}

type Net = { kind: 'insert' | 'update'; cells: Cells } | { kind: 'delete' };

/** Folds edits in the order they were made. An insert over an existing row replaces it. */
export function foldEdits(edits: Iterable<RowEdit>): NetEdits {
  const byRow = new Map<number, Net>();
  for (const { rowId, kind, after } of edits) {
    const before = byRow.get(rowId);
    if (kind === 'delete') byRow.set(rowId, { kind: 'delete' });
    else if (kind === 'insert' || !before || before.kind === 'delete')
      byRow.set(rowId, { kind, cells: { ...after } });
    else Object.assign(before.cells, after);
  }
  const net: NetEdits = { deletes: [], inserts: [], updates: [] };
  for (const [rowId, change] of byRow) {
    if (change.kind === 'delete') net.deletes.push(rowId);
    else if (change.kind === 'insert') net.inserts.push({ rowId, cells: change.cells });
    else net.updates.push({ rowId, cells: change.cells });
  }
  return net;
}
