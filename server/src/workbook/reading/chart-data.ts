import { ROW_ID } from '@workbook-data-service/sheets/values';
import {
  type ChartColumn,
  type ChartShape,
  isContinuous,
  isMoment,
  isNumber,
  type TimeUnit,
} from '../../core/chart-parameters.js';
import { compileFilter } from '../../core/filter-sql.js';
import { type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import {
  type Bins,
  binsStatement,
  boxesStatement,
  groupsStatement,
  outliersStatement,
  pointsStatement,
  rangeStatement,
  spansStatement,
  timeUnits,
} from './chart-sql.js';

/** A value on an axis; null for empty cells. */
export type AxisValue = string | number | null;

/** A category with its series. `isOther` marks what was combined because there were too many. */
export interface Cell {
  x: AxisValue;
  y: number | null;
  /** A value of the series column, or the position of a column in `y`. */
  series: AxisValue;
  isOtherX: boolean;
  isOtherSeries: boolean;
  /** Where category and series first appear in the table. */
  xFirst: number;
  seriesFirst: number;
}

interface Box {
  x: AxisValue;
  low: number;
  q1: number;
  median: number;
  q3: number;
  high: number;
  xFirst: number;
}

/** The figures of a chart: bounded, however large the table is. */
export type ChartData =
  | { kind: 'cells'; cells: Cell[]; xCount: number; xShown: number; seriesCount: number; seriesShown: number }
  | { kind: 'points'; cells: Cell[]; total: number }
  | { kind: 'bins'; bins: { from: number; to: number; count: number }[]; empty: number }
  | { kind: 'boxes'; boxes: Box[]; outliers: { x: AxisValue; y: number }[]; xCount: number };

const MAX_POINTS = 5000;
const MAX_SERIES = 10;
const MAX_OUTLIERS = 500;
/** Categories without a limit in the parameters. */
const CATEGORIES = { pie: 8, heatmap: 40, box: 20 } as const;
const MAX_CATEGORIES = 30;
const MAX_LINES = 20;
/** Spans of time beside each other. */
const MAX_SPANS = 100;

type Ask = (statement: (where: string) => string, limit: number) => Promise<Record<string, unknown>[]>;

/** Computes the figures of a chart in the engine, from one version of the table. */
export const chartData = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable, shape: ChartShape): Promise<ChartData> => {
    const ask = asking(data, table, shape);
    const { chart_type: type, x, y, aggregate } = shape;
    if (type === 'histogram') return await binsOf(ask, x as ChartColumn, shape.bins);
    if (type === 'box') return await boxesOf(ask, shape);
    if (type === 'scatter' || aggregate === 'none') return await pointsOf(ask, shape);
    const keepsLatest = isContinuous(shape) || isMoment((x as ChartColumn).type);
    const maxSeries = Math.max(type === 'heatmap' ? CATEGORIES.heatmap : MAX_SERIES, y.length);
    const mostX = isContinuous(shape) ? Math.floor(MAX_POINTS / MAX_SERIES) : maxCategories(shape);
    const rows = (await ask(
      (where) =>
        groupsStatement(
          {
            x: x as ChartColumn,
            timeUnit: shape.time_unit,
            series: shape.series,
            y,
            aggregate,
            keepsLatest,
            mostX,
            maxSeries,
          },
          where,
        ),
      (mostX + 1) * (maxSeries + 1),
    )) as unknown as GroupRow[];
    const xCount = rows[0]?.x_count ?? 0;
    const seriesCount = rows[0]?.series_count ?? 0;
    return {
      kind: 'cells',
      cells: rows.map((row) => ({
        x: row.x,
        y: row.y,
        series: row.s,
        isOtherX: row.x_other,
        isOtherSeries: row.s_other,
        xFirst: row.x_first,
        seriesFirst: row.s_first,
      })),
      xCount,
      xShown: Math.min(xCount, mostX),
      seriesCount,
      seriesShown: Math.min(seriesCount, maxSeries),
    };
  },
);

/** The unit in which dates are best compared: the finest with few spans from first to last. */
export async function fittingTimeUnit(
  data: WorkbookData,
  table: ReadableTable,
  shape: ChartShape,
): Promise<TimeUnit> {
  const ask = asking(data, table, shape);
  const [counts = {}] = await ask((where) => spansStatement(shape.x as ChartColumn, where), 1);
  const filled = (unit: TimeUnit) => Number(counts[unit] ?? 0);
  const candidates = timeUnits.filter((unit) => unit !== 'week');
  const finest = candidates.find((unit) => Number(counts[`${unit}_range`] ?? 0) <= MAX_SPANS) ?? 'year';
  // Dates that all lie in different years are years, however exactly they are written.
  return candidates.findLast((unit) => filled(unit) === filled(finest)) ?? finest;
}

interface GroupRow {
  x: AxisValue;
  s: AxisValue;
  y: number | null;
  x_other: boolean;
  s_other: boolean;
  x_first: number;
  s_first: number;
  x_count: number;
  series_count: number;
}

