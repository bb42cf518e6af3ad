import { type ColumnData, jsonCell } from '@workbook-data-service/sheets/columns';
import type { MaterializedTable } from '../materialize/materialized-table.js';
import type { AlternativeTable, ReadingPicture } from '../parse-spec.js';

/** Argued: three pictures are looked at side by side, so each shows what fits a small window. */
const maxTables = 6;
const maxColumns = 12;
const maxRows = 5;
const maxTextLength = 60;

/** The beginnings of the tables that a reading makes. */
export function pictureOf(
  tables: readonly MaterializedTable[],
): Pick<ReadingPicture, 'tables' | 'tableCount'> {
  return { tables: tables.slice(0, maxTables).map(pictureOfTable), tableCount: tables.length };
}

function pictureOfTable({ name, columns, rowCount }: MaterializedTable): AlternativeTable {
  const shown = columns.slice(0, maxColumns);
  return {
    name,
    columns: shown.map((column) => column.name),
    columnCount: columns.length,
    rows: rowCount,
    firstRows: Array.from({ length: Math.min(maxRows, rowCount) }, (_, row) =>
      shown.map((column) => shortText(column, row)),
    ),
  };
}

function shortText(column: ColumnData, row: number): string | null {
  const value = jsonCell(column, row);
  if (value === null) return null;
  const text = String(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}

/** Equal for readings of a sheet of which a person sees the same tables, columns and rows. */
export function fingerprintOf(tables: readonly MaterializedTable[]): string {
  const seen = tables.map(({ name, columns, rowCount, sources }) => [
    name,
    rowCount,
    columns.map((column) => column.name),
    sources.map(hashOf),
  ]);
  return JSON.stringify(seen);
}

/** FNV-1a over the places of a column's cells: what stands where tells tables apart, at little cost. */
function hashOf(places: Float64Array): number {
  const words = new Uint32Array(places.buffer, places.byteOffset, places.length * 2);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash;
}
