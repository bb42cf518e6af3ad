import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import { originOf, type TableRow } from '../catalog/tables.js';
import { addressOfPlace } from '../core/cell-place.js';
import { placesOfRow } from '../core/table-origin.js';
import type { Engine } from '../engine/engine.js';
import type { RawValue } from '../engine/spreadsheets/read-cells.js';
import type { SpreadsheetProcesses } from '../engine/spreadsheets/spreadsheet-processes.js';
import type { GovernedTable } from './governed-tables.js';
import { knownFile } from './source-files.js';

export interface CellProvenance {
  column: string;
  /** Null where no cell of a file says it, and where the column is masked. */
  from: FileCell | null;
}

export interface FileCell {
  source: string;
  sheet: string;
  address: string;
  /** Null where the cell is blank. */
  rawValue: RawValue | null;
}

interface Deps {
  catalog: Catalog;
  engine: Engine;
  blobs: BlobStore;
  spreadsheets: SpreadsheetProcesses;
}

/** A column id and a cell of a sheet as a single number: see core/cell-place.ts. */
type PlacedColumn = [columnId: string, place: number];

/** Where in an uploaded file the cells of a row came from, and what it has there, whatever was edited since. */
export async function rowProvenance(
  deps: Deps,
  table: GovernedTable,
  rowId: number,
): Promise<CellProvenance[]> {
  const open = new Set(table.columns.filter(({ masked }) => !masked).map(({ id }) => id));
  const placed = (await placedColumns(deps, table, rowId)).filter(([id]) => open.has(id));
  const cells = await readFileCells(deps, table.row, placed);
  return table.columns.map(({ id, name }) => ({ column: name, from: cells.get(id) ?? null }));
}

async function placedColumns(deps: Deps, table: GovernedTable, rowId: number): Promise<PlacedColumn[]> {
  const { db } = deps.catalog;
  const structured = await db
    .selectFrom('structured_tables')
    .select('provenance_hash')
    .where('table_id', '=', table.row.id)
    .executeTakeFirst();
  if (structured) return await structuredPlaces(deps, table, structured.provenance_hash, rowId);
  const origin = await originOf(db, table.row.id);
  return origin ? [...placesOfRow(origin, rowId)] : [];
}

/** The places of a structured table are kept as a segment of their own, with the table's row and column ids. */
async function structuredPlaces(
  { engine, blobs }: Deps,
  { row, columns }: GovernedTable,
  provenanceHash: string,
  rowId: number,
): Promise<PlacedColumn[]> {
  const rows = await engine.segmentRows(row.workbook_id, {
    path: await blobs.localPath(provenanceHash),
    columns: columns.map(({ id }) => ({ id, type: 'DOUBLE' })),
    rowIds: [rowId],
  });
  return Object.entries(rows.get(rowId) ?? {}).flatMap(([id, place]) =>
    typeof place === 'number' ? [[id, place] satisfies PlacedColumn] : [],
  );
}

async function readFileCells(
  { catalog, blobs, spreadsheets }: Deps,
  { source_id, source_sheet: sheet }: TableRow,
  placed: PlacedColumn[],
): Promise<Map<string, FileCell>> {
  if (placed.length === 0 || source_id === null || sheet === null) return new Map();
  const { name, filename, blob_hash, size } = await catalog.db
    .selectFrom('sources')
    .select(['name', 'filename', 'blob_hash', 'size'])
    .where('id', '=', source_id)
    .executeTakeFirstOrThrow();
  const file = await knownFile(blobs, { filename, blob: { hash: blob_hash, size } });
  const rawValues = await spreadsheets.readRawValues({
    ...file,
    sheet,
    places: placed.map(([, place]) => place),
  });
  return new Map(
    placed.map(([id, place], index) => [
      id,
      { source: name, sheet, address: addressOfPlace(place), rawValue: rawValues[index] ?? null },
    ]),
  );
}
