import { type ChartShape, isContinuous, isMoment, type TimeUnit } from '../../core/chart-parameters.js';
import type { ChartRows } from './chart-rows.js';
import { type Fitting, outerPadding } from './chart-spec.js';
import { type ChartLabels, unitFor } from './chart-texts.js';
import { fitHeatmap } from './fit-heatmap.js';
import { everyNth, fitBeside, fitLabels, LINE_HEIGHT, textWidth, widest } from './fit-labels.js';
import { timeLabel } from './time-labels.js';

/** About what the axis of values and the margins take. */
const BESIDE_PLOT = 100;
const ABOVE_AND_BELOW_PLOT = 130;
const BETWEEN_LABELS = 6;
/** Labels beside and below the plot leave it most of the room. */
const LABELS_BESIDE = 0.38;
const LABELS_BELOW = 0.3;
const LONGEST_TURNED = 130;
/** Of the height and width of a turned label, in its length. */
const TURNED = Math.SQRT1_2;
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
    legendColumns: legendColumns(shape, series, size.width),
    units: { x: unitFor(greatest(rows, ['x', 'x2']), words), y: unitFor(greatestY(shape, rows), words) },
  };
  if (isContinuous(shape)) return { rows, fitting: { ...fitting, ...timeAxis(shape, rows, size) } };
  if (categories.length === 0) return { rows, fitting };
  if (shape.orientation === 'horizontal') {
    const band = (size.height - ABOVE_AND_BELOW_PLOT) / categories.length;
    const { axis, lines } = fitBeside(categories, { band, limit: size.width * LABELS_BESIDE });
    return withLines({ rows, fitting: { ...fitting, categoryAxis: axis } }, lines);
  }
  const below = fitBelow(shape, shown, size);
  const fitted = withLines({ rows, fitting: { ...fitting, categoryAxis: below.axis } }, below.lines);
  if (shape.chart_type !== 'heatmap') return fitted;
  const room = {
    width: bandWidth(shape, shown, size.width),
    height: size.height - ABOVE_AND_BELOW_PLOT - below.height,
  };
  const { axis, rows: numbered } = fitHeatmap(fitted.rows, series, room, size.width * LABELS_BESIDE, words);
  return { rows: numbered, fitting: { ...fitted.fitting, seriesAxis: axis } };
}

/** Labels below the plot: in lines, turned, or only some of them. `height` is what they take beyond a few lines. */
function fitBelow(
  shape: ChartShape,
  shown: ChartRows,
  { width, height }: Size,
): { axis: NonNullable<Fitting['categoryAxis']>; lines?: Map<string, string>; height: number } {
  const { categories } = shown;
  const band = bandWidth(shape, shown, width);
  if (shape.x && isMoment(shape.x.type))
    return {
      axis: { values: everyNth(categories, (widest(categories) + BETWEEN_LABELS) / band) },
      height: 0,
    };
  const { lines, isUpright } = fitLabels(categories, band - BETWEEN_LABELS);
  if (isUpright) return { axis: {}, lines, height: 0 };
  const labelLimit = Math.round(Math.min(LONGEST_TURNED, (height * LABELS_BELOW) / TURNED));
  const turned = {
    labelAngle: -45,
    labelAlign: 'right',
    labelBaseline: 'middle',
    labelLimit,
    values: everyNth(categories, LINE_HEIGHT / band),
  };
  return { axis: turned, height: Math.min(labelLimit, widest(categories)) * TURNED };
}

function withLines<Fitted extends { rows: ChartRows['rows']; fitting: Fitting }>(
  { rows, fitting }: Fitted,
  lines: ReadonlyMap<string, string> | undefined,
): { rows: ChartRows['rows']; fitting: Fitting } {
  if (!lines) return { rows, fitting };
  return {
    rows: rows.map((row) => ({ ...row, x: lines.get(row.x as string) ?? row.x })),
    fitting: { ...fitting, categories: (fitting.categories ?? []).map((label) => lines.get(label) ?? label) },
  };
}

/** Names that fit neither beside each other nor turned are better read in lines below each other. */
export function needsLines(shape: ChartShape, shown: ChartRows, width: number): boolean {
  const isUpright = fitLabels(shown.categories, bandWidth(shape, shown, width) - BETWEEN_LABELS).isUpright;
  return !isUpright && widest(shown.categories) > LONGEST_READ_TURNED;
}
const LONGEST_READ_TURNED = 90;

/** The distance between the middles of two categories. */
function bandWidth(shape: ChartShape, { categories, series }: ChartRows, width: number): number {
  const { chart_type: type } = shape;
  const rowLabels = type === 'heatmap' ? Math.min(widest(series), width * LABELS_BESIDE) + 60 : 0;
  const hasBars = type === 'bar' || type === 'stacked_bar' || type === 'box';
  const blank = hasBars ? outerPadding(shape, { categories, series }) : 0;
  return Math.max(width - BESIDE_PLOT - rowLabels, 1) / (categories.length + 2 * blank);
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

/** The name of the series stands in front of the legend. */
function legendColumns(
  { series: column }: ChartShape,
  series: readonly string[],
  width: number,
): number | undefined {
  if (series.length === 0) return undefined;
  const room = width - 40 - (column ? textWidth(column.name) : 0);
  return Math.max(Math.floor(room / (Math.min(widest(series), 200) + LEGEND_SYMBOL)), 1);
}
