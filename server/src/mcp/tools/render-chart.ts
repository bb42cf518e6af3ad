import type { ContentBlock } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import { ChartParams, ChartRenderQuery } from '@workbook-data-service/contract/charts';
import { strictObject, textEnum, Warnings } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import * as charts from '../../features/charts/render-chart.js';
import { warningTexts } from '../../present/warnings.js';
import { linkBody, linkInput, linkOutput, linkTo } from '../signed-links.js';
import { tool } from '../tool.js';

const LONGEST_SVG = 100_000;
const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const;

const size = (byDefault: number) =>
  withDefault(Type.Integer({ minimum: 100, maximum: 1200, description: 'In pixels' }), byDefault);

export const renderChart = tool({
  name: 'render_chart',
  description:
    'Draws a chart: `png` to look at, `svg` to embed. `notes` says what it leaves out. `url` is for your user.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: ChartParams.properties.workbook_id,
    chart: ChartParams.properties.name,
    format: withDefault(textEnum(['png', 'svg']), 'png'),
    width: size(ChartRenderQuery.properties.width.default),
    height: size(ChartRenderQuery.properties.height.default),
    ...linkInput,
  }),
  notes: { width: '', height: '' },
  output: Type.Object({
    ...linkOutput,
    table: Type.String(),
    edit_version: Type.Integer(),
    notes: Type.Array(Type.String()),
    warnings: Warnings,
  }),
  run: async (context, { workbook_id, chart, link_hours: hours, ...options }) => {
    const place = { workbookId: workbook_id, chart };
    const { format, width, height } = options;
    const picture = await charts.renderChart(context.service, context.caller, place, options);
    const { body, notes, table } = picture;
    const shown = typeof body === 'string' ? svg(body, chart) : png(body);
    const link = await linkBody(context, {
      operation: 'renderChart',
      workbookId: workbook_id,
      name: chart,
      query: { format, width: String(width), height: String(height) },
      hours,
    });
    return {
      body: { ...link, table: table.record.name, edit_version: table.version, notes, ...warningTexts(table) },
      content: [shown, linkTo(link.url, chart, mediaTypes[format])],
    };
  },
});

function png(body: Uint8Array): ContentBlock {
  return { type: 'image', data: Buffer.from(body).toString('base64'), mimeType: mediaTypes.png };
}

function svg(text: string, chart: string): ContentBlock {
  if (text.length > LONGEST_SVG)
    throw problem('too-large', say('svg-too-long', { length: text.length, max: LONGEST_SVG }), {
      fix: say('fix-svg-too-long'),
    });
  const uri = `chart://${encodeURIComponent(chart)}.svg`;
  return { type: 'resource', resource: { uri, mimeType: mediaTypes.svg, text } };
}
