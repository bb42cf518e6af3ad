import { type ChartColumn, type ChartShape, isContinuous, isMoment } from '../../core/chart-parameters.js';
import { type ChartLabels, type LargeUnit, measureName } from './chart-texts.js';
import { OTHER_COLOR, SERIES_COLORS, theme } from './chart-theme.js';

type Json = Record<string, unknown>;

/** What is known of a chart once its data is: absent in the specification that is shown without data. */
export interface Fitting {
  categories?: readonly string[];
  series?: readonly string[];
  otherSeries?: string | undefined;
  /** Properties of the axis of categories, such as turned labels. */
  categoryAxis?: Json;
  /** Properties of the axis of series in a heatmap. */
  seriesAxis?: Json;
  /** Properties of a horizontal axis of time. */
  timeAxis?: Json;
  /** How many places on the horizontal axis have values. */
  places?: number;
  /** Units of the numbers on either axis. */
  units?: { x: LargeUnit | undefined; y: LargeUnit | undefined };
  legendColumns?: number | undefined;
}

/** A Vega-Lite specification over the fields of `chartRows`, without data. */
export function chartSpec(
  shape: ChartShape,
  words: ChartLabels,
  fitting: Fitting = {},
): Json & { config: Json } {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...marks[shape.chart_type]({ shape, words, fitting }),
    config: theme,
  };
}

/** Of a chart without a value: axes and legends of nothing would say nothing, so its title alone tells why. */
export function emptySpec(): Json & { config: Json } {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    mark: { type: 'point', opacity: 0 },
    encoding: {},
    config: theme,
  };
}

interface Drawing {
  shape: ChartShape;
  words: ChartLabels;
  fitting: Fitting;
}

const marks: Record<ChartShape['chart_type'], (drawing: Drawing) => Json> = {
  bar: (drawing) => bars(drawing, false),
  stacked_bar: (drawing) => bars(drawing, true),
  line: (drawing) => ({
    mark: { type: 'line', point: pointsOf(drawing) },
    encoding: { ...course(drawing, { zero: false }), ...colour(drawing) },
  }),
  area: (drawing) => {
    const { x, y } = course(drawing, { zero: true });
    // A part without a value somewhere would lie over the others there.
    const isSummed = drawing.shape.aggregate === 'sum' || drawing.shape.aggregate === 'count';
    const stacked = { ...y, ...(hasSeries(drawing.shape) && isSummed && { impute: { value: 0 } }) };
    return {
      mark: { type: 'area', line: false },
      encoding: { x, y: stacked, ...colour(drawing) },
    };
  },
  pie,
  scatter: (drawing) => ({
    mark: { type: 'point' },
    encoding: { ...course(drawing, { zero: false }), ...colour(drawing) },
  }),
  heatmap,
  histogram: ({ shape, words, fitting }) => ({
    mark: { type: 'bar', binSpacing: 1 },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        bin: 'binned',
        axis: {
          title: shape.x?.name,
          grid: false,
          ticks: true,
          domain: true,
          ...numberFormat(shape.x, fitting.units?.x),
        },
        scale: { zero: false, nice: false },
      },
      x2: { field: 'x2' },
      y: { field: 'y', type: 'quantitative', axis: valueAxis(words.count, undefined, 'y', fitting) },
    },
  }),
  box,
};

const hasSeries = ({ series, y }: ChartShape) => series !== undefined || y.length > 1;

function bars({ shape, words, fitting }: Drawing, isStacked: boolean): Json {
  const isLying = shape.orientation === 'horizontal';
  const [along, across] = isLying ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const isGrouped = hasSeries(shape) && !isStacked;
  return {
    mark: { type: 'bar' },
    encoding: {
      [along]: {
        ...category(shape, fitting, along),
        scale: {
          ...categoryDomain(fitting),
          paddingInner: isGrouped ? 0.2 : 0.32,
          paddingOuter: outerPadding(shape, fitting),
        },
      },
      [across]: {
        field: 'y',
        type: 'quantitative',
        axis: valueAxis(valueTitle(shape, words), shape.y[0], across, fitting),
        stack: isStacked ? 'zero' : null,
      },
      ...(isGrouped && {
        [`${along}Offset`]: {
          field: 'series',
          sort: null,
          scale: { ...seriesDomain(fitting), paddingInner: 0.06 },
        },
      }),
      ...colour({ shape, words, fitting }),
    },
  };
}

