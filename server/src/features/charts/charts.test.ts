import type { ChartParameters } from '@workbook-data-service/contract/charts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { chartBody } from '../../present/charts.js';
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

test('what is left out of a chart is added up or told', async () => {
  const { service, caller } = host;
  const columns = [
    { name: 'code', type: 'VARCHAR' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'n', type: 'DOUBLE' },
  ];
  await createTable(service, caller, workbookId, { name: 'many', columns }, {});
  const rows = Array.from({ length: 60 }, (_, i) => ({
    code: `c${i}`,
    at: `${1960 + i}-12-31T10:00:00`,
    n: i === 0 ? null : i,
  }));
  await upsertRows(service, caller, { workbookId, table: 'many' }, { rows, expectedVersion: null }, {});
  const draw = async (parameters: Omit<ChartParameters, 'table' | 'name'>) => {
    const made = await createChart(
      service,
      caller,
      workbookId,
      { name: 'm', table: 'many', ...parameters },
      {},
    );
    const options = { format: 'svg', ...size } as const;
    const { body, notes } = await renderChart(service, caller, { workbookId, chart: 'm' }, options);
    return { svg: String(body), notes, recipe: made.chart.parameters };
  };
  const shares = await draw({ chart_type: 'pie', x: 'code', y: ['n'], limit: 10 });
  expect(shares.svg).toContain('Other');
  expect(shares.svg).toContain('c59');
  expect(shares.svg).not.toContain('>c49<');
  expect(shares.notes).toEqual(['The 10 largest of 60; the other 50 add up to 1,225']);
  for (const chart_type of ['bar', 'line'] as const) {
    const { svg, notes } = await draw({ chart_type, x: 'code', y: ['n'], limit: 10 });
    expect(notes).toEqual(shares.notes);
    expect(svg).toContain(`>${notes[0]}<`);
    expect(svg).not.toContain('Other');
  }
  const most = await draw({ chart_type: 'bar', x: 'code', y: ['n'], limit: 55 });
  expect(most.svg).toContain('Other');
  expect(most.notes).toEqual([]);
  const averaged = await draw({ chart_type: 'bar', x: 'code', y: ['n'], limit: 10, aggregate: 'avg' });
  expect(averaged.notes).toEqual(['The 10 largest of 60']);
  expect(averaged.svg).not.toContain('Other');
  const years = await draw({ chart_type: 'bar', x: 'at', limit: 3 });
  expect(years.recipe).toMatchObject({ time_unit: 'year', aggregate: 'count' });
  expect(years.notes).toEqual(['The latest 3 of 60']);
  expect(years.svg).toContain('2019');
  const spread = await draw({ chart_type: 'histogram', x: 'n' });
  expect(spread.notes).toEqual(['1 row without a value left out']);
  const none = await draw({ chart_type: 'box', y: ['n'], filter: { column: 'n', op: 'lt', value: 0 } });
  expect(none.notes).toEqual(['No data']);
  expect(none.svg).toContain('>No data<');
});

test('a pie of values below zero, and a heatmap of nothing, say so', async () => {
  const losses = { column: 'amount', op: 'lt', value: 0 };
  await create({ name: 'losses', chart_type: 'pie', x: '店舗', y: ['amount'], filter: losses });
  expect(await svgOf('losses')).toMatch(/>データなし<.*>負の値の\d件（合計-[\d,]+）を除く</);
  const none = { column: 'qty', op: 'gt', value: 1000 };
  await create({ name: 'none', chart_type: 'heatmap', x: 'day', series: '店舗', y: ['qty'], filter: none });
  const empty = await svgOf('none');
  expect(empty).toContain('>データなし<');
  expect(empty).not.toContain('NaN');
});

test('a config is laid over the specification, unless it brings in data or cannot be drawn', async () => {
  const chart = { name: 'styled', chart_type: 'bar' as const, x: 'qty', y: ['qty'] };
  const styled = await create({
    ...chart,
    config: { mark: { color: '#123456' }, encoding: { y: { axis: null } } },
  });
  expect(styled.chart.config).toMatchObject({
    mark: { type: 'bar', color: '#123456' },
    encoding: { x: { field: 'x' } },
  });
  expect(await svgOf('styled')).toContain('#123456');
  const deep = { a: {} };
  for (let level = 0, at: Record<string, unknown> = deep.a; level < 40; level++) {
    at.a = {};
    at = at.a as Record<string, unknown>;
  }
  for (const config of [
    { data: { url: 'file:///etc/passwd' } },
    { layer: [{ mark: { type: 'image' } }] },
    { transform: [{ lookup: 'x', from: { data: { url: 'http://example.com' } } }] },
    { encoding: { href: { value: 'javascript:alert(1)' } } },
    { params: [{ name: 'p', expr: '1' }] },
    deep,
  ])
    await expect(create({ ...chart, config })).rejects.toMatchObject({ slug: 'invalid-request' });
  await expect(create({ ...chart, config: { mark: 'no such mark' } })).rejects.toMatchObject({
    slug: 'chart-failed',
  });
  expect(await svgOf('styled')).toContain('#123456');
});
