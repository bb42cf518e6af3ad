import { columnOfPlace, rowOfPlace } from '@workbook-data-service/sheets/addresses';
import { originOf } from '../../../catalog/tables.js';
import { rowIdOf } from '../../../core/table-origin.js';
import type { ReadableTable } from '../../governance/governed-tables.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { localSegment } from '../../segment-files.js';
import { type Stores, storesOf } from '../../stores.js';
import type { WorkbookData } from '../../workbook-data.js';
import type { TableCell } from './file-cells.js';

/** The cells of a table, among those that its reader may see, that came from these cells of its sheet. */
export const rowsOfPlaces = retryingLostFiles(
  async (
    data: WorkbookData,
    { record, columns }: ReadableTable,
    places: readonly number[],
  ): Promise<Map<number, TableCell>> => {
    const stores = storesOf(data);
    const { db } = stores.catalog;
    const visible = new Set(columns.map(({ id }) => id));
    const structured = await db
      .selectFrom('structured_tables')
      .select('provenance_hash')
      .where('table_id', '=', record.id)
      .executeTakeFirst();
    const cells = structured
      ? await structuredCells(stores, record, structured.provenance_hash, [...visible], places)
      : await landedCells(stores, record.id, places);
    return new Map([...cells].filter(([, { columnId }]) => visible.has(columnId)));
  },
);

async function structuredCells(
  { catalog, engine, blobs }: Stores,
  record: ReadableTable['record'],
  provenanceHash: string,
  columnIds: readonly string[],
  places: readonly number[],
): Promise<Map<number, TableCell>> {
  const rows = await engine.segmentRows(record.workbook_id, {
    segment: await localSegment({ db: catalog.db, blobs }, record.id, { hash: provenanceHash, size: 0 }),
    columns: columnIds.map((id) => ({ id, type: 'DOUBLE' })),
    holding: [...places],
  });
  const wanted = new Set(places);
  const found = new Map<number, TableCell>();
  for (const [rowId, cells] of rows)
    for (const [columnId, place] of Object.entries(cells))
      if (wanted.has(place as number)) found.set(place as number, { rowId, columnId });
  return found;
}

async function landedCells(
  { catalog }: Stores,
  tableId: string,
  places: readonly number[],
): Promise<Map<number, TableCell>> {
  const origin = await originOf(catalog.db, tableId);
  if (!origin) return new Map();
  const columnIds = new Map(Object.entries(origin.columns).map(([id, column]) => [column, id]));
  const found = new Map<number, TableCell>();
  for (const place of places) {
    const rowId = rowIdOf(origin, rowOfPlace(place) + 1);
    const columnId = columnIds.get(columnOfPlace(place));
    if (rowId !== undefined && columnId !== undefined) found.set(place, { rowId, columnId });
  }
  return found;
}
