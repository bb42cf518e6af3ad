import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { createChart } from '../charts/create-chart.js';
import { createTable } from '../tables/create-table.js';
import { dropColumn } from '../tables/drop-column.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { putSheet } from './put-sheet.js';
import { renderSheet } from './render-sheet.js';

interface ReadBook {
  Sheets: Record<string, Record<string, { v: unknown } | undefined> | undefined>;
  files: Record<string, { content: Uint8Array } | undefined>;
}
const { read } = createRequire(import.meta.url)('@e965/xlsx') as {
  read(bytes: Buffer, options: object): ReadBook;
};

let host: InProcessService;
let place: { workbookId: string; sheet: string };
beforeAll(async () => {
  host = await InProcessService.start();
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'report' }, {});
  place = { workbookId, sheet: 'Sales' };
  const columns = [
    { name: 'shop', type: 'VARCHAR' },
    { name: 'amount', type: 'INTEGER' },
  ];
  const rows = [
    { shop: '銀座', amount: 3 },
    { shop: '梅田', amount: 5 },
  ];
  await createTable(service, caller, workbookId, { name: 'sales', columns }, {});
  await upsertRows(service, caller, { workbookId, table: 'sales' }, { rows, expectedVersion: null }, {});
  const parameters = {
    name: 'by shop',
    table: 'sales',
    chart_type: 'box',
    x: 'shop',
    y: ['amount'],
  } as const;
  await createChart(service, caller, workbookId, { ...parameters, y: ['amount'] }, {});
  const spec = {
    blocks: [
      { kind: 'heading' as const, text: 'Sales' },
      { kind: 'chart' as const, chart: 'by shop' },
      { kind: 'table_view' as const, table: 'sales' },
    ],
  };
  await putSheet(service, caller, place, { title: null, spec }, {});
});
afterAll(() => host.dispose());

async function rendered(): Promise<ReadBook> {
  const sheet = await renderSheet(host.service, host.caller, place, { format: 'xlsx', paper: 'A4' });
  if (sheet.format !== 'xlsx') throw new Error('not a workbook');
  return read(await buffer(sheet.file.bytes), { bookFiles: true });
}

test('a chart of a type that spreadsheet programs do not have is a picture, twice as fine as it is shown', async () => {
  const { files, Sheets } = await rendered();
  const png = Buffer.from(files['xl/media/image1.png']?.content ?? []);
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    1360,
    680,
  ]);
  const drawing = Buffer.from(files['xl/drawings/drawing1.xml']?.content ?? []).toString();
  expect(drawing).toContain(`<xdr:ext cx="${680 * 9525}" cy="${340 * 9525}"/>`);
  expect(drawing).toContain('descr="by shop"');
  // The heading, 17 rows behind the picture, and a gap.
  expect([Sheets.Sales?.A1?.v, Sheets.Sales?.A20?.v, Sheets.Sales?.A21?.v]).toEqual([
    'Sales',
    'shop',
    '銀座',
  ]);
});

test('a chart that cannot be drawn is a note', async () => {
  const { service, caller } = host;
  const column = { workbookId: place.workbookId, table: 'sales', column: 'amount' };
  await dropColumn(service, caller, column, { expectedVersion: null }, {});
  const { files, Sheets } = await rendered();
  expect(Sheets.Sales?.A2?.v).toMatch(/The chart "by shop" shows a column that "sales" does not have/);
  expect(files['xl/media/image1.png']).toBeUndefined();
});