/** A course over time or numbers; over categories, if `x` holds texts. */
function course({ shape, words, fitting }: Drawing, { zero }: { zero: boolean }): { x: Json; y: Json } {
  const { x } = shape;
  const y = {
    field: 'y',
    type: 'quantitative',
    axis: valueAxis(valueTitle(shape, words), shape.y[0], 'y', fitting),
    scale: { zero, nice: true },
  };
  if (!x || !isContinuous(shape))
    return {
      x: { ...category(shape, fitting, 'x'), scale: { ...categoryDomain(fitting), padding: 0.4 } },
      y,
    };
  if (!isMoment(x.type))
    return {
      x: {
        field: 'x',
        type: 'quantitative',
        axis: { title: x.name, grid: shape.chart_type === 'scatter', ...numberFormat(x, fitting.units?.x) },
        scale: { zero: false, nice: shape.chart_type === 'scatter' },
      },
      y,
    };
  return {
    x: {
      field: 'x',
      type: 'temporal',
      axis: { title: x.name, format: timeFormat, labelOverlap: 'greedy', ...fitting.timeAxis },
      scale: { type: 'utc' },
    },
    y,
  };
}

/** Dates as in ISO 8601, which readers of any language understand. */
const timeFormat = {
  year: '%Y',
  quarter: '%Y-%m',
  month: '%Y-%m',
  week: '%m-%d',
  date: '%m-%d',
  hours: '%m-%d %H:%M',
  minutes: '%H:%M',
  seconds: '%H:%M:%S',
  milliseconds: '%H:%M:%S',
};

function pie({ shape, words, fitting }: Drawing): Json {
  const radius = 'min(width, height) / 2';
  return {
    encoding: {
      theta: { field: 'y', type: 'quantitative', stack: true },
      order: { field: 'order', type: 'quantitative' },
    },
    layer: [
      {
        mark: { type: 'arc', outerRadius: { expr: `${radius} * 0.86` }, stroke: '#ffffff', strokeWidth: 1.5 },
        encoding: colour({ shape, words, fitting }, 'x', shape.x?.name),
      },
      {
        mark: { type: 'text', radius: { expr: `${radius} * 0.94` } },
        encoding: { text: { field: 'label', type: 'nominal' } },
      },
    ],
  };
}

function heatmap({ shape, words, fitting }: Drawing): Json {
  return {
    encoding: {
      x: { ...category(shape, fitting, 'x'), scale: { ...categoryDomain(fitting), padding: 0 } },
      y: {
        field: 'series',
        type: 'ordinal',
        sort: null,
        axis: { title: shape.series?.name, ...horizontalTitle, ...fitting.seriesAxis },
        scale: { ...seriesDomain(fitting), padding: 0 },
      },
    },
    layer: [
      {
        mark: { type: 'rect', stroke: '#ffffff', strokeWidth: 1 },
        encoding: {
          color: {
            field: 'y',
            type: 'quantitative',
            legend: {
              title: valueTitle(shape, words),
              gradientLength: 160,
              orient: 'right',
              titleOrient: 'top',
              ...numberFormat(shape.y[0], fitting.units?.y, 3),
            },
          },
        },
      },
      {
        mark: { type: 'text' },
        encoding: {
          text: { field: 'label', type: 'nominal' },
          color: { condition: { test: 'datum.dark', value: '#ffffff' }, value: '#1f2933' },
        },
      },
    ],
  };
}

