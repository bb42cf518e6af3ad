import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineRead } from '../../engine/engine.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import type { Stores } from '../stores.js';
import { writeExport } from './export-tables.js';

let outDir: string;
beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'export-tables-'));
});
afterAll(() => rm(outDir, { recursive: true }));

const tableOf = (name: string, rowCount: number): ReadableTable =>
  ({
    record: { id: name, name, workbook_id: 'wb', kind: 'base', next_row_id: rowCount + 1 },
    version: 1,
    rowCount,
    columns: [{ id: 'c1', name: 'n', type: 'BIGINT', masked: false }],
    denied: [],
  }) as unknown as ReadableTable;

/** Stores without a catalog, with an engine that does nothing but what it is told to do with reads. */
const storesWith = (read: (read: EngineRead) => Promise<void>): Stores =>
  ({ engine: { outDir, read } }) as unknown as Stores;

const zipOf = (stores: Stores, tables: ReadableTable[]) =>
  writeExport(stores, { workbookId: 'wb', tables, format: 'csv', includeRowIds: false });

test('a zip of empty tables asks neither the engine nor the catalog', async () => {
  const stores = storesWith(() => Promise.reject(new Error('the engine was asked')));
  const tables = Array.from({ length: 50 }, (_, i) => tableOf(`table ${i}`, 0));
  const { bytes, extension } = await zipOf(stores, tables);
  const archive = (await buffer(bytes)).toString('latin1');
  const entries = archive.split('PK\x01\x02').length - 1;
  expect([extension, entries]).toEqual(['zip', 50]);
});

test('a table of a zip is sent while the next one is read', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stores = storesWith(async ({ output }) => {
    await finished;
    await writeFile((output as { path: string }).path, 'n\r\n1\r\n');
  });
  const { bytes } = await zipOf(stores, [tableOf('empty', 0), tableOf('full', 1)]);
  const sent = bytes.iterator();
  const { value } = await sent.next();
  expect(String(value)).toContain('empty.csv');
  finish();
  const rest: Buffer[] = [];
  for await (const chunk of sent) rest.push(chunk);
  expect(Buffer.concat(rest).toString('latin1')).toContain('full.csv');
});
