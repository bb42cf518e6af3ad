import { type ChartShape, isContinuous, isMoment, isNumber } from '../../core/chart-parameters.js';
import type { AxisValue, Cell, ChartData } from '../../workbook/reading/chart-data.js';
import type { ChartLabels } from './chart-texts.js';
import { withoutMisleadingRest } from './combined-rest.js';
import { spansBetween, timeLabel } from './time-labels.js';

/** The figures of a chart as the fields that its specification encodes. */
export interface ChartRows {
  rows: Record<string, unknown>[];
  /** In order; empty where the axis is a scale. */
  categories: string[];
  series: string[];
  /** The last of `series`, if it combines those that are not shown. */
  otherSeries: string | undefined;
  /** What is not shown, for the reader of the chart. */
  notes: string[];
}

type Cells = Extract<ChartData, { kind: 'cells' | 'points' }>;

const MAX_SPANS = 200;
const MIN_LABELLED_SHARE = 0.03;

export function chartRows(shape: ChartShape, data: ChartData, words: ChartLabels): ChartRows {
  switch (data.kind) {
    case 'bins':
      return {
        rows: data.bins.map(({ from, to, count }) => ({ x: from, x2: to, y: count })),
        ...nothing,
        notes: data.empty > 0 ? [words.leftOut(data.empty)] : [],
      };
    case 'boxes':
      return boxRows(shape, data, words);
    default:
      return shape.chart_type === 'pie' ? pieRows(shape, data, words) : cellRows(shape, data, words);
  }
}

/** What the table holds where a label stands in the chart; absent where several values were combined. */
interface RowOrigin {
  x?: AxisValue;
  series?: AxisValue;
}

function originOf({ x, series, isOtherX, isOtherSeries }: Cell): RowOrigin {
  return { ...(!isOtherX && { x }), ...(!isOtherSeries && { series }) };
}

const nothing = { categories: [], series: [], otherSeries: undefined };

function cellRows(shape: ChartShape, data: Cells, words: ChartLabels): ChartRows {
  const { cells, restOfX, restOfSeries } = withoutMisleadingRest(shape, data.cells);
  const categories = isContinuous(shape) ? [] : categoriesOf(shape, cells, words);
  const series = seriesOf(shape, cells, words);
  const places = new Map(categories.map((label, i) => [label, i]));
  const seriesPlaces = new Map(series.map((label, i) => [label, i]));
  const rows = cells.map((cell) => {
    const name = seriesLabel(shape, cell, words);
    return {
      x: isContinuous(shape) ? scaleValue(shape, cell.x) : categoryLabel(shape, cell, words),
      y: cell.y,
      ...(name !== undefined && { series: name }),
      from: originOf(cell),
    };
  });
  rows.sort(
    (a, b) =>
      (places.get(String(a.x)) ?? 0) - (places.get(String(b.x)) ?? 0) ||
      (seriesPlaces.get(a.series ?? '') ?? 0) - (seriesPlaces.get(b.series ?? '') ?? 0) ||
      (isContinuous(shape) ? compare(a.x, b.x) : 0),
  );
  const other = cells.some(({ isOtherSeries }) => isOtherSeries);
  return {
    rows,
    categories,
    series,
    otherSeries: other ? words.other : undefined,
    notes: notesOf(shape, { ...data, cells }, words, { restOfX, restOfSeries }),
  };
}