/** Drawn from quartiles that the engine computed: whiskers, box, median, outliers. */
function box({ shape, words, fitting }: Drawing): Json {
  const isLying = shape.orientation === 'horizontal';
  const [along, across] = isLying ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const [value] = shape.y;
  const at = (field: string) => ({
    field,
    type: 'quantitative',
    axis: valueAxis(valueTitle(shape, words), value, across, fitting),
    scale: { zero: false, nice: true },
  });
  const onlyBoxes = { transform: [{ filter: 'isValid(datum.median)' }] };
  return {
    encoding: {
      [along]: {
        ...category(shape, fitting, along),
        scale: {
          ...categoryDomain(fitting),
          paddingInner: 0.5,
          paddingOuter: Math.max(outerPadding(shape, fitting), 0.25),
        },
      },
    },
    layer: [
      {
        ...onlyBoxes,
        mark: { type: 'rule', color: '#52606d' },
        encoding: { [across]: at('low'), [`${across}2`]: { field: 'high' } },
      },
      {
        ...onlyBoxes,
        mark: { type: 'bar', color: '#8dbae0', stroke: SERIES_COLORS[0], strokeWidth: 1 },
        encoding: { [across]: at('q1'), [`${across}2`]: { field: 'q3' } },
      },
      {
        ...onlyBoxes,
        mark: { type: 'tick', color: '#143f72', thickness: 2, bandSize: { band: 1 } },
        encoding: { [across]: at('median') },
      },
      {
        transform: [{ filter: 'isValid(datum.outlier)' }],
        mark: { type: 'point', size: 16, opacity: 0.5 },
        encoding: { [across]: at('outlier') },
      },
    ],
  };
}

function category({ x }: ChartShape, { categoryAxis }: Fitting, channel: 'x' | 'y'): Json {
  const title = x?.name ?? null;
  return {
    field: 'x',
    type: 'ordinal',
    sort: null,
    axis:
      channel === 'y'
        ? { title, ...horizontalTitle, ...categoryAxis }
        : { title, labelAngle: 0, ...categoryAxis },
  };
}

/** A title above the axis: turned by 90 degrees, it would be hard to read. */
const horizontalTitle = {
  titleAngle: 0,
  titleAlign: 'left',
  titleAnchor: 'end',
  titleX: 0,
  titleY: -12,
  titleBaseline: 'bottom',
};

function valueAxis(
  title: string | null,
  column: ChartColumn | undefined,
  channel: 'x' | 'y',
  { units }: Fitting,
): Json {
  return { title, grid: true, ...(channel === 'y' && horizontalTitle), ...numberFormat(column, units?.y) };
}

function valueTitle(shape: ChartShape, words: ChartLabels): string | null {
  return shape.y.length > 1 ? null : measureName(shape, shape.y[0]?.name, words);
}

/** Shares that the file showed as percentages are shown so here too; large numbers are shortened. */
function numberFormat(column: ChartColumn | undefined, unit: LargeUnit | undefined, digits = 6): Json {
  if (column?.numberFormat?.includes('%')) return { format: ',.2~%' };
  if (!unit) return {};
  return {
    labelExpr: `datum.value == 0 ? '0' : format(datum.value / ${unit.size}, ',.${digits}~r') + '${unit.name}'`,
  };
}

function colour(
  { shape, words, fitting }: Drawing,
  field: 'series' | 'x' = 'series',
  name = shape.series?.name,
): Json {
  if (field === 'series' && !shape.series && shape.y.length < 2) return {};
  const { series, otherSeries, legendColumns } = fitting;
  const range = series?.map((label, i) =>
    label === otherSeries ? OTHER_COLOR : SERIES_COLORS[i % SERIES_COLORS.length],
  );
  const title = name ?? null;
  const legend =
    field === 'x'
      ? { title, orient: 'right', titleOrient: 'top' }
      : {
          title,
          columns: legendColumns,
          offset: valueTitle(shape, words) === null ? 10 : 28,
          ...(shape.chart_type === 'line' && { symbolType: 'stroke', symbolSize: 180, symbolStrokeWidth: 3 }),
        };
  return {
    color: {
      field,
      type: 'nominal',
      sort: null,
      legend,
      ...(series && { scale: { domain: series, range } }),
    },
  };
}

/** Points on a line of few values show where the values are. */
function pointsOf({ fitting: { places = 0, series = [] } }: Drawing): Json | false {
  return places * Math.max(series.length, 1) <= 60 ? { size: 40, opacity: 1 } : false;
}

/** A single bar as wide as the whole chart would look like a mistake. */
export function outerPadding(
  { chart_type: type }: ChartShape,
  { categories, series = [] }: Pick<Fitting, 'categories' | 'series'>,
): number {
  const beside = type === 'bar' ? Math.max(series.length, 1) : 1;
  return Math.max(0.16, categories ? (5 - categories.length * beside) * 0.35 : 0);
}

const categoryDomain = ({ categories }: Fitting) =>
  categories && categories.length > 0 ? { domain: categories } : {};
const seriesDomain = ({ series }: Fitting) => (series && series.length > 0 ? { domain: series } : {});