function maxCategories({ chart_type: type, x, limit, orientation }: ChartShape): number {
  if (limit !== undefined) return limit;
  if (orientation === 'horizontal') return MAX_LINES;
  if (x && isMoment(x.type)) return MAX_SPANS;
  return type in CATEGORIES ? CATEGORIES[type as keyof typeof CATEGORIES] : MAX_CATEGORIES;
}

function asking(data: WorkbookData, table: ReadableTable, { filter }: ChartShape): Ask {
  const { engine, queryTimeoutMs } = storesOf(data);
  const endsAt = performance.now() + queryTimeoutMs;
  const relation = relationOf(table, 'rows');
  const parameters: unknown[] = [];
  const filterColumns = [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }];
  const where = filter ? `where ${compileFilter(JSON.stringify(filter), filterColumns, parameters)}` : '';
  return async (statement, limit) => {
    const { page } = await engine.read({
      workbookId: table.record.workbook_id,
      relations: [relation],
      sql: statement(where),
      parameters,
      output: { kind: 'page', format: 'json', limit, keys: 0 },
      deadlineMs: Math.max(endsAt - performance.now(), 1),
    });
    return JSON.parse(page as string) as Record<string, unknown>[];
  };
}

async function pointsOf(ask: Ask, shape: ChartShape): Promise<ChartData> {
  const { x, y, series } = shape;
  const isSample = shape.chart_type === 'scatter';
  const most = isSample || isContinuous(shape) ? Math.floor(MAX_POINTS / y.length) : maxCategories(shape);
  const rows = await ask(
    (where) => pointsStatement({ x: x as ChartColumn, series, y, most, isSample }, where),
    most,
  );
  const cells = rows.flatMap((row, i) =>
    y.map(
      (_, column): Cell => ({
        x: row.x as AxisValue,
        y: row[`y${column}`] as number | null,
        series: y.length > 1 ? column : (row.s as AxisValue),
        isOtherX: false,
        isOtherSeries: false,
        xFirst: i,
        seriesFirst: i,
      }),
    ),
  );
  return { kind: 'points', cells, total: (rows[0]?.total as number | undefined) ?? 0 };
}

async function binsOf(ask: Ask, x: ChartColumn, wanted: number | undefined): Promise<ChartData> {
  const [range = {}] = await ask((where) => rangeStatement(x, where), 1);
  const { low, high, filled, total } = range as Record<'low' | 'high' | 'filled' | 'total', number | null>;
  const empty = (total ?? 0) - (filled ?? 0);
  if (low == null || high == null) return { kind: 'bins', bins: [], empty };
  // Sturges' rule makes few bars of many values; the cube root is kinder to skewed ones.
  const about = wanted ?? Math.min(Math.max(Math.ceil(Math.cbrt(filled ?? 0) * 1.5), 5), 40);
  const bins = roundBins(low, high, about, isNumber(x.type) && !/^DOUBLE|^DECIMAL/.test(x.type));
  const rows = (await ask((where) => binsStatement(x, bins, where), bins.count)) as {
    bin: number;
    n: number;
  }[];
  const counts = new Map(rows.map(({ bin, n }) => [bin, n]));
  const edge = (i: number) => Number((bins.start + i * bins.step).toPrecision(12));
  return {
    kind: 'bins',
    bins: Array.from({ length: bins.count }, (_, i) => ({
      from: edge(i),
      to: edge(i + 1),
      count: counts.get(i) ?? 0,
    })),
    empty,
  };
}

/** Bins with round edges: their width is one, two or five times a power of ten. */
export function roundBins(low: number, high: number, about: number, isWhole: boolean): Bins {
  const rough = high / about - low / about || Math.max(Math.abs(low), 1) / 10;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10;
  const step = isWhole ? Math.max(Math.round(factor * power), 1) : factor * power;
  // Bars of single whole numbers stand above their number.
  if (isWhole && step === 1) return { start: low - 0.5, step, count: high - low + 1 };
  const start = Math.floor(low / step) * step;
  const count = Math.max(Math.floor((high - start) / step + 1e-9) + 1, 1);
  return { start, step, count };
}

async function boxesOf(ask: Ask, shape: ChartShape): Promise<ChartData> {
  const { x, y } = shape;
  const most = maxCategories(shape);
  const request = { x, y: y[0] as ChartColumn };
  const [boxes, outliers] = await Promise.all([
    ask((where) => boxesStatement({ ...request, most }, where), most),
    ask((where) => outliersStatement({ ...request, most: MAX_OUTLIERS }, where), MAX_OUTLIERS),
  ]);
  const categories = new Set(boxes.map((box) => box.x));
  return {
    kind: 'boxes',
    boxes: boxes.map(
      ({ x: at, first, low, q1, median, q3, high }) =>
        ({ x: at, xFirst: first, low, q1, median, q3, high }) as Box,
    ),
    outliers: (outliers as { x: AxisValue; y: number }[]).filter((one) => categories.has(one.x)),
    xCount: (boxes[0]?.x_count as number | undefined) ?? 0,
  };
}
