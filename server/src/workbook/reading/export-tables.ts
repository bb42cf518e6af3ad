import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipStream } from '@workbook-data-service/sheets/zip';
import { portableStem } from '../../core/file-names.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { streamCsv, withByteOrderMark } from './csv-stream.js';
import { streamParts } from './stream-parts.js';
import { streamThenRemove, type TableFileRequest, type TableFiles, writeTableFiles } from './table-files.js';

interface ExportRequest extends Omit<TableFileRequest, 'part'> {
  workbookId: string;
  tables: ReadableTable[];
  /** Whether formula columns are formulas in xlsx files; otherwise they are values. */
  liveFormulas?: boolean;
  /** Written into xlsx files, with the ids of tables and columns, so that a file is recognised when it returns. */
  branchId?: string | undefined;
  /** Whether csv files begin with a byte order mark. */
  csvBom?: boolean;
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
  if (request.format === 'xlsx') return await writeXlsx(stores, request);
  const [only] = request.tables;
  const isSingle = request.tables.length === 1 && only;
  const bytes = isSingle ? await csvOf(stores, request, only) : await streamZip(stores, request);
  return { bytes, extension: isSingle ? 'csv' : 'zip', formulas: null, truncatedCells: 0 };
}

async function writeXlsx(stores: Stores, request: ExportRequest): Promise<ExportedFile> {
  const folder = join(stores.engine.outDir, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const parts: TableFiles[] = [];
    // Sequentially: each uses all cores, and a thousand at once would be a thousand waiting calls.
    for (const [i, table] of request.tables.entries())
      parts.push(await writeTableFiles(stores, request, table, join(folder, String(i))));
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
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function csvOf(stores: Stores, request: ExportRequest, table: ReadableTable): Promise<Readable> {
  const csv = await streamCsv(stores, request, table);
  return request.csvBom ? withByteOrderMark(csv) : csv;
}

/** Each table is sent while the next one is read. */
async function streamZip(stores: Stores, request: ExportRequest): Promise<Readable> {
  const { tables } = request;
  const archive = new ZipStream({ modifiedAt: new Date() });
  const used = new Set<string>();
  return await streamParts(tables.length + 1, async (index) => {
    const table = tables[index];
    if (!table) return Readable.from(archive.directory(), { objectMode: false });
    const csv = await csvOf(stores, request, table);
    const entry = Readable.from(archive.entry(entryName(table.record.name, used), csv), {
      objectMode: false,
    });
    // Nothing else closes it if reading never began.
    return entry.once('close', () => csv.destroy());
  });
}

/** A unique file name that every system accepts. */
function entryName(table: string, used: Set<string>): string {
  const base = portableStem(table);
  let name = `${base}.csv`;
  for (let n = 2; used.has(name.toLowerCase()); n++) name = `${base} (${n}).csv`;
  used.add(name.toLowerCase());
  return name;
}
