import type { BlobRef, BlobStore } from '../blobs/blob-store.js';
import type { ColumnRecord } from '../catalog/tables.js';
import type { TableOrigin } from '../core/table-origin.js';
import type { SpreadsheetProcesses } from '../engine/spreadsheets/spreadsheet-processes.js';
import type { ReceivedFile } from './received-file.js';

export interface LandedTable {
  sheet: string;
  columns: ColumnRecord[];
  rowCount: number;
  segment: BlobRef;
  origin: TableOrigin | null;
}

export interface LandedFile {
  format: string;
  reader: unknown;
  tables: LandedTable[];
}

/** Reads a file in a process of its own and takes the segment of each non-empty sheet into the blob store. */
export async function landFile(
  deps: { blobs: BlobStore; spreadsheets: SpreadsheetProcesses },
  file: ReceivedFile,
): Promise<LandedFile> {
  const path = await deps.blobs.localPath(file.blob.hash);
  const landed = await deps.spreadsheets.land(path, file.filename);
  const tables: LandedTable[] = [];
  for (const { name, table } of landed.sheets) {
    if (!table) continue;
    const columns = table.columns.map((column) => ({ ...column, description: null }));
    tables.push({
      sheet: name,
      columns,
      rowCount: table.rowCount,
      segment: await deps.blobs.adopt(table.segmentPath),
      origin: table.origin,
    });
  }
  return { format: landed.format, reader: landed.reader, tables };
}
