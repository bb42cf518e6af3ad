import type { GridColumn } from '../grid/grid.js';
import type { ColumnCells } from './column-cells.js';
import type { ColumnData } from './column-data.js';
import { inferTextColumn } from './infer-text-column.js';
import { inferTypedColumn } from './infer-typed-column.js';
import type { Dialect } from './spreadsheet-file.js';

interface Inference {
  rows: Uint32Array;
  dialect: Dialect | null;
  data: ColumnData;
}

/**
 * The last inference of a column: the raw table, the proposed spec and its tables mostly need the same one.
 */
const lastInferences = new WeakMap<GridColumn, Inference>();

/**
 * The type that spreadsheets and csv files state themselves, and the values in it, which must not be
 * modified.
 */
export function inferColumn(cells: ColumnCells, rows: Uint32Array, dialect: Dialect | null): ColumnData {
  const last = cells.column && lastInferences.get(cells.column);
  if (last && last.dialect === dialect && areEqual(last.rows, rows)) return last.data;
  const data = dialect ? inferTextColumn(cells, rows, dialect) : inferTypedColumn(cells, rows);
  if (cells.column) lastInferences.set(cells.column, { rows, dialect, data });
  return data;
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
