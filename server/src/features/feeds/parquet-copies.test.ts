import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { Sweeper } from '../../background/sweeper.js';
import type { Log } from '../../log.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { createTable } from '../tables/create-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createTransform } from '../transforms/create-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { openSharedFile, parquetCopy } from './parquet-copies.js';

/** Files of a row group or two. */
const segmentSizes = { file: 300_000, whole: 0, editedShare: 0.5 };
const SIDE = 600;

let host: InProcessService;
let table: ReadableTable;
beforeAll(async () => {
  host = await InProcessService.start(undefined, {}, { segmentSizes });
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'large' }, {});
  const columns = [{ name: 'n', type: 'BIGINT' }];
  await createTable(service, caller, workbookId, { name: 'numbers', columns }, {});
  const rows = Array.from({ length: SIDE }, (_, n) => ({ n }));
  const place = { workbookId, table: 'numbers' };
  await upsertRows(service, caller, place, { rows, expectedVersion: null }, {});
  const code = `select a.n * ${SIDE} + b.n as n from {{ t }} a cross join {{ t }} b order by n`;
  const input = {
    name: 'large',
    kind: 'sql',
    code,
    args: { t: 'numbers' },
    output: 'large',
    run: true,
  } as const;
  await createTransform(service, caller, workbookId, input, {});
  table = await service.data.as(caller).table(workbookId, 'large');
});
afterAll(() => host.dispose());

test('a large table comes in several files, made once, with every row in one', async () => {
  const [files, same] = await Promise.all([
    parquetCopy(host.service, table),
    parquetCopy(host.service, table),
  ]);
  expect(same).toEqual(files);
  expect(files.length).toBeGreaterThan(1);
  let next = 0;
  const parts = files.map(({ statistics: { rows, columns } }) => ({ rows, ...columns.n }));
  for (const { rows, min, max } of parts.sort((a, b) => Number(a.min) - Number(b.min))) {
    expect([min, max]).toEqual([String(next), String(next + rows - 1)]);
    next += rows;
  }
  expect(next).toBe(SIDE * SIDE);
});

test('a copy that nobody uses for a day is deleted, and made again for who asks', async () => {
  const { service, caller } = host;
  const files = await parquetCopy(service, table);
  const [file] = files;
  const asked = { copyId: file?.copyId as string, position: 0 };
  expect((await openSharedFile(service, caller, asked)).hash).toBe(file?.hash);
  const sweeper = new Sweeper({
    ...{ catalog: service.catalog, data: service.data, log: { info() {} } as unknown as Log },
    ...{ historyDays: 0, autoPinDays: 0, blobGraceDays: 30, takesPayments: false },
  });
  await sweeper.sweep(new Date(Date.now() + 25 * 60 * 60 * 1000));
  await expect(openSharedFile(service, caller, asked)).rejects.toMatchObject({ slug: 'expired' });
  const again = await parquetCopy(service, table);
  expect(again).toHaveLength(files.length);
  expect(again[0]?.copyId).not.toBe(file?.copyId);
});
