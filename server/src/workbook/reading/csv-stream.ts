import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import type { Stores } from '../stores.js';
import { rowOrder } from './export-order.js';
import { mergeCsv } from './merge-csv.js';
import { type RowIdRange, rowIdParts } from './row-id-parts.js';
import { streamParts } from './stream-parts.js';
import { csvHeader, openThenRemove, type TableFileRequest, writeTableFiles } from './table-files.js';

const WHOLE: RowIdRange = { from: undefined, before: undefined };

/**
 * A table as one csv file. The rows of a large one are sent while later ones are read; one without rows costs the engine
 * nothing.
 */
export async function streamCsv(
  stores: Stores,
  request: Omit<TableFileRequest, 'part'>,
  table: ReadableTable,
): Promise<Readable> {
  if (table.rowCount === 0) return Readable.from([Buffer.from(csvHeader(request, table))]);
  const ranges = rowIdParts(table);
  // Rows in another order than that of their ids are sorted as a whole.
  const parts = ranges.length > 1 && (await rowOrder(stores, table)).length > 1 ? [WHOLE] : ranges;
  return await streamParts(parts.length, (index) =>
    openPart(
      stores,
      { ...request, part: { rowIds: parts[index] as RowIdRange, header: index === 0 } },
      table,
    ),
  );
}

const openPart = retryingLostFiles(
  async (stores: Stores, request: TableFileRequest, table: ReadableTable): Promise<Readable> => {
    const folder = join(stores.engine.outDir, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      const { paths } = await writeTableFiles(stores, request, table, join(folder, 'part'));
      return csvOf(await openThenRemove(paths, folder));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  },
);

/** One csv file of several with the same rows side by side. */
function csvOf(files: Readable[]): Readable {
  const [only] = files;
  if (files.length === 1 && only) return only;
  const merged = Readable.from(mergeCsv(files), { objectMode: false });
  return merged.once('close', () => {
    for (const file of files) file.destroy();
  });
}

export function withByteOrderMark(csv: Readable): Readable {
  const marked = Readable.from(
    (async function* () {
      yield Buffer.from('\ufeff');
      yield* csv;
    })(),
    { objectMode: false },
  );
  return marked.once('close', () => csv.destroy());
}
