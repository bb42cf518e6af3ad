import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ZipWriter } from '@workbook-data-service/sheets/zip';
import { portableStem } from '../../core/file-names.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { csvOf, streamCsv, withByteOrderMark } from './csv-stream.js';
import { streamThenRemove, type TableFileRequest, type TableFiles, writeTableFiles } from './table-files.js';

export interface ExportRequest extends Omit<TableFileRequest, 'part'> {
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
  const marked = request.csvBom ? withByteOrderMark : (csv: Readable) => csv;
  const [only] = request.tables;
  if (request.format === 'csv' && request.tables.length === 1 && only) {
    const bytes = marked(await streamCsv(stores, request, only));
    return { bytes, extension: 'csv', formulas: null, truncatedCells: 0 };
  }
  const folder = join(stores.engine.outDir, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const parts: TableFiles[] = [];
    // Sequentially: each uses all cores, and a thousand at once would be a thousand waiting calls.
    for (const [i, table] of request.tables.entries())
      parts.push(await writeTableFiles(stores, request, table, join(folder, String(i))));
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

/** Each file is removed once it is packed, so that every table takes disk space only once. */
async function writeZip(
  path: string,
  parts: readonly TableFiles[],
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
