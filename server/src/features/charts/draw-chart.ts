import { say } from '@workbook-data-service/contract/messages';
import type { ChartFormat } from '../../chart-workers/draw.js';
import { type ChartColumn, type ChartShape, faultOf } from '../../core/chart-parameters.js';
import { problem, whyOfField } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { chartData } from '../../workbook/reading/chart-data.js';
import type { Service } from '../service.js';
import { type ChartRows, chartRows } from './chart-rows.js';
import { chartSpec, emptySpec } from './chart-spec.js';
import { type ChartLabels, wordsFor } from './chart-texts.js';
import { chartTitle } from './chart-title.js';
import { mergePatch } from './check-config.js';
import { fitChart } from './fit-chart.js';

export interface PictureOptions {
  /** As JSON, what is drawn, for a page that draws it itself. */
  format: ChartFormat | 'json';
  width: number;
  height: number;
}

export interface Picture {
  /** The text of an SVG, or the bytes of a PNG. */
  body: string | Uint8Array;
  /** What of the data is not shown; the chart says so too. */
  notes: string[];
}

/** Beyond this many marks, a description of each for readers who hear the chart helps nobody. */
const MAX_DESCRIBED = 200;

/** Draws a chart from the rows that a reader may see. */
export async function drawChart(
  service: Service,
  table: ReadableTable,
  { shape, title }: { shape: ChartShape<ChartColumn>; title: string | null },
  { format, width, height }: PictureOptions,
): Promise<Picture> {
  const { words, shown } = await shownFigures(service, table, { shape, title });
  const { rows, fitting } = fitChart(shape, shown, words, { width, height });
  const isEmpty = isWithoutValue(shown);
  const notes = isEmpty ? [words.noData, ...shown.notes] : shown.notes;
  const base = {
    ...chartTitle(title, notes, width),
    ...(title !== null && { description: title }),
    ...(isEmpty ? emptySpec() : chartSpec(shape, words, fitting)),
  };
  const described = { ...base, config: { ...base.config, aria: rows.length <= MAX_DESCRIBED } };
  const spec = isEmpty ? described : (mergePatch(described, shape.config ?? {}) as Record<string, unknown>);
  const sized = { ...spec, width, height, autosize: { type: 'fit', contains: 'padding' } };
  if (format === 'json') return { body: drawnBody({ shape, spec: sized, rows, notes }), notes };
  return { body: await service.charts.draw(table.record.workbook_id, { spec: sized, rows, format }), notes };
}

/** The figures of a chart, from the rows that a reader may see. */
export async function shownFigures(
  service: Service,
  table: ReadableTable,
  { shape, title }: { shape: ChartShape<ChartColumn>; title: string | null },
): Promise<{ words: ChartLabels; shown: ChartRows }> {
  const fault = faultOf(shape);
  if (fault)
    throw problem(
      'chart-failed',
      say('chart-outdated', { field: fault.path.slice(1), ...whyOfField(fault) }),
    );
  const words = wordsFor(shape, title);
  return { words, shown: chartRows(shape, await chartData(service.data, table, shape), words) };
}

export const isWithoutValue = ({ rows }: ChartRows): boolean =>
  rows.every(({ y, median, outlier }) => (y ?? median ?? outlier ?? null) === null);

/** What a page needs to draw the chart, and to lead from a mark to its rows. */
function drawnBody(drawn: {
  shape: ChartShape<ChartColumn>;
  spec: Record<string, unknown>;
  rows: Record<string, unknown>[];
  notes: string[];
}): string {
  const { shape, spec, rows, notes } = drawn;
  return JSON.stringify({
    spec,
    rows,
    notes,
    time_unit: shape.time_unit ?? null,
    has_config: Boolean(shape.config),
  });
}