/** Slices with their share; a share of values below zero means nothing. */
function pieRows(shape: ChartShape, data: Cells, words: ChartLabels): ChartRows {
  const drawable = data.cells.filter(({ y }) => y !== null && y > 0);
  const categories = categoriesOf({ ...shape, sort: shape.sort ?? '-y' }, drawable, words);
  const total = drawable.reduce((sum, { y }) => sum + (y ?? 0), 0);
  const values = new Map<string, number>();
  const origins = new Map<string, RowOrigin>();
  for (const cell of drawable) {
    const label = categoryLabel(shape, cell, words);
    origins.set(label, originOf(cell));
    values.set(label, (values.get(label) ?? 0) + (cell.y ?? 0));
  }
  const rest = drawable.find(({ isOtherX }) => isOtherX)?.y ?? undefined;
  const below = data.cells.flatMap(({ y }) => (y !== null && y < 0 ? [y] : []));
  const lost = below.reduce((sum, y) => sum + y, 0);
  return {
    rows: categories.map((x, order) => {
      const y = values.get(x) ?? 0;
      const share = y / total;
      const from = origins.get(x);
      return { x, y, order, ...(from && { from }), label: share < MIN_LABELLED_SHARE ? '' : percent(share) };
    }),
    categories: [],
    series: categories,
    otherSeries: drawable.some(({ isOtherX }) => isOtherX) ? words.other : undefined,
    notes: [
      ...notesOf(shape, data, words),
      ...(data.kind === 'cells' && rest ? [words.largest(data.xShown, data.xCount, rest)] : []),
      ...(below.length > 0 ? [words.negativeLeftOut(below.length, lost)] : []),
    ],
  };
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;

function boxRows(
  shape: ChartShape,
  { boxes, outliers, xCount }: Extract<ChartData, { kind: 'boxes' }>,
  words: ChartLabels,
): ChartRows {
  const label = (x: AxisValue) =>
    shape.x ? categoryLabel(shape, { x, isOtherX: false }, words) : (shape.y[0]?.name ?? '');
  const cells = boxes.map(({ x, median, xFirst }) => ({ x, y: median, xFirst, isOtherX: false }));
  const categories = shape.x ? categoriesOf(shape, cells, words) : [label(null)];
  const places = new Map(categories.map((one, i) => [one, i]));
  const rows = boxes
    .map(({ x, xFirst: _, ...box }) => ({ x: label(x), ...box, from: { x } }))
    .sort((a, b) => (places.get(a.x) ?? 0) - (places.get(b.x) ?? 0));
  return {
    rows: [...rows, ...outliers.map(({ x, y }) => ({ x: label(x), outlier: y }))],
    categories,
    series: [],
    otherSeries: undefined,
    notes: xCount > boxes.length ? [words.largest(boxes.length, xCount)] : [],
  };
}

function notesOf(
  { chart_type: type, x }: ChartShape,
  data: Cells,
  words: ChartLabels,
  { restOfX, restOfSeries }: { restOfX?: number | undefined; restOfSeries?: number | undefined } = {},
): string[] {
  if (data.kind === 'points') {
    const shown = new Set(data.cells.map(({ xFirst }) => xFirst)).size;
    if (shown >= data.total) return [];
    return [type === 'scatter' ? words.sample(shown, data.total) : words.firstRows(shown, data.total)];
  }
  const notes: string[] = [];
  const isTime = x !== undefined && isMoment(x.type);
  if (data.xShown < data.xCount) {
    const hasOther = data.cells.some(({ isOtherX }) => isOtherX);
    if (!hasOther)
      notes.push(
        isTime ? words.latest(data.xShown, data.xCount) : words.largest(data.xShown, data.xCount, restOfX),
      );
  }
  const hasOtherSeries = data.cells.some(({ isOtherSeries }) => isOtherSeries);
  if (data.seriesShown < data.seriesCount && !hasOtherSeries)
    notes.push(words.seriesShown(data.seriesShown, data.seriesCount, restOfSeries));
  return notes;
}

/** The labels of the categories in the order of the parameters; "Other" comes last. */
function categoriesOf(
  shape: ChartShape,
  cells: readonly Pick<Cell, 'x' | 'y' | 'xFirst' | 'isOtherX'>[],
  words: ChartLabels,
): string[] {
  const byX = new Map<AxisValue, { x: AxisValue; y: number; first: number }>();
  let other = false;
  for (const { x, y, xFirst, isOtherX } of cells) {
    if (isOtherX) {
      other = true;
      continue;
    }
    const known = byX.get(x);
    byX.set(x, { x, y: (known?.y ?? 0) + (y ?? 0), first: Math.min(known?.first ?? xFirst, xFirst) });
  }
  const column = shape.x;
  const isOrdered = column !== undefined && (isMoment(column.type) || isNumber(column.type));
  const sort = shape.sort ?? (isOrdered && shape.aggregate !== 'none' ? 'x' : 'table');
  const sign = sort.startsWith('-') ? -1 : 1;
  const ordered = [...byX.values()].sort((a, b) => {
    if (sort === 'table') return a.first - b.first;
    if (sort.endsWith('y')) return sign * (a.y - b.y) || a.first - b.first;
    // Empty cells come last in either direction.
    if (a.x === null || b.x === null) return Number(a.x === null) - Number(b.x === null);
    return sign * compare(a.x, b.x);
  });
  const labels = withGaps(
    shape,
    ordered.map(({ x }) => x),
    sort,
  ).map((x) => categoryLabel(shape, { x, isOtherX: false }, words));
  return [...new Set([...labels, ...(other ? [words.other] : [])])];
}

/** Spans of time without data keep their place. */
function withGaps({ x, time_unit: unit }: ChartShape, values: AxisValue[], sort: string): AxisValue[] {
  const [first, last] = [values[0], values.at(-1)];
  if (!x || !isMoment(x.type) || !unit || sort !== 'x') return values;
  if (typeof first !== 'string' || typeof last !== 'string') return values;
  return spansBetween(first, last, unit, MAX_SPANS) ?? values;
}

function seriesOf(shape: ChartShape, cells: readonly Cell[], words: ChartLabels): string[] {
  if (shape.y.length > 1) return shape.y.map(({ name }) => name);
  if (!shape.series) return [];
  const first = new Map<AxisValue, number>();
  for (const { series, seriesFirst, isOtherSeries } of cells)
    if (!isOtherSeries) first.set(series, Math.min(first.get(series) ?? seriesFirst, seriesFirst));
  const isOrdered = isMoment(shape.series.type) || isNumber(shape.series.type);
  const ordered = [...first.keys()].sort((a, b) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isOrdered ? compare(a, b) : (first.get(a) ?? 0) - (first.get(b) ?? 0);
  });
  const labels = ordered.map((value) => textOf(value, undefined, words));
  const other = cells.some(({ isOtherSeries }) => isOtherSeries) ? [words.other] : [];
  return [...new Set([...labels, ...other])];
}

function seriesLabel(
  shape: ChartShape,
  { series, isOtherSeries }: Cell,
  words: ChartLabels,
): string | undefined {
  if (shape.y.length > 1) return shape.y[series as number]?.name;
  if (!shape.series) return undefined;
  return isOtherSeries ? words.other : textOf(series, undefined, words);
}

function categoryLabel(
  shape: ChartShape,
  { x, isOtherX }: Pick<Cell, 'x' | 'isOtherX'>,
  words: ChartLabels,
): string {
  return isOtherX ? words.other : textOf(x, shape, words);
}

function textOf(value: AxisValue, shape: ChartShape | undefined, words: ChartLabels): string {
  if (value === null || value === '') return words.blank;
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  if (shape?.x && isMoment(shape.x.type)) return timeLabel(value, shape.time_unit);
  return value.replaceAll(/\s+/g, ' ').trim() || words.blank;
}

function scaleValue({ x }: ChartShape, value: AxisValue): AxisValue {
  return x && isMoment(x.type) && typeof value === 'string' ? `${value}Z` : value;
}

function compare(a: AxisValue, b: AxisValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'ja', { numeric: true });
}
