import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Db } from '../../../catalog/db.js';
import { originOf, type TableRecord } from '../../../catalog/tables.js';
import { revisingOperations } from '../../../core/operations.js';
import { placesOfRow } from '../../../core/table-origin.js';
import type { RawValue } from '../../../file-workers/read-cells.js';
import { knownFile } from '../../files/known-file.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import { localSegment } from '../../segment-files.js';
import type { Stores } from '../../stores.js';

export interface FileCell {
  source: string;
  sheet: string;
  address: string;
  /** Null if the cell is blank. */
  rawValue: RawValue | null;
}

export interface TableCell {
  rowId: number;
  columnId: string;
}

/** Places of cells in a sheet (see core/cell-place.ts), by row and column id. */
type Places = Map<number, ReadonlyMap<string, number>>;

/**
 * The cells of an uploaded file that cells of a table came from, regardless of later edits; null for a cell without
 * one in the current file of the source. The calling function checks that they are visible.
 */
export async function fileCells(
  stores: Stores,
  { record, version }: Pick<GovernedTable, 'record' | 'version'>,
  cells: readonly TableCell[],
): Promise<(FileCell | null)[]> {
  if (await wasRevised(stores.catalog.db, record, version)) return cells.map(() => null);
  const places = await placesOf(stores, record, cells);
  const placed = cells.map(({ rowId, columnId }) => places.get(rowId)?.get(columnId));
  const found = await readPlaces(
    stores,
    record,
    placed.filter((place) => place !== undefined),
  );
  return placed.map((place) => (place === undefined ? null : (found.get(place) ?? null)));
}

/** Places are known only for the latest file; versions of the table before it came from another one. */
async function wasRevised(db: Db, table: TableRecord, version: number): Promise<boolean> {
  if (version === table.edit_version) return false;
  const revision = await db
    .selectFrom('table_versions')
    .innerJoin('ops', (join) =>
      join.onRef('ops.op_id', '=', 'table_versions.op_id').on('ops.workbook_id', '=', table.workbook_id),
    )
    .select('table_versions.version')
    .where('table_versions.table_id', '=', table.id)
    .where('table_versions.version', '>', version)
    .where('ops.operation', 'in', revisingOperations)
    .limit(1)
    .executeTakeFirst();
  return revision !== undefined;
}

async function placesOf(stores: Stores, table: TableRecord, cells: readonly TableCell[]): Promise<Places> {
  const rowIds = [...new Set(cells.map(({ rowId }) => rowId))];
  if (rowIds.length === 0) return new Map();
  const { db } = stores.catalog;
  const structured = await db
    .selectFrom('structured_tables')
    .select('provenance_hash')
    .where('table_id', '=', table.id)
    .executeTakeFirst();
  if (structured) {
    const columnIds = [...new Set(cells.map(({ columnId }) => columnId))];
    return await structuredPlaces(stores, table, structured.provenance_hash, { rowIds, columnIds });
  }
  const origin = await originOf(db, table.id);
  return new Map(origin ? rowIds.map((rowId) => [rowId, placesOfRow(origin, rowId)]) : []);
}

/** The places of a structured table are stored in a separate segment, with the table's row and column ids. */
async function structuredPlaces(
  { catalog, engine, blobs }: Stores,
  table: TableRecord,
  provenanceHash: string,
  { rowIds, columnIds }: { rowIds: number[]; columnIds: string[] },
): Promise<Places> {
  const rows = await engine.segmentRows(table.workbook_id, {
    segment: await localSegment({ db: catalog.db, blobs }, table.id, { hash: provenanceHash, size: 0 }),
    columns: columnIds.map((id) => ({ id, type: 'DOUBLE' })),
    rowIds,
  });
  return new Map(
    [...rows].map(([rowId, cells]) => [
      rowId,
      new Map(
        Object.entries(cells).flatMap(([id, place]) => (typeof place === 'number' ? [[id, place]] : [])),
      ),
    ]),
  );
}

async function readPlaces(
  { catalog, blobs, fileWorkers }: Stores,
  { workbook_id, source_id, source_sheet: sheet }: TableRecord,
  wanted: readonly number[],
): Promise<Map<number, FileCell>> {
  const places = [...new Set(wanted)];
  if (places.length === 0 || source_id === null || sheet === null) return new Map();
  const { name, filename, blob_hash, size } = await catalog.db
    .selectFrom('sources')
    .select(['name', 'filename', 'blob_hash', 'size'])
    .where('id', '=', source_id)
    .executeTakeFirstOrThrow();
  const file = await knownFile(blobs, { filename, blob: { hash: blob_hash, size } });
  const rawValues = await fileWorkers.readRawValues(workbook_id, { ...file, sheet, places });
  return new Map(
    places.map((place, index) => [
      place,
      { source: name, sheet, address: addressOfPlace(place), rawValue: rawValues[index] ?? null },
    ]),
  );
}
