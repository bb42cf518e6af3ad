/** A cell as the edit log keeps it; numbers that a double cannot hold exactly are text. */
export type CellValue = string | number | boolean | null | CellValue[] | { [key: string]: CellValue };
export type Cells = Record<string, CellValue>;

export interface RowEdit {
  rowId: number;
  kind: 'insert' | 'update' | 'delete';
  /** By column id. An insert has every cell; an update those it changes; a delete none. */
  after: Cells | null;
}

/** The same change as a run of edits, with at most one entry for each row. */
export interface NetEdits {
  deletes: number[];
  inserts: { rowId: number; cells: Cells }[];
  updates: { rowId: number; cells: Cells }[];
}

type Net = { kind: 'insert' | 'update'; cells: Cells } | { kind: 'delete' };

/** Folds edits in the order they were made. An insert over a row that is still there replaces it. */
export function foldEdits(edits: Iterable<RowEdit>): NetEdits {
  const byRow = new Map<number, Net>();
  for (const { rowId, kind, after } of edits) {
    const before = byRow.get(rowId);
    if (kind === 'delete') byRow.set(rowId, { kind: 'delete' });
    else if (kind === 'insert' || !before || before.kind === 'delete')
      byRow.set(rowId, { kind, cells: { ...after } });
    else byRow.set(rowId, { kind: before.kind, cells: { ...before.cells, ...after } });
  }
  const net: NetEdits = { deletes: [], inserts: [], updates: [] };
  for (const [rowId, change] of byRow) {
    if (change.kind === 'delete') net.deletes.push(rowId);
    else if (change.kind === 'insert') net.inserts.push({ rowId, cells: change.cells });
    else net.updates.push({ rowId, cells: change.cells });
  }
  return net;
}
