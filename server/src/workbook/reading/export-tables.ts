import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ColumnType, ROW_ID } from '../../core/column-types.js';
import { portableStem } from '../../core/file-names.js';
import { identifier } from '../../core/sql-text.js';
import type { ExportSheet, SheetAnnotation } from '../../file-workers/export-sheet.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { readAnnotations } from './annotations.js';
import { rowOrder } from './export-order.js';
import { guardedColumn, guardedName } from './guard-formulas.js';

export interface ExportRequest {
  workbookId: string;
  tables: ReadableTable[];
  format: 'xlsx' | 'csv';
  includeRowIds: boolean;
  /** Whether formula columns are formulas in xlsx files; otherwise they are values. */
  liveFormulas?: boolean;
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

export const EXPORT_DEADLINE_MS = 10 * 60 * 1000;

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
        sheets: parts.map(({ name, columns, path, annotations }) => ({
          name,
          columns,
          parquetPath: path,
          annotations,
        })),
      });
      return { bytes: await streamThenRemove(outPath, folder), extension: 'xlsx', ...summary };
    }
    const [only] = parts;
    const marked = request.csvBom ? withByteOrderMark : (csv: Readable) => csv;
    if (parts.length === 1 && only)
      return {
        bytes: marked(await streamThenRemove(only.path, folder)),
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
  name: string;
  columns: ExportSheet['columns'];
  path: string;
  annotations: SheetAnnotation[] | undefined;
}

async function exportPart(
  stores: Stores,
  request: ExportRequest,
  table: ReadableTable,
  path: string,
): Promise<ExportedPart> {
  const { catalog, engine } = stores;
  // A table without visible columns is exported as its row ids.
  const withRowIds = request.includeRowIds || table.columns.length === 0;
  const rowId: ExportSheet['columns'] = withRowIds ? [{ name: ROW_ID, type: 'BIGINT' }] : [];
  const columns = [...table.columns.map(exportColumn), ...rowId];
  const annotations = request.format === 'xlsx' ? await sheetAnnotations(catalog, table) : undefined;
  const hidden = annotations && !withRowIds ? [ROW_ID] : [];
  const guarded = request.format === 'csv' && request.csvGuardFormulas !== false;
  const selected = [
    ...columns.map(({ name, type }) => (guarded ? guardedSelection(name, type) : identifier(name))),
    ...hidden.map(identifier),
  ];
  await engine.read({
    workbookId: request.workbookId,
    relations: [relationOf(table, 'rows')],
    sql: `select ${selected.join(', ')} from rows order by ${await rowOrder(stores, table)}`,
    output: { kind: 'file', format: request.format === 'csv' ? 'csv' : 'parquet', path },
    deadlineMs: EXPORT_DEADLINE_MS,
  });
  return { name: table.record.name, columns, path, annotations };
}

function guardedSelection(name: string, type: ColumnType): string {
  return `${guardedColumn(name, type)} as ${identifier(guardedName(name))}`;
}

/** A masked column is exported without its id and formula: its cells are empty because they are hidden. */
function exportColumn(column: GovernedColumn): ExportSheet['columns'][number] {
  const { id, name, type, masked, formula, numberFormat } = column;
  return masked ? { name, type } : { id, name, type, formula, numberFormat };
}

/** Undefined if there are none, so that they cost plain exports nothing. */
async function sheetAnnotations(
  catalog: Stores['catalog'],
  table: ReadableTable,
): Promise<SheetAnnotation[] | undefined> {
  const annotations = await readAnnotations(catalog.db, table);
  if (annotations.length === 0) return undefined;
  const indexes = new Map(table.columns.map(({ id }, index) => [id, index]));
  return annotations.map(({ rowId, column, style, note }) => ({
    rowId,
    column: column && (indexes.get(column.id) ?? null),
    style,
    note,
  }));
}

/** The folder is removed at once: the open file stays readable, and nothing is left behind if the client aborts. */
export async function streamThenRemove(path: string, folder: string): Promise<Readable> {
  const file = await open(path);
  await rm(folder, { recursive: true, force: true });
  return file.createReadStream();
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
  parts: { name: string; path: string }[],
  marked: (csv: Readable) => Readable,
): Promise<void> {
  const archive = await ZipWriter.create(path, { modifiedAt: new Date() });
  try {
    const used = new Set<string>();
    for (const part of parts) {
      await archive.addStream(entryName(part.name, used), marked(createReadStream(part.path)));
      await rm(part.path);
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
