import { serialOfUnixDays } from '@workbook-data-service/sheets/dates';
import { type ChartShape, isContinuous, isMoment } from '../../core/chart-parameters.js';
import type { ChartPlaces, ChartSeries, WorkbookChart } from '../../workbook/reading/write-report.js';
import type { ChartRows } from './chart-rows.js';
import { type ChartLabels, measureName } from './chart-texts.js';
import { OTHER_COLOR, SERIES_COLORS } from './chart-theme.js';

const DAY_MS = 86_400_000;

/** A chart as a spreadsheet program draws it; undefined for one that it cannot draw, or not as it is meant. */
export function workbookChart(
  shape: ChartShape,
  title: string | null,
  shown: ChartRows,
  words: ChartLabels,
): WorkbookChart | undefined {
  // What is laid over the specification means nothing to another program.
  if (shape.config) return undefined;
  const places = placesOf(shape, shown);
  const kind = places && kindOf(shape, places);
  if (!kind) return undefined;
  const series = seriesOf(shape, shown, places, words);
  return {
    kind,
    title,
    notes: shown.notes,
    places: { title: shape.x?.name ?? '', ...places },
    series,
    valueTitle: shape.y.length > 1 ? null : measureName(shape, shape.y[0]?.name, words),
    numberFormat: numberFormat(shape, series),
  };
}

type Places = ChartPlaces extends infer Each
  ? Each extends ChartPlaces
    ? Omit<Each, 'title'>
    : never
  : never;

function kindOf(
  { chart_type: type, orientation }: ChartShape,
  places: Places,
): WorkbookChart['kind'] | undefined {
  const isLying = orientation === 'horizontal';
  switch (type) {
    case 'bar':
      return isLying ? 'lyingBar' : 'bar';
    case 'stacked_bar':
      return isLying ? 'stackedLyingBar' : 'stackedBar';
    case 'line':
      return places.of === 'numbers' ? 'course' : 'line';
    case 'area':
      // An area has no scale: its places would be evenly apart.
      return places.of === 'numbers' ? undefined : 'area';
    case 'pie':
    case 'scatter':
      return type;
    default:
      return undefined;
  }
}

/** Dates are days of a calendar if they all are whole days, and otherwise on a scale. */
function placesOf(shape: ChartShape, { rows, categories, series }: ChartRows): Places | undefined {
  if (!isContinuous(shape)) return { of: 'texts', values: shape.chart_type === 'pie' ? series : categories };
  const isScatter = shape.chart_type === 'scatter';
  const found = placesOnScale(shape, rows);
  if (!shape.x || !isMoment(shape.x.type))
    return { of: 'numbers', values: found.map(Number), numberFormat: 'General' };
  const serials = found.map((moment) => serialOfUnixDays(Date.parse(String(moment)) / DAY_MS));
  if (!serials.every((serial) => serial !== undefined)) return undefined;
  const isWhole = serials.every(Number.isInteger);
  if (!isWhole || isScatter)
    return { of: 'numbers', values: serials, numberFormat: isWhole ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
  return { of: 'days', values: serials, ...calendar(shape) };
}

function calendar({ time_unit: unit }: ChartShape): {
  unit: 'days' | 'months' | 'years';
  numberFormat: string;
} {
  switch (unit) {
    case 'year':
      return { unit: 'years', numberFormat: 'yyyy' };
    case 'quarter':
    case 'month':
      return { unit: 'months', numberFormat: 'yyyy-mm' };
    default:
      return { unit: 'days', numberFormat: 'yyyy-mm-dd' };
  }
}

function seriesOf(
  shape: ChartShape,
  { rows, categories, series, otherSeries }: ChartRows,
  places: Places,
  words: ChartLabels,
): ChartSeries[] {
  const measure = measureName(shape, shape.y[0]?.name, words);
  const isOne = shape.chart_type === 'pie' || series.length === 0;
  const colorOf = (label: string | undefined, i: number) =>
    (label !== undefined && label === otherSeries
      ? OTHER_COLOR
      : (SERIES_COLORS[i % SERIES_COLORS.length] as string)
    ).slice(1);
  const names = isOne ? [measure] : series;
  const placeOf = placesByValue(shape, rows, shape.chart_type === 'pie' ? series : categories);
  return names.map((name, i) => {
    const values = Array.from<number | null>({ length: places.values.length }).fill(null);
    for (const [at, row] of rows.entries())
      if (isOne || row.series === name)
        values[placeOf(row.x, at)] = (row.y as number | null | undefined) ?? null;
    return {
      name,
      color: colorOf(isOne ? undefined : name, i),
      values,
      ...(shape.chart_type === 'pie' && { sliceColors: series.map(colorOf) }),
    };
  });
}

/** Every point of a scatter plot has its own place; a line goes from the first to the last. */
function placesOnScale({ chart_type: type }: ChartShape, rows: ChartRows['rows']): unknown[] {
  const all = rows.map(({ x }) => x);
  if (type === 'scatter') return all;
  return [...new Set(all)].sort((a, b) =>
    typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1,
  );
}

function placesByValue(
  shape: ChartShape,
  rows: ChartRows['rows'],
  labels: readonly string[],
): (x: unknown, at: number) => number {
  if (shape.chart_type === 'scatter') return (_, at) => at;
  const found = isContinuous(shape) ? placesOnScale(shape, rows) : labels;
  const places = new Map<unknown, number>(found.map((x, i): [unknown, number] => [x, i]));
  return (x) => places.get(x) ?? 0;
}

/** That of the file where the values are shares; else as many decimals as the axis needs. */
function numberFormat({ y: [column] }: ChartShape, series: readonly ChartSeries[]): string {
  if (column?.numberFormat?.includes('%')) return column.numberFormat;
  const values = series.flatMap((one) => one.values);
  const isLarge = values.some((value) => Math.abs(value ?? 0) >= 10);
  return isLarge && values.every((value) => value === null || Number.isInteger(value))
    ? '#,##0'
    : isLarge
      ? '#,##0.##'
      : 'General';
}
