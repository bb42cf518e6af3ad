import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ColumnType, ROW_ID } from '../../core/column-types.js';
import { portableStem } from '../../core/file-names.js';
import { guardedColumn, guardedName } from '../../core/guard-formulas.js';
import { identifier } from '../../core/sql-text.js';
import type { ExportSheet, SheetAnnotation } from '../../file-workers/export-sheet.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { readAnnotations } from './annotations.js';
import { exportColumn, sheetAnnotations } from './export-columns.js';
import { mergeCsv } from './merge-csv.js';
import { writeViewFiles } from './view-files.js';

export interface ExportRequest {
  workbookId: string;
  tables: ReadableTable[];
  format: 'xlsx' | 'csv';
  includeRowIds: boolean;
  /** Whether formula columns are formulas in xlsx files; otherwise they are values. */
  liveFormulas?: boolean;
  /** Written into xlsx files, with the ids of tables and columns, so that a file is recognised when it returns. */
  branchId?: string | undefined;
  /** Whether csv files begin with a byte order mark. */
  csvBom?: boolean;
  /** Whether texts in csv files that a spreadsheet program would run as formulas are escaped; by default they are. */
  csvGuardFormulas?: boolean;
}

export interface ExportedFile {
  bytes: Readable;
  extension: 'xlsx' | 'xlsm' | 'csv' | 'zip';
  /** How many cells of the tables are formulas; null if the format has none. */
  formulas: number | null;
  /** How many texts were truncated to the limit of a cell. */
  truncatedCells: number;
}

/** Writes the caller's view of the tables to one file: xlsx with a sheet per table, csv, or a zip of csv files. */
export const exportTables = retryingLostFiles((data: WorkbookData, request: ExportRequest) =>
  writeExport(storesOf(data), request),
);

/** Like `exportTables`, without a retry. */
export async function writeExport(stores: Stores, request: ExportRequest): Promise<ExportedFile> {
  const folder = join(stores.engine.outDir, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const parts: ExportedPart[] = [];
    // Sequentially: each uses all cores, and a thousand at once would be a thousand waiting calls.
    for (const [i, table] of request.tables.entries())
      parts.push(await exportPart(stores, request, table, join(folder, String(i))));
    if (request.format === 'xlsx') {
      const outPath = join(folder, 'export.xlsx');
      const summary = await stores.fileWorkers.exportXlsx(request.workbookId, {
        outPath,
        liveFormulas: request.liveFormulas,
        branchId: request.branchId,
        sheets: parts.map(({ tableId, name, columns, paths, annotations }) => ({
          tableId,
          name,
          columns,
          parquetPaths: paths,
          annotations,
        })),
      });
      return { bytes: await streamThenRemove(outPath, folder), extension: 'xlsx', ...summary };
    }
    const [only] = parts;
    const marked = request.csvBom ? withByteOrderMark : (csv: Readable) => csv;
    if (parts.length === 1 && only)
      return {
        bytes: marked(csvOf(await openThenRemove(only.paths, folder))),
        extension: 'csv',
        formulas: null,
        truncatedCells: 0,
      };
    const outPath = join(folder, 'export.zip');
    await writeZip(outPath, parts, marked);
    return {
      bytes: await streamThenRemove(outPath, folder),
      extension: 'zip',
      formulas: null,
      truncatedCells: 0,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface ExportedPart {
  tableId: string;
  name: string;
  columns: ExportSheet['columns'];
  /** Files with the same rows side by side, each with some of the columns. */
  paths: string[];
  annotations: SheetAnnotation[] | undefined;
}

async function exportPart(
  stores: Stores,
  request: ExportRequest,
  table: ReadableTable,
  path: string,
): Promise<ExportedPart> {
  // A table without visible columns is exported as its row ids.
  const withRowIds = request.includeRowIds || table.columns.length === 0;
  const rowId: ExportSheet['columns'] = withRowIds ? [{ name: ROW_ID, type: 'BIGINT' }] : [];
  const columns = [...table.columns.map(exportColumn), ...rowId];
  const annotations = request.format === 'xlsx' ? await annotationsOf(stores, table) : undefined;
  const hidden = annotations && !withRowIds ? [ROW_ID] : [];
  const guarded = request.format === 'csv' && request.csvGuardFormulas !== false;
  const selected = [
    ...columns.map(({ name, type }) => ({
      name,
      sql: guarded ? guardedSelection(name, type) : identifier(name),
    })),
    ...hidden.map((name) => ({ name, sql: identifier(name) })),
  ];
  const whole = { table, columns: table.columns, filter: null, orderBy: [], limit: null };
  const format = request.format === 'csv' ? 'csv' : 'parquet';
  const paths = await writeViewFiles(stores, whole, { selected, format, path });
  return { tableId: table.record.id, name: table.record.name, columns, paths, annotations };
}

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

async function openThenRemove(paths: readonly string[], folder: string): Promise<Readable[]> {
  const files = await Promise.all(paths.map((path) => open(path)));
  await rm(folder, { recursive: true, force: true });
  return files.map((file) => file.createReadStream());
}

/** One csv file of several with the same rows side by side. */
function csvOf(files: Readable[]): Readable {
  const [only] = files;
  if (files.length === 1 && only) return only;
  const merged = Readable.from(mergeCsv(files), { objectMode: false });
  return merged.once('close', () => {
    for (const file of files) file.destroy();
  });
}

function withByteOrderMark(csv: Readable): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from('\ufeff');
      yield* csv;
    })(),
    { objectMode: false },
  );
}

/** Each file is removed once it is packed, so that every table takes disk space only once. */
async function writeZip(
  path: string,
  parts: readonly ExportedPart[],
  marked: (csv: Readable) => Readable,
): Promise<void> {
  const archive = await ZipWriter.create(path, { modifiedAt: new Date() });
  try {
    const used = new Set<string>();
    for (const part of parts) {
      const csv = csvOf(part.paths.map((file) => createReadStream(file)));
      await archive.addStream(entryName(part.name, used), marked(csv));
      for (const file of part.paths) await rm(file);
    }
  } catch (error) {
    await archive.abandon();
    throw error;
  }
  await archive.close();
}

/** A unique file name that every system accepts. */
function entryName(table: string, used: Set<string>): string {
  const base = portableStem(table);
  let name = `${base}.csv`;
  for (let n = 2; used.has(name.toLowerCase()); n++) name = `${base} (${n}).csv`;
  used.add(name.toLowerCase());
  return name;
}
