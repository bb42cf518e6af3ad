import type { ChartParameters } from '@workbook-data-service/contract/charts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { chartBody } from '../../http/present/charts.js';
import { createTable } from '../tables/create-table.js';
import { dropColumn } from '../tables/drop-column.js';
import { renameColumn } from '../tables/rename-column.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { getChart, listCharts } from './charts.js';
import { createChart } from './create-chart.js';
import { deleteChart } from './delete-chart.js';
import { renderChart } from './render-chart.js';

let host: InProcessService;
let workbookId: string;
const size = { width: 600, height: 400 };

beforeAll(async () => {
  host = await InProcessService.start();
  const { service, caller } = host;
  ({ id: workbookId } = await createWorkbook(service, caller, { title: 'charts' }, {}));
  const columns = [
    { name: '店舗', type: 'VARCHAR' },
    { name: 'day', type: 'DATE' },
    { name: 'kind', type: 'VARCHAR' },
    { name: 'amount', type: 'DECIMAL(12,2)' },
    { name: 'qty', type: 'INTEGER' },
  ];
  await createTable(service, caller, workbookId, { name: 'sales', columns }, {});
  const shops = ['銀座本店', '大阪梅田', 'Sapporo', null];
  const rows = Array.from({ length: 240 }, (_, i) => ({
    店舗: shops[i % 4],
    day: `2025-${String((i % 12) + 1).padStart(2, '0')}-10`,
    kind: ['food', 'drink', 'other'][i % 3],
    amount: i % 7 === 0 ? null : (i % 50) * 10 - 40,
    qty: i % 9,
  }));
  await upsertRows(service, caller, { workbookId, table: 'sales' }, { rows, expectedVersion: null }, {});
});
afterAll(() => host.dispose());

const create = (parameters: Omit<ChartParameters, 'table'>) =>
  createChart(host.service, host.caller, workbookId, { table: 'sales', ...parameters }, {});
const svgOf = async (chart: string) => {
  const options = { format: 'svg', ...size } as const;
  return String((await renderChart(host.service, host.caller, { workbookId, chart }, options)).body);
};

const examples: Omit<ChartParameters, 'table' | 'name'>[] = [
  { chart_type: 'bar', x: '店舗', y: ['amount'] },
  { chart_type: 'stacked_bar', x: 'day', y: ['amount'], series: 'kind' },
  { chart_type: 'line', x: 'day', y: ['amount', 'qty'], aggregate: 'avg' },
  { chart_type: 'area', x: 'day', y: ['qty'], series: 'kind', time_unit: 'quarter' },
  { chart_type: 'pie', x: '店舗' },
  { chart_type: 'scatter', x: 'qty', y: ['amount'], series: 'kind' },
  { chart_type: 'heatmap', x: 'day', series: '店舗', y: ['qty'] },
  { chart_type: 'histogram', x: 'amount', bins: 10 },
  { chart_type: 'box', x: 'kind', y: ['amount'], orientation: 'horizontal' },
];

test.each(examples)('a $chart_type chart is made, shown with its recipe, and drawn', async (example) => {
  const name = `${example.chart_type} 図`;
  const { chart, isReplaced } = await create({ name, title: '売上', ...example });
  expect(isReplaced).toBe(false);
  const body = chartBody(chart);
  expect(body).toMatchObject({ name, chart_type: example.chart_type, source_table: 'sales', title: '売上' });
  expect(body.recipe?.parameters).toMatchObject({ name, table: 'sales', title: '売上', ...example });
  expect(JSON.stringify(body.config)).not.toContain('"values"');
  const svg = await svgOf(name);
  expect(svg).toMatch(/^<svg [^>]*width="600" height="400"/);
  expect(svg).toContain('売上');
  expect(svg).not.toMatch(/NaN|undefined|href/);
  const png = await renderChart(
    host.service,
    host.caller,
    { workbookId, chart: chart.record.id },
    { format: 'png', ...size },
  );
  const header = Buffer.from(png.body as Uint8Array);
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1200, 800]);
});

test('a chart of the same name is replaced, a renamed column is followed, a dropped one is reported', async () => {
  const { service, caller } = host;
  const place = { workbookId, table: 'sales' };
  const filter = { column: 'KIND', op: 'ne', value: 'other' };
  const first = await create({ name: 'One', chart_type: 'bar', x: 'kind', y: ['qty'], filter });
  const second = await create({ name: 'one', chart_type: 'pie', x: 'kind', y: ['qty'], filter });
  expect(second).toMatchObject({ isReplaced: true, chart: { record: { id: first.chart.record.id } } });
  await renameColumn(
    service,
    caller,
    { ...place, column: 'kind' },
    { newName: '種別', expectedVersion: null },
    {},
  );
  const renamed = await getChart(service, caller, { workbookId, chart: 'ONE' });
  expect(renamed.parameters).toMatchObject({ x: '種別', y: ['qty'], filter: { ...filter, column: '種別' } });
  expect(await svgOf('one')).toContain('food');
  await dropColumn(service, caller, { ...place, column: '種別' }, { expectedVersion: null }, {});
  expect(await getChart(service, caller, { workbookId, chart: 'one' })).toMatchObject({
    config: null,
    parameters: null,
  });
  await expect(svgOf('one')).rejects.toMatchObject({ slug: 'conflict' });
  const { items } = await listCharts(service, caller, workbookId, { limit: 1000 });
  expect(items.map(({ record }) => record.name)).toContain('one');
  await deleteChart(service, caller, { workbookId, chart: 'one' }, {});
  await expect(svgOf('one')).rejects.toMatchObject({ slug: 'not-found' });
});
