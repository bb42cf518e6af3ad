import type { Static } from '@sinclair/typebox';
import type { SheetSpec } from '@workbook-data-service/contract/sheets';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { getChart } from '../charts/charts.js';
import { createChart } from '../charts/create-chart.js';
import { deleteChart } from '../charts/delete-chart.js';
import { restoreSnapshot } from '../history/restore-snapshot.js';
import { commitSnapshot } from '../history/snapshots.js';
import { readLineage } from '../lineage/read-lineage.js';
import { createTable } from '../tables/create-table.js';
import { deleteTable } from '../tables/delete-table.js';
import { dropColumn } from '../tables/drop-column.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { renderHtml } from './html/render-html.js';
import { putSheet } from './put-sheet.js';
import { resolveSheet } from './resolve-sheet.js';
import { deleteSheet, getSheet, listSheets, requireSheet } from './sheets.js';

let host: InProcessService;
let workbookId: string;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

beforeEach(async () => {
  const { service, caller } = host;
  ({ id: workbookId } = await createWorkbook(service, caller, { title: 'sheets' }, {}));
  const columns = [
    { name: 'region', type: 'VARCHAR' },
    { name: 'amount', type: 'BIGINT' },
  ];
  await createTable(service, caller, workbookId, { name: 'sales', columns }, {});
});

type Blocks = Static<typeof SheetSpec>['blocks'];

const put = (sheet: string, blocks: Blocks, title: string | null = null) =>
  putSheet(host.service, host.caller, { workbookId, sheet }, { title, spec: { blocks } }, {});
const chart = (name: string, chart_type: 'bar' | 'pie' = 'bar') =>
  createChart(
    host.service,
    host.caller,
    workbookId,
    { name, table: 'sales', chart_type, x: 'region', y: ['amount'], aggregate: 'sum' },
    {},
  );
const remove = (sheet: string) => deleteSheet(host.service, host.caller, { workbookId, sheet }, {}, {});
const pin = async () => {
  const input = { summary: 'now', eventType: 'manual' };
  return (await commitSnapshot(host.service, host.caller, workbookId, input, {})).record.id;
};
const restore = (snapshot: string) =>
  restoreSnapshot(host.service, host.caller, workbookId, { snapshot }, {});
const read = (sheet: string) => getSheet(host.service, host.caller, { workbookId, sheet });
const names = async () =>
  (await listSheets(host.service, workbookId, { limit: 100 })).items.map(({ name }) => name).sort();

async function pageOf(name: string): Promise<string> {
  const { service, caller } = host;
  const sheet = await requireSheet(service.catalog.db, { workbookId, sheet: name });
  return (await renderHtml(service, caller, sheet, await resolveSheet(service, caller, sheet))).html;
}

test('charts are drawn on the page of a sheet, each with ids of its own, and a lost one is a note', async () => {
  await chart('first');
  await chart('second', 'pie');
  const both = ['first', 'second'].map((name) => ({ kind: 'chart' as const, chart: name }));
  await put('report', both);
  const html = await pageOf('report');
  expect(html.match(/<figure class="chart"><svg /g)).toHaveLength(2);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);

  await dropColumn(
    host.service,
    host.caller,
    { workbookId, table: 'sales', column: 'amount' },
    { expectedVersion: null },
    {},
  );
  expect((await read('report')).problems).toMatchObject([
    { block: 0, message: 'A column that the chart "first" shows is gone from "sales".' },
    { block: 1 },
  ]);
  expect(await pageOf('report')).toContain('shows a column that &quot;sales&quot; does not have');

  await deleteChart(host.service, host.caller, { workbookId, chart: 'second' }, {});
  expect((await read('report')).problems[1]).toEqual({ block: 1, message: 'The chart "second" is gone.' });
  expect(await pageOf('report')).toContain('The chart &quot;second&quot; is gone.');
});

test('a restore brings back sheets and charts as they were, and leaves those made since', async () => {
  await chart('trend');
  await put('kept', [{ kind: 'chart', chart: 'trend' }], 'Then');
  const gone = await put('gone', [{ kind: 'text', text: 'x' }]);
  const snapshot = await pin();

  await remove('gone');
  await put('gone', [{ kind: 'text', text: 'another of that name' }]);
  await put('kept', [], 'Now');
  await put('new', []);
  await chart('trend', 'pie');
  await restore(snapshot);

  expect(await names()).toEqual(['gone', expect.stringMatching(/^gone.+/), 'kept', 'new']);
  expect(await read('gone')).toMatchObject({ id: gone.sheet.id, blocks: [{ text: 'x' }] });
  expect(await read('kept')).toMatchObject({ title: 'Then', problems: [], blocks: [{ chart: 'trend' }] });
  const view = await getChart(host.service, host.caller, { workbookId, chart: 'trend' });
  expect(view.record.chart_type).toBe('bar');
});

test('a restore can be restored, and one that changes nothing touches no sheet', async () => {
  const first = await put('report', [], 'first');
  const snapshot = await pin();
  await restore(snapshot);
  expect((await read('report')).updated_at).toBe(first.sheet.updated_at);
  await remove('report');
  const second = await put('report', [], 'second');
  const { safetySnapshotId } = await restore(snapshot);
  expect((await read('report')).id).toBe(first.sheet.id);
  await restore(safetySnapshotId as string);
  expect((await read('report')).id).toBe(second.sheet.id);
  expect(await names()).toHaveLength(2);
});

test('lineage leads from tables to charts and to sheets, and not from tables that are gone', async () => {
  const { service, caller } = host;
  await createTable(
    service,
    caller,
    workbookId,
    { name: 'other', columns: [{ name: 'x', type: 'VARCHAR' }] },
    {},
  );
  const { chart: made } = await chart('trend');
  const { sheet } = await put('report', [
    { kind: 'chart', chart: 'trend' },
    { kind: 'table_view', table: 'sales' },
    { kind: 'table_view', table: 'sales' },
    { kind: 'table_view', table: 'other' },
  ]);
  await deleteTable(
    service,
    caller,
    { workbookId, table: 'other' },
    { expectedVersion: null, cascade: false },
    {},
  );
  const { nodes, links } = await readLineage(service, caller, workbookId, { columns: false });
  const sales = nodes.find(({ name }) => name === 'sales')?.id;
  expect(nodes.map(({ kind, name }) => [kind, name])).toEqual([
    ['table', 'sales'],
    ['chart', 'trend'],
    ['sheet', 'report'],
  ]);
  expect(links).toEqual([
    { from: sales, to: made.record.id },
    { from: sales, to: sheet.id },
    { from: made.record.id, to: sheet.id },
  ]);
});
