// Draws the charts shown in docs/reports-and-charts.md:
//   npm run build && node bench/charts/pictures.mjs
import { writeFileSync } from 'node:fs';
import { startAgent } from '../support/agent.mjs';
import { signIn, startService } from '../support/service.mjs';

const ROWS = 600;
const departments = [
  '営業第一本部',
  '営業第二本部',
  'カスタマーサポートセンター',
  '情報システム部',
  '人事総務部',
];
const kinds = ['商品', 'サービス', '保守'];
const regions = ['North America', 'Europe', 'Asia-Pacific', 'Latin America'];

/** A sequence that is the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function salesCsv() {
  const next = random(16);
  const lines = ['計上日,部門,区分,売上高'];
  for (let i = 0; i < ROWS; i++) {
    const month = i % 18;
    const day = `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String((i % 27) + 1).padStart(2, '0')}`;
    const department = departments[Math.floor(next() * next() * departments.length)];
    const amount = Math.round((40 + next() * 80 + month * 4) * 10_000);
    lines.push(`${day},${department},${kinds[Math.floor(next() * kinds.length)]},${amount}`);
  }
  return lines.join('\n');
}

function ordersCsv() {
  const next = random(7);
  const lines = ['day,region,price,amount'];
  for (let i = 0; i < ROWS; i++) {
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor((i * 365) / ROWS))).toISOString().slice(0, 10);
    const region = Math.floor(next() * regions.length);
    const price = 20 + next() * 60;
    const amount = price * (1 + next() * 6) * (1 + region / 4) + (next() < 0.03 ? 600 : 0);
    lines.push(`${day},${regions[region]},${price.toFixed(2)},${amount.toFixed(2)}`);
  }
  return lines.join('\n');
}

const charts = [
  { chart_type: 'bar', table: '売上', x: '部門', y: ['売上高'], sort: '-y', title: '部門別の売上高' },
  {
    chart_type: 'stacked_bar',
    table: '売上',
    x: '計上日',
    y: ['売上高'],
    series: '区分',
    title: '月次売上高の内訳',
  },
  {
    chart_type: 'line',
    table: 'orders',
    x: 'day',
    y: ['amount'],
    series: 'region',
    title: 'Revenue by region',
  },
  {
    chart_type: 'area',
    table: '売上',
    x: '計上日',
    y: ['売上高'],
    series: '区分',
    time_unit: 'quarter',
    title: '四半期売上高',
  },
  { chart_type: 'pie', table: '売上', x: '部門', y: ['売上高'], title: '部門別の構成比' },
  {
    chart_type: 'scatter',
    table: 'orders',
    x: 'price',
    y: ['amount'],
    series: 'region',
    title: 'Price and amount of orders',
  },
  {
    chart_type: 'heatmap',
    table: '売上',
    x: '計上日',
    series: '部門',
    y: ['売上高'],
    time_unit: 'quarter',
    title: '部門別・四半期別の売上高',
  },
  { chart_type: 'histogram', table: 'orders', x: 'amount', title: 'Orders by amount' },
  { chart_type: 'box', table: 'orders', x: 'region', y: ['amount'], title: 'Amounts by region' },
];

const service = await startService();
try {
  const api = await signIn(service.url);
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'pictures' });
  const workbook = `/api/v1/workbooks/${id}`;
  for (const [name, csv] of [
    ['売上.csv', salesCsv()],
    ['orders.csv', ordersCsv()],
  ]) {
    const form = new FormData();
    form.set('structuring', 'skip');
    form.set('file', new Blob([csv]), name);
    await api('POST', `${workbook}/sources`, form);
  }
  const agent = await startAgent(service.url, api);
  for (const chart of charts) {
    const name = chart.chart_type;
    await agent.call('create_chart', { workbook_id: id, name, ...chart });
    const png = await agent.download(`${workbook}/charts/${name}/render?format=png&width=600&height=360`);
    writeFileSync(new URL(`../../docs/pictures/chart-${name}.png`, import.meta.url), png);
  }
} finally {
  await service.stop();
}
