import type { ContentBlock } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import { ChartParams, ChartRenderQuery } from '@workbook-data-service/contract/charts';
import { strictObject, textEnum, Warnings } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import * as charts from '../../features/charts/render-chart.js';
import { warningTexts } from '../../present/warnings.js';
import { tool } from '../tool.js';

const LONGEST_SVG = 100_000;

const size = (byDefault: number) =>
  withDefault(Type.Integer({ minimum: 100, maximum: 1200, description: 'In pixels' }), byDefault);

export const renderChart = tool({
  name: 'render_chart',
  title: 'Show a chart',
  description:
    'Draws a chart from the current rows, as you may see them: `png` as a picture to view, `svg` as text to put into a page. `notes` says what the picture leaves out.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: ChartParams.properties.workbook_id,
    chart: ChartParams.properties.name,
    format: withDefault(textEnum(['png', 'svg']), 'png'),
    width: size(ChartRenderQuery.properties.width.default),
    height: size(ChartRenderQuery.properties.height.default),
  }),
  output: Type.Object({
    table: Type.String(),
    edit_version: Type.Integer(),
    notes: Type.Array(Type.String()),
    warnings: Warnings,
  }),
  run: async ({ service, caller, origin }, { workbook_id, chart, ...options }) => {
    const place = { workbookId: workbook_id, chart };
    const { body, notes, table } = await charts.renderChart(service, caller, place, options);
    const address = `${origin}/api/v1/workbooks/${workbook_id}/charts/${encodeURIComponent(chart)}/render`;
    return {
      body: { table: table.record.name, edit_version: table.version, notes, ...warningTexts(table) },
      content: typeof body === 'string' ? [svg(body, address)] : png(body, chart, address),
    };
  },
});

/** The picture, and where a program with the same token gets it. */
function png(body: Uint8Array, chart: string, address: string): ContentBlock[] {
  const [mimeType, data] = ['image/png', Buffer.from(body).toString('base64')];
  return [
    { type: 'image', data, mimeType },
    { type: 'resource_link', name: chart, uri: `${address}?format=png`, mimeType },
  ];
}

function svg(text: string, address: string): ContentBlock {
  if (text.length > LONGEST_SVG)
    throw problem('too-large', say('svg-too-long', { length: text.length, max: LONGEST_SVG }), {
      fix: say('fix-svg-too-long'),
    });
  const uri = `${address}?format=svg`;
  return { type: 'resource', resource: { uri, mimeType: 'image/svg+xml', text } };
}
