import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import type { BlobStore } from '../src/blobs/blob-store.js';
import { openBlobStore } from '../src/blobs/open-blob-store.js';
import { recordBlob } from '../src/catalog/blobs.js';
import type { Catalog } from '../src/catalog/catalog.js';
import { change } from '../src/catalog/change.js';
import { openCatalog } from '../src/catalog/open-catalog.js';
import type { ColumnRecord, TableRecord } from '../src/catalog/tables.js';
import { Engine } from '../src/engine/engine.js';
import { FileWorkers } from '../src/file-workers/file-workers.js';
import { RecentReplies } from '../src/workbook/reading/recent-replies.js';
import { SmallTables } from '../src/workbook/reading/small-tables/small-tables.js';
import { SEGMENT_SIZES } from '../src/workbook/segment-files.js';
import { tableLog } from '../src/workbook/table-log.js';
import { WorkbookData } from '../src/workbook/workbook-data.js';
import { insertTable } from '../src/workbook/writing/write-tables.js';
import { author } from './catalog.js';
import { writeSegment } from './segments.js';

export interface TestData {
  catalog: Catalog;
  blobs: BlobStore;
  data: WorkbookData;
  /** Its columns have the ids c1, c2, …; its rows are SQL values. */
  addTable(
    workbookId: string,
    name: string,
    columns: Record<string, ColumnType>,
    rows: string[],
  ): Promise<TableRecord>;
  close(): Promise<void>;
}

/** The data of workbooks with everything behind it, in an empty directory. */
export async function openWorkbookData(dataDir: string): Promise<TestData> {
  const cacheDir = join(dataDir, 'cache');
  await mkdir(cacheDir, { recursive: true });
  const catalog = await openCatalog({ dataDir });
  const accountOf = async () => 'acc';
  const blobs = await openBlobStore({
    dataDir,
    cacheDir,
    onWrite: (ref, { disposable = false }) => recordBlob(catalog, ref, disposable),
  });
  const engine = new Engine({
    accountOf,
    log: tableLog(catalog, blobs),
    processes: 1,
    memoryMb: 256,
    cacheDir,
    readableDirs: [join(dataDir, 'blobs')],
  });
  const fileWorkers = new FileWorkers({ accountOf, processesPerAccount: 1, cacheDir });
  const smallTables = new SmallTables({ memoryMb: 64 });
  const data = new WorkbookData({
    catalog,
    blobs,
    engine,
    fileWorkers,
    recentPages: new RecentReplies(),
    recentResults: new RecentReplies(),
    smallTables,
    maxUploadBytes: 1024 * 1024,
    queryTimeoutMs: 120_000,
    maxResultRows: 1000,
    maxResultBytes: 1024 * 1024,
    maxPageBytes: 1024 * 1024,
    segmentSizes: SEGMENT_SIZES,
  });
  return {
    catalog,
    blobs,
    data,
    async addTable(workbookId, name, types, rows) {
      const columns: ColumnRecord[] = Object.entries(types).map(([column, type], i) => ({
        id: `c${i + 1}`,
        name: column,
        originalName: null,
        type,
        description: null,
      }));
      const path = join(cacheDir, `${randomUUID()}.parquet`);
      await writeSegment(path, columns, rows);
      const segment = await blobs.adopt(path);
      return await change(catalog, author, async (c) => {
        const opId = await c.op({
          workbookId,
          kind: 'workbook.update',
          operation: { operation: 'updateWorkbook', input: {} },
        });
        await c.audit({ chain: workbookId, action: 'workbook.updated' });
        const table = { workbookId, opId, name, kind: 'base' as const, columns, segment };
        return await insertTable(c, { ...table, rowCount: rows.length });
      });
    },
    async close() {
      engine.close();
      smallTables.close();
      fileWorkers.close();
      await catalog.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
