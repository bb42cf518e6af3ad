// Charts of a table of 1,000,000 rows: from the request to the picture, through HTTP.

import { startAgent } from './support/agent.mjs';
import { median, printTable, timed } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { signIn, startService } from './support/service.mjs';

const ROUNDS = 15;
const GOAL_MS = 1000;

const charts = [
  { chart_type: 'bar', x: 'product', y: ['amount'], sort: '-y' },
  { chart_type: 'stacked_bar', x: 'day', y: ['amount'], series: 'region' },
  { chart_type: 'line', x: 'day', y: ['amount'], series: 'region' },
  { chart_type: 'area', x: 'day', y: ['qty'], series: 'region', time_unit: 'week' },
  { chart_type: 'pie', x: 'customer', y: ['amount'] },
  { chart_type: 'scatter', x: 'price', y: ['amount'], series: 'region' },
  { chart_type: 'heatmap', x: 'product', series: 'region', y: ['score'], aggregate: 'median' },
  { chart_type: 'histogram', x: 'amount' },
  { chart_type: 'box', x: 'region', y: ['amount'] },
];

const service = await startService();
try {
  const api = await signIn(service.url);
  const { workbook } = await uploadSales(api);
  const agent = await startAgent(service.url, api);
  const workbook_id = workbook.split('/').at(-1);
  const rows = [];
  for (const chart of charts) {
    const name = chart.chart_type;
    await agent.call('create_chart', { workbook_id, name, table: 'sales', title: name, ...chart });
    const draw = (format) => () => agent.download(`${workbook}/charts/${name}/render?format=${format}`);
    /** @type {Record<"svg" | "png", number[]>} */
    const times = { svg: [], png: [] };
    for (let round = -2; round < ROUNDS; round++) {
      const [svg, png] = [await timed(draw('svg')), await timed(draw('png'))];
      if (round < 0) continue;
      times.svg.push(svg);
      times.png.push(png);
    }
    const [svg, png] = [median(times.svg), median(times.png)];
    rows.push([name, svg.toFixed(0), png.toFixed(0), Math.max(svg, png) <= GOAL_MS ? 'yes' : 'no']);
  }
  printTable(
    `Charts of ${ROWS} rows, medians of ${ROUNDS}; the goal is ${GOAL_MS} ms`,
    ['', 'SVG ms', 'PNG ms', 'met'],
    rows,
  );
} finally {
  await service.stop();
}
