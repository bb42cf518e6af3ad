import {
  ChartInfo,
  ChartListQuery,
  ChartListResponse,
  ChartParams,
  ChartRenderQuery,
} from '@workbook-data-service/contract/charts';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { getChart, listCharts } from '../../features/charts/charts.js';
import { renderChart } from '../../features/charts/render-chart.js';
import { bytes, ok } from '../answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { chartPlace } from '../places.js';
import { chartBody, chartHeaders, chartListBody } from '../present/charts.js';

const CHARTS = '/api/v1/workbooks/:workbook_id/charts';
const mediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

export const chartEndpoints: Endpoint[] = [
  endpoint({
    id: 'listCharts',
    method: 'GET',
    path: CHARTS,
    summary: 'The charts of a workbook, oldest first',
    description:
      'Charts are made by agents with the MCP tool `create_chart`. Where the workbook has column policies, `config` is ' +
      'null and `config_omitted` says so; a recipe is null for readers from whom something in its table is hidden.',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: ChartListQuery,
    answers: { 200: ChartListResponse },
    run: ({ service, caller, params, query }) => listCharts(service, caller, params.workbook_id, query),
    present: (page) => ok(chartListBody(page)),
  }),
  endpoint({
    id: 'getChart',
    method: 'GET',
    path: `${CHARTS}/:name`,
    summary: 'One chart',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ChartParams,
    answers: { 200: ChartInfo },
    run: ({ service, caller, params }) => getChart(service, caller, chartPlace(params)),
    present: (chart) => ok(chartBody(chart)),
  }),
  endpoint({
    id: 'renderChart',
    method: 'GET',
    path: `${CHARTS}/:name/render`,
    summary: 'A chart as SVG or PNG, from the current rows',
    description:
      'Masked columns are empty, as in `GET …/rows`. The chart says what it does not show, such as categories beyond ' +
      'the largest; `X-SVC-Truncated-By` says it too, percent-encoded, with commas between the notes.',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ChartParams,
    query: ChartRenderQuery,
    problems: [
      'chart-failed',
      'conflict',
      'influenced-by-governed-column',
      'query-timeout',
      'query-too-large',
    ],
    answerHeaders: ['X-SVC-Edit-Version', 'X-SVC-Truncated-By', 'X-SVC-Warnings'],
    answers: { 200: { mediaTypes: Object.values(mediaTypes) } },
    run: async ({ service, caller, params, query }) => ({
      picture: await renderChart(service, caller, chartPlace(params), query),
      format: query.format,
    }),
    present: ({ picture, format }) => bytes(picture.body, mediaTypes[format], chartHeaders(picture)),
  }),
];
