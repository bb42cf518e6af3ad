import type {
  CellCoverage,
  SheetSpec,
  StatedTotal,
  TableRole,
} from '@workbook-data-service/structure/parse-spec';
import type { BlobRef } from '../../blobs/blob-store.js';
import type { StoredSegment } from '../../catalog/segments.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { TableOrigin } from '../../core/table-origin.js';
import type { ReadingInputs } from '../../file-workers/known-readings.js';
import type { LandedTable as WrittenTable } from '../../file-workers/write-raw-sheets.js';
import type {
  SheetColumns,
  StructuredSheet as WrittenSheet,
  StructuredTable as WrittenStructured,
} from '../../file-workers/write-structured-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storeSegment } from '../store-segment.js';
import { pathOfSource } from '../stored-blobs.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import type { ReceivedFile } from './received-file.js';

export interface LandedTable {
  columns: ColumnRecord[];
  rowCount: number;
  segment: StoredSegment;
  origin: TableOrigin | null;
}

export interface StructuredTable {
  name: string;
  role: TableRole;
  columns: ColumnRecord[];
  rowCount: number;
  segment: StoredSegment;
  /** The place in the sheet that each cell came from. */
  provenance: BlobRef;
  sheetColumns: SheetColumns;
}

export interface LandedSheet {
  name: string;
  /** The raw sheet; null if only regions of it were requested. */
  raw: LandedTable | null;
  /** Empty if the raw sheet needs no structuring, or none was requested. */
  tables: StructuredTable[];
  /** Null if structuring was not requested. */
  structure: SheetStructure | null;
  /** Whether its rows go to another table, so that its own tables are archived. */
  goesElsewhere?: boolean;
}

interface SheetStructure {
  spec: SheetSpec;
  coverage: CellCoverage;
  reconciliation: StatedTotal[];
}

export interface LandedFile {
  format: string;
  reader: unknown;
  /** Without blank sheets. */
  sheets: LandedSheet[];
}

/** Reads a file in a child process, and stores each sheet that is not blank as a raw table. */
export const landRawSheets = retryingLostFiles(
  async (data: WorkbookData, workbookId: string, file: ReceivedFile): Promise<LandedFile> => {
    const stores = storesOf(data);
    const landed = await stores.fileWorkers.writeRawSheets(
      workbookId,
      await pathOf(stores, file),
      file.filename,
    );
    const sheets: LandedSheet[] = [];
    for (const { name, table } of landed.sheets) {
      if (table)
        sheets.push({ name, raw: await adoptRaw(stores, workbookId, table), tables: [], structure: null });
    }
    return { format: landed.format, reader: landed.reader, sheets };
  },
);

/** Like `landRawSheets`, with the structured tables of each sheet; refused if the file exceeds `maxCells`. */
export const landTables = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    { maxCells, known }: { maxCells?: number | undefined; known?: ReadingInputs | undefined } = {},
  ): Promise<LandedFile> => {
    const stores = storesOf(data);
    const request = { path: await pathOf(stores, file), filename: file.filename, maxCells, known };
    const structured = await stores.fileWorkers.writeStructuredTables(workbookId, request);
    return { ...structured, sheets: await adoptSheets(stores, workbookId, structured.sheets) };
  },
);

/** The tables of parse specs: of the named regions, or of all regions with data. */
export const landTablesOfSpecs = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    specs: SheetSpec[],
    regionIds: string[] | undefined,
  ): Promise<LandedSheet[]> => {
    const stores = storesOf(data);
    const path = await pathOf(stores, file);
    const request = { path, filename: file.filename, specs, regionIds };
    const sheets = await stores.fileWorkers.writeTablesOfSpecs(workbookId, request);
    return await adoptSheets(stores, workbookId, sheets);
  },
);

async function pathOf({ blobs }: Stores, { blob, filename }: ReceivedFile): Promise<string> {
  return await pathOfSource(blobs, blob.hash, filename);
}

async function adoptSheets(
  stores: Stores,
  workbookId: string,
  sheets: WrittenSheet[],
): Promise<LandedSheet[]> {
  const adopted: LandedSheet[] = [];
  for (const { spec, raw, tables, coverage, reconciliation } of sheets) {
    const structured: StructuredTable[] = [];
    for (const table of tables) structured.push(await adoptStructured(stores, workbookId, table));
    adopted.push({
      name: spec.name,
      raw: raw && (await adoptRaw(stores, workbookId, raw)),
      tables: structured,
      structure: { spec, coverage, reconciliation },
    });
  }
  return adopted;
}

async function adoptRaw(stores: Stores, workbookId: string, table: WrittenTable): Promise<LandedTable> {
  const { rowCount, origin, segmentPath } = table;
  return {
    columns: records(table),
    rowCount,
    origin,
    segment: await storeSegment(stores, workbookId, segmentPath),
  };
}

async function adoptStructured(
  stores: Stores,
  workbookId: string,
  table: WrittenStructured,
): Promise<StructuredTable> {
  const { name, role, rowCount, sheetColumns } = table;
  const segment = await storeSegment(stores, workbookId, table.segmentPath);
  const provenance = await stores.blobs.adopt(table.provenancePath);
  return { name, role, columns: records(table), rowCount, segment, provenance, sheetColumns };
}

function records({ columns }: Pick<WrittenTable, 'columns'>): ColumnRecord[] {
  return columns.map((column) => ({ ...column, description: null }));
}
