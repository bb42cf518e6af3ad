import { type ChartShape, isContinuous, isMoment, type TimeUnit } from '../../core/chart-parameters.js';
import type { ChartRows } from './chart-rows.js';
import type { Fitting } from './chart-spec.js';
import { type ChartLabels, unitFor } from './chart-texts.js';
import { fitLabels, textWidth } from './fit-labels.js';
import { timeLabel } from './time-labels.js';

/** About what the axis of values and the margins take. */
const BESIDE_PLOT = 110;
const ABOVE_AND_BELOW_PLOT = 130;
const BETWEEN_LABELS = 8;
const LINE_HEIGHT = 13;
const TURNED_LABEL_LIMIT = 130;
const LEGEND_SYMBOL = 34;

interface Size {
  width: number;
  height: number;
}

/** Fits labels and legend of a chart to its size; the labels that it breaks are broken in the rows too. */
export function fitChart(
  shape: ChartShape,
  shown: ChartRows,
  words: ChartLabels,
  size: Size,
): { rows: ChartRows['rows']; fitting: Fitting } {
  const { rows, categories, series, otherSeries } = shown;
  const places = new Set(rows.map(({ x }) => x)).size;
  const fitting: Fitting = {
    categories,
    series,
    otherSeries,
    places,
    legendColumns: legendColumns(series, size.width),
    units: { x: unitFor(greatest(rows, ['x', 'x2']), words), y: unitFor(greatestY(shape, rows), words) },
  };
  if (isContinuous(shape)) return { rows, fitting: { ...fitting, ...timeAxis(shape, rows, size) } };
  if (categories.length === 0) return { rows, fitting };
  if (shape.orientation === 'horizontal') {
    const band = (size.height - ABOVE_AND_BELOW_PLOT) / categories.length;
    return {
      rows,
      fitting: { ...fitting, categoryAxis: { values: everyNth(categories, LINE_HEIGHT / band) } },
    };
  }
  const band = bandWidth(shape, shown, size.width);
  if (shape.x && isMoment(shape.x.type)) {
    const values = everyNth(categories, (widest(categories) + BETWEEN_LABELS) / band);
    return { rows, fitting: { ...fitting, categoryAxis: { values } } };
  }
  const { lines, isUpright } = fitLabels(categories, band - BETWEEN_LABELS);
  if (!isUpright) {
    const turned = {
      labelAngle: -45,
      labelAlign: 'right',
      labelBaseline: 'middle',
      labelLimit: TURNED_LABEL_LIMIT,
      values: everyNth(categories, LINE_HEIGHT / band),
    };
    return { rows, fitting: { ...fitting, categoryAxis: turned } };
  }
  return {
    rows: rows.map((row) => ({ ...row, x: lines.get(row.x as string) ?? row.x })),
    fitting: { ...fitting, categories: categories.map((label) => lines.get(label) ?? label) },
  };
}

/** Names that fit neither beside each other nor turned are better read in lines below each other. */
export function needsLines(shape: ChartShape, shown: ChartRows, width: number): boolean {
  const isUpright = fitLabels(shown.categories, bandWidth(shape, shown, width) - BETWEEN_LABELS).isUpright;
  return !isUpright && widest(shown.categories) > LONGEST_TURNED;
}
const LONGEST_TURNED = 90;

function bandWidth({ chart_type }: ChartShape, { categories, series }: ChartRows, width: number): number {
  const rowLabels = chart_type === 'heatmap' ? widest(series) + 60 : 0;
  return Math.max(width - BESIDE_PLOT - rowLabels, 1) / categories.length;
}

const timeFormats: Record<TimeUnit, string> = {
  year: '%Y',
  quarter: '%Y Q%q',
  month: '%Y-%m',
  week: '%Y-%m-%d',
  day: '%Y-%m-%d',
  hour: '%m-%d %H:%M',
};

/** Labels at spans that have data, as many as fit. */
function timeAxis(
  { x, time_unit: unit }: ChartShape,
  rows: ChartRows['rows'],
  { width }: Size,
): Pick<Fitting, 'timeAxis'> {
  if (!x || !isMoment(x.type) || !unit) return {};
  const moments = [...new Set(rows.map((row) => row.x as string))].sort();
  const label = timeLabel((moments[0] ?? '').slice(0, 19), unit);
  const needed = ((textWidth(label) + 2 * BETWEEN_LABELS) * moments.length) / (width - BESIDE_PLOT);
  const values = everyNth(moments, needed).map(dateTime);
  return { timeAxis: { values, format: timeFormats[unit] } };
}

/** As Vega-Lite writes a moment in a specification; its month is counted from 1. */
function dateTime(moment: string) {
  const [year, month, date, hours] = moment.split(/[-T:]/).map(Number);
  return { year, month, date, hours, utc: true };
}

function greatest(rows: ChartRows['rows'], fields: readonly string[]): number {
  const values = rows.flatMap((row) => fields.map((field) => row[field]));
  return values.reduce<number>(
    (most, value) => (typeof value === 'number' ? Math.max(most, Math.abs(value)) : most),
    0,
  );
}

function greatestY({ chart_type: type }: ChartShape, rows: ChartRows['rows']): number {
  if (type !== 'stacked_bar' && type !== 'area') return greatest(rows, ['y', 'low', 'high', 'outlier']);
  const stacks = new Map<unknown, number>();
  for (const { x, y } of rows) stacks.set(x, (stacks.get(x) ?? 0) + Math.abs(Number(y ?? 0)));
  return Math.max(0, ...stacks.values());
}

function everyNth<Label>(labels: readonly Label[], needed: number): Label[] {
  const step = Math.max(Math.ceil(needed), 1);
  return labels.filter((_, i) => i % step === 0);
}

function legendColumns(series: readonly string[], width: number): number | undefined {
  if (series.length === 0) return undefined;
  return Math.max(Math.floor((width - 40) / (Math.min(widest(series), 200) + LEGEND_SYMBOL)), 1);
}

function widest(labels: readonly string[]): number {
  return Math.max(...labels.map((label) => textWidth(label)), 0);
}
