import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect, FileFormat, SpreadsheetFile } from '@workbook-data-service/sheets';
import { type InferredTable, inferTable } from '@workbook-data-service/sheets';
import type { Sheet, Visibility } from '@workbook-data-service/sheets/grid';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { rowRunsOf, type TableOrigin } from '../core/table-origin.js';
import { readWorkbook } from './read-file.js';
import { noSheetHasCells } from './spec-of-file.js';
import { columnId, writeSegment } from './write-segment.js';

interface WriteRawSheetsRequest {
  path: string;
  filename: string;
  /** An existing directory, perhaps shared, that receives one segment per table. */
  outDir: string;
}

export interface LandedSheets {
  format: FileFormat;
  /** How a csv or tsv was read; null for other formats. */
  reader: Dialect | null;
  sheets: LandedSheet[];
}

interface LandedSheet {
  name: string;
  visibility: Visibility;
  /** Null for a blank sheet. */
  table: LandedTable | null;
}

export interface LandedTable {
  columns: LandedColumn[];
  rowCount: number;
  /** Counted from 1; null if no row was used for headings. */
  headerRow: number | null;
  segmentPath: string;
  /** Null if it would be too large. */
  origin: TableOrigin | null;
}

export interface LandedColumn {
  id: string;
  name: string;
  originalName: string | null;
  type: ColumnType;
  /** The most frequent format of its numbers in the file; absent for the default format. */
  numberFormat?: string | undefined;
}

/**
 * Reads an uploaded file and writes each non-blank sheet as one table; a failure leaves no segment behind.
 */
export async function writeRawSheets({
  path,
  filename,
  outDir,
}: WriteRawSheetsRequest): Promise<LandedSheets> {
  const file = await readWorkbook(path, filename);
  const sheets: LandedSheet[] = [];
  const segments: string[] = [];
  try {
    for (const sheet of file.sheets) {
      const segmentPath = join(outDir, `${randomUUID()}.parquet`);
      segments.push(segmentPath);
      sheets.push({
        name: sheet.name,
        visibility: sheet.visibility,
        table: await landSheet(sheet, file, segmentPath),
      });
    }
  } catch (error) {
    await Promise.all(segments.map((segment) => rm(segment, { force: true })));
    throw error;
  }
  if (!sheets.some(({ table }) => table)) throw noSheetHasCells();
  return { format: file.format, reader: file.dialect, sheets };
}

export async function landSheet(
  sheet: Sheet,
  { dialect }: Pick<SpreadsheetFile, 'dialect'>,
  segmentPath: string,
): Promise<LandedTable | null> {
  const table = inferTable(sheet, dialect);
  if (!table) return null;
  await writeSegment(table, segmentPath);
  const columns = table.columns.map(({ name, originalName, type, numberFormat }, index) => ({
    id: columnId(index),
    name,
    originalName,
    type,
    numberFormat,
  }));
  const { rowCount, headerRow } = table;
  return { columns, rowCount, headerRow, segmentPath, origin: originOf(sheet.name, table) };
}

function originOf(sheet: string, { columns, headerRow, sheetRows }: InferredTable): TableOrigin | null {
  const rowRuns = rowRunsOf(sheetRows);
  const places = columns.map(({ sheetColumn }, index) => [columnId(index), sheetColumn]);
  return rowRuns && { sheet, headerRow, columns: Object.fromEntries(places), rowRuns };
}
