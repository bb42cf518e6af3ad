import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { guardedColumn, guardedName } from '../../core/guard-formulas.js';
import { identifier } from '../../core/sql-text.js';
import type { ExportSheet, SheetAnnotation } from '../../file-workers/export-sheet.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import type { Stores } from '../stores.js';
import { readAnnotations } from './annotations.js';
import { exportColumn, sheetAnnotations } from './export-columns.js';
import type { RowIdRange } from './row-id-parts.js';
import { writeViewFiles } from './view-files.js';

export interface TableFileRequest {
  format: 'xlsx' | 'csv';
  includeRowIds: boolean;
  /** Whether texts in csv files that a spreadsheet program would run as formulas are escaped; by default they are. */
  csvGuardFormulas?: boolean;
  /** Some rows of the table, and whether the names of the columns are before them; by default all rows with names. */
  part?: { rowIds: RowIdRange; header: boolean };
}

export interface TableFiles {
  tableId: string;
  name: string;
  columns: ExportSheet['columns'];
  /** Files with the same rows side by side, each with some of the columns. */
  paths: string[];
  annotations: SheetAnnotation[] | undefined;
}

/** Writes a table as the caller sees it: csv as it is sent, Parquet for a workbook. */
export async function writeTableFiles(
  stores: Stores,
  request: TableFileRequest,
  table: ReadableTable,
  path: string,
): Promise<TableFiles> {
  const columns = exportedColumns(request, table);
  const annotations = request.format === 'xlsx' ? await annotationsOf(stores, table) : undefined;
  const hidden = annotations && !columns.some(({ name }) => name === ROW_ID) ? [ROW_ID] : [];
  const guarded = isGuarded(request);
  const selected = [
    ...columns.map(({ name, type }) => ({
      name,
      sql: guarded ? guardedSelection(name, type) : identifier(name),
    })),
    ...hidden.map((name) => ({ name, sql: identifier(name) })),
  ];
  const { rowIds, header } = request.part ?? {};
  const view = { table, columns: table.columns, filter: null, orderBy: [], limit: null, rowIds };
  const format = request.format === 'csv' ? 'csv' : 'parquet';
  const paths = await writeViewFiles(stores, view, { selected, format, header, path });
  return { tableId: table.record.id, name: table.record.name, columns, paths, annotations };
}

function exportedColumns(request: TableFileRequest, table: ReadableTable): ExportSheet['columns'] {
  // A table without visible columns is exported as its row ids.
  const withRowIds = request.includeRowIds || table.columns.length === 0;
  const rowId: ExportSheet['columns'] = withRowIds ? [{ name: ROW_ID, type: 'BIGINT' }] : [];
  return [...table.columns.map(exportColumn), ...rowId];
}

const isGuarded = ({ format, csvGuardFormulas }: TableFileRequest): boolean =>
  format === 'csv' && csvGuardFormulas !== false;

/** The csv file of a table without rows, as the engine would write it. */
export function csvHeader(request: TableFileRequest, table: ReadableTable): string {
  const names = exportedColumns(request, table).map(({ name }) =>
    isGuarded(request) ? guardedName(name) : name,
  );
  return `${names.map(csvName).join(',')}\r\n`;
}

/** Quoted where the engine does so. */
const csvName = (name: string): string => (/[,"#\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

function guardedSelection(name: string, type: ColumnType): string {
  return `${guardedColumn(name, type)} as ${identifier(guardedName(name))}`;
}

async function annotationsOf(
  { catalog }: Stores,
  table: ReadableTable,
): Promise<SheetAnnotation[] | undefined> {
  return sheetAnnotations(await readAnnotations(catalog.db, table), table.columns);
}

/** The folder is removed at once: the open file stays readable, and nothing is left behind if the client aborts. */
export async function streamThenRemove(path: string, folder: string): Promise<Readable> {
  const [file] = await openThenRemove([path], folder);
  return file as Readable;
}

export async function openThenRemove(paths: readonly string[], folder: string): Promise<Readable[]> {
  const files = await Promise.all(paths.map((path) => open(path)));
  await rm(folder, { recursive: true, force: true });
  return files.map((file) => file.createReadStream());
}
