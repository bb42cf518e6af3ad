import { afterEach, expect, test } from 'vitest';
import { describeDatabase, type FreshDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { Compactor } from '../../background/compactor.js';
import { segmentAt } from '../../catalog/segments.js';
import { findTable, type TableRecord } from '../../catalog/tables.js';
import { createTable } from '../../features/tables/create-table.js';
import { readRows } from '../../features/tables/read-rows.js';
import { upsertRows } from '../../features/tables/upsert-rows.js';
import { createWorkbook } from '../../features/workbooks/workbooks.js';
import type { Log } from '../../log.js';
import { type Stores, storesOf } from '../stores.js';
import { tableLog } from '../table-log.js';
import { WorkbookData } from '../workbook-data.js';
import { compactTable } from './compact-table.js';

/** Files of a few rows. */
const segmentSizes = { file: 2000, whole: 0, editedShare: 0.5 };
const ROWS = 2000;

const hosts: InProcessService[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.dispose();
});

async function start(place?: FreshDatabase): Promise<InProcessService> {
  const host = await InProcessService.start(place, {}, { segmentSizes });
  hosts.push(host);
  return host;
}

/** A table in several files, and one edited row that no file has yet. */
async function editedTable(host: InProcessService): Promise<TableRecord> {
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'large' }, {});
  const columns = [{ name: 'n', type: 'BIGINT' }];
  await createTable(service, caller, workbookId, { name: 't', columns }, {});
  const place = { workbookId, table: 't' };
  const rows = Array.from({ length: ROWS }, (_, n) => ({ n: n * 7919 }));
  await upsertRows(service, caller, place, { rows, expectedVersion: null }, {});
  await compactTable(service.data, await tableOf(host, workbookId));
  await upsertRows(service, caller, place, { rows: [{ __svc_row_id: 2, n: 1 }], expectedVersion: null }, {});
  return await tableOf(host, workbookId);
}

async function tableOf({ service }: InProcessService, workbookId: string): Promise<TableRecord> {
  return (await findTable(service.catalog.db, workbookId, 't')) as TableRecord;
}

async function contentOf({ service, caller }: InProcessService, table: TableRecord): Promise<string> {
  const place = { workbookId: table.workbook_id, table: table.id };
  const { page } = await readRows(service, caller, place, { limit: ROWS, format: 'json' });
  return page as string;
}

test('an edit is stored beside the files, which later segments share', async () => {
  const host = await start();
  const table = await editedTable(host);
  const { db } = host.service.catalog;
  const before = await segmentAt(db, table.id, table.edit_version);
  await compactTable(host.service.data, table);
  const after = await segmentAt(db, table.id, table.edit_version);
  expect(before.stored.files?.length).toBeGreaterThan(2);
  expect(after.stored.files).toEqual(before.stored.files);
  expect(after.stored.edits).toMatchObject({ rowCount: 1, firstRowId: 2 });
});

test('a few rows are read from the files that have them', async () => {
  const host = await start();
  const { id: tableId, edit_version: version } = await editedTable(host);
  const { catalog, blobs } = storesOf(host.service.data);
  const log = tableLog(catalog, blobs);
  const { files } = await log.segmentAt({ tableId, version, rows: { after: ROWS - 1, upTo: ROWS } });
  expect(files).toHaveLength(1);
});

/** The blobs of such a compaction: edits, and the list of files. */
test.each(['adopt', 'put'] as const)('a compaction that dies at %s changes nothing', async (dying) => {
  const host = await start();
  const table = await editedTable(host);
  const content = await contentOf(host, table);
  const stores = storesOf(host.service.data);
  const dies = () => Promise.reject(new Error('killed'));
  const blobs = new Proxy(stores.blobs, {
    get: (target, name: keyof Stores['blobs']) => (name === dying ? dies : target[name].bind(target)),
  });
  await expect(compactTable(new WorkbookData({ ...stores, blobs }), table)).rejects.toThrow('killed');
  expect(await contentOf(host, table)).toBe(content);
  expect(await tableOf(host, table.workbook_id)).toMatchObject({ tail_edits: 1 });
  await compactTable(host.service.data, table);
  expect(await contentOf(host, table)).toBe(content);
});

describeDatabase('postgres', 'two nodes', ({ fresh }) => {
  test('compact a table once', async () => {
    const place = await fresh();
    const nodes = [await start(place), await start(place)] as const;
    await editedTable(nodes[0]);
    let compacted = 0;
    const log = { info: () => compacted++, error: expect.unreachable } as unknown as Log;
    const once = ({ service: { catalog, data } }: InProcessService) =>
      new Compactor({ catalog, data, log }).compact({ edits: 1, bytes: Number.MAX_SAFE_INTEGER });
    await Promise.all(nodes.map(once));
    expect(compacted).toBe(1);
  });
});
