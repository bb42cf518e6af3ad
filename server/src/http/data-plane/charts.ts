import {
  ChartInfo,
  ChartListQuery,
  ChartListResponse,
  ChartParams,
  ChartRenderQuery,
  LinkedChartQuery,
  PutChartRequest,
} from '@workbook-data-service/contract/charts';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { getChart, listCharts } from '../../features/charts/charts.js';
import { createChart, previewChart } from '../../features/charts/create-chart.js';
import { deleteChart } from '../../features/charts/delete-chart.js';
import { renderChart } from '../../features/charts/render-chart.js';
import { bytes, created, noContent, ok } from '../../present/answer.js';
import { chartBody, chartHeaders, chartListBody } from '../../present/charts.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { chartPlace } from '../places.js';

const CHARTS = '/api/v1/workbooks/:workbook_id/charts';
const mediaTypes = { svg: 'image/svg+xml', png: 'image/png', json: 'application/json' } as const;
const pictureHeaders = ['X-SVC-Edit-Version', 'X-SVC-Truncated-By', 'X-SVC-Warnings'] as const;
const chartProblems = [
  'chart-failed',
  'influenced-by-governed-column',
  'query-timeout',
  'query-too-large',
] as const;

export const chartEndpoints: Endpoint[] = [
  endpoint({
    id: 'listCharts',
    method: 'GET',
    path: CHARTS,
    summary: 'The charts of a workbook, oldest first',
    description:
      'People and agents make charts: with PUT, and with the MCP tool `create_chart`. Where the workbook has column policies, `config` is ' +
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
    id: 'putChart',
    method: 'PUT',
    path: `${CHARTS}/:name`,
    summary: 'Make a chart, or replace the one with that name',
    description:
      'A chart stores no figures: it is drawn from the current rows of its table whenever somebody looks at it. Answers ' +
      '201 for a new chart and 200 for one that was replaced.',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ChartParams,
    body: PutChartRequest,
    problems: chartProblems,
    answers: { 201: ChartInfo, 200: ChartInfo },
    run: ({ service, caller, commit, params: { workbook_id, name }, body }) =>
      createChart(service, caller, workbook_id, { ...body, name }, commit),
    present: ({ chart, isReplaced }) => (isReplaced ? ok(chartBody(chart)) : created(chartBody(chart))),
  }),
  endpoint({
    id: 'deleteChart',
    method: 'DELETE',
    path: `${CHARTS}/:name`,
    summary: 'Delete a chart, and none of the data that it shows',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ChartParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => deleteChart(service, caller, chartPlace(params), commit),
    present: noContent,
  }),
  endpoint({
    id: 'previewChart',
    method: 'POST',
    path: `${CHARTS}/preview`,
    readOnly: true,
    summary: 'A chart as SVG, PNG or JSON, before it is made',
    description: 'Takes what PUT takes, and draws it as GET …/charts/{name}/render would. Nothing is stored.',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: ChartRenderQuery,
    body: PutChartRequest,
    problems: chartProblems,
    answerHeaders: pictureHeaders,
    answers: { 200: { mediaTypes: Object.values(mediaTypes) } },
    run: async ({ service, caller, params, query, body }) => ({
      picture: await previewChart(service, caller, params.workbook_id, body, query),
      format: query.format,
    }),
    present: ({ picture, format }) => bytes(picture.body, mediaTypes[format], chartHeaders(picture)),
  }),
  endpoint({
    id: 'renderChart',
    method: 'GET',
    path: `${CHARTS}/:name/render`,
    summary: 'A chart as SVG, PNG or JSON, from the current rows',
    description:
      'Masked columns are empty, as in `GET …/rows`. The chart says what it does not show, such as categories beyond ' +
      'the largest; `X-SVC-Truncated-By` says it too, percent-encoded, with commas between the notes.',
    tag: 'Charts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    opensByLink: true,
    params: ChartParams,
    query: LinkedChartQuery,
    problems: [...chartProblems, 'conflict'],
    answerHeaders: pictureHeaders,
    answers: { 200: { mediaTypes: Object.values(mediaTypes) } },
    run: async ({ service, caller, params, query }) => ({
      picture: await renderChart(service, caller, chartPlace(params), query),
      format: query.format,
    }),
    present: ({ picture, format }) => bytes(picture.body, mediaTypes[format], chartHeaders(picture)),
  }),
];
