import type { Tool } from './tool.js';
import { createChart } from './tools/create-chart.js';
import { deleteChart } from './tools/delete-chart.js';
import { describeTable } from './tools/describe-table.js';
import { listCharts } from './tools/list-charts.js';
import { listTables } from './tools/list-tables.js';
import { listWorkbooks } from './tools/list-workbooks.js';
import { query } from './tools/query.js';
import { renderChart } from './tools/render-chart.js';

/** Every tool, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  listWorkbooks,
  listTables,
  describeTable,
  query,
  createChart,
  listCharts,
  renderChart,
  deleteChart,
];
