import { ROW_ID } from '@workbook-data-service/sheets/values';
import {
  type Aggregate,
  type ChartColumn,
  isMoment,
  isNumber,
  type TimeUnit,
} from '../../core/chart-parameters.js';
import { identifier } from '../../core/sql-text.js';

/** SQL of the figures that charts show, over a relation named `rows`. */

const id = identifier(ROW_ID);
const LONGEST_LABEL = 200;
export const timeUnits: readonly TimeUnit[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

/** The rows of a chart, as a `where` clause; empty for all of them. */
type Where = string;

interface GroupsRequest {
  x: ChartColumn;
  timeUnit: TimeUnit | undefined;
  series: ChartColumn | undefined;
  y: readonly ChartColumn[];
  aggregate: Exclude<Aggregate, 'none'>;
  /** For time and other scales: rows without `x` are left out, and the latest points are kept, not the largest. */
  keepsLatest: boolean;
  mostX: number;
  maxSeries: number;
}

/** A value on an axis: a number, or a text. Moments are ISO texts, which sort as they do. */
function axisValue({ name, type }: ChartColumn, unit?: TimeUnit): string {
  const column = identifier(name);
  if (isNumber(type)) return type === 'DOUBLE' ? finite(column) : `cast(${column} as double)`;
  if (!isMoment(type)) return `left(cast(${column} as varchar), ${LONGEST_LABEL})`;
  return momentText(unit ? momentStart({ name, type }, unit) : momentOf({ name, type }));
}

const momentText = (moment: string) => `strftime(${moment}, '%Y-%m-%dT%H:%M:%S')`;
const momentStart = (column: Pick<ChartColumn, 'name' | 'type'>, unit: TimeUnit) =>
  `date_trunc('${unit}', ${momentOf(column)})`;

function momentOf({ name, type }: Pick<ChartColumn, 'name' | 'type'>): string {
  const column = identifier(name);
  const utc = type === 'TIMESTAMPTZ' ? `${column} at time zone 'UTC'` : column;
  return `case when isfinite(${column}) then cast(${utc} as timestamp) end`;
}

/** NaN and infinities cannot be drawn, and would spoil every sum. */
const finite = (value: string) => `case when isfinite(${value}) then ${value} end`;

function aggregated(aggregate: GroupsRequest['aggregate'], column: ChartColumn | undefined): string {
  if (!column) return 'cast(count(*) as double)';
  const name = identifier(column.name);
  return `cast(${aggregate}(${column.type === 'DOUBLE' ? finite(name) : name}) as double)`;
}

/** Whether the values of several categories can be added up to that of "Other". */
const isAdditive = (aggregate: Aggregate) => aggregate === 'sum' || aggregate === 'count';

/**
 * One row for each category and series, with the place of both in the table. Beyond the most, those with the smallest
 * values are combined, if they can be, or left out; `x_count` and `series_count` tell of them.
 */
export function groupsStatement(request: GroupsRequest, where: Where): string {
  const { x, timeUnit, series, y, aggregate, keepsLatest, mostX, maxSeries } = request;
  const adds = isAdditive(aggregate);
  const measures = (y.length > 0 ? y : [undefined]).map((column, i) => ({
    value: aggregated(aggregate, column),
    name: `y${i}`,
  }));
  const combine = adds ? 'sum' : 'max';
  // Writing a moment as text is slow, so it is done once a group, not once a row.
  const start = isMoment(x.type) && timeUnit ? momentStart(x, timeUnit) : undefined;
  const byKey = `select ${start ?? axisValue(x)} as x, ${series ? axisValue(series) : 'null'} as s, min(${id}) as first,
      ${measures.map(({ value, name }) => `${value} as ${name}`).join(', ')}
    from rows ${where} group by 1, 2`;
  const grouped = start ? `select * replace (${momentText('x')} as x) from (${byKey})` : byKey;
  const folded = measures.map(({ name }, i) => `select x, ${i} as s, first, ${name} as y from grouped`);
  const cells = measures.length > 1 ? folded.join(' union all ') : 'select x, s, first, y0 as y from grouped';
  const rankOfX = keepsLatest ? 'x desc' : `${combine}(abs(y)) desc nulls last, min(first)`;
  return `with grouped as materialized (${grouped}),
    cells as materialized (select * from (${cells}) ${keepsLatest ? 'where x is not null' : ''}),
    xs as (select x, min(first) as first, row_number() over (order by ${rankOfX}) as rank, count(*) over () as n
      from cells group by x),
    ss as (select s, min(first) as first, count(*) over () as n,
        row_number() over (order by ${combine}(abs(y)) desc nulls last, min(first)) as rank
      from cells group by s)
    select case when xs.rank <= ${mostX} then cells.x end as x, xs.rank > ${mostX} as x_other,
      case when ss.rank <= ${maxSeries} then cells.s end as s, ss.rank > ${maxSeries} as s_other,
      ${combine}(cells.y) as y, min(xs.first) as x_first, min(ss.first) as s_first,
      max(xs.n) as x_count, max(ss.n) as series_count
    from cells join xs on cells.x is not distinct from xs.x join ss on cells.s is not distinct from ss.s
    ${adds && !keepsLatest ? '' : `where xs.rank <= ${mostX}${adds ? '' : ` and ss.rank <= ${maxSeries}`}`}
    group by 1, 2, 3, 4`;
}

interface PointsRequest {
  x: ChartColumn;
  series: ChartColumn | undefined;
  y: readonly ChartColumn[];
  most: number;
  /** A sample of all rows, which is the same each time; otherwise the first rows. */
  isSample: boolean;
}

/** Rows as they are; `total` counts those that could be drawn. */
export function pointsStatement({ x, series, y, most, isSample }: PointsRequest, where: Where): string {
  const drawable = `select ${axisValue(x)} as x, ${series ? axisValue(series) : 'null'} as s, ${id} as id,
      ${y.map((column, i) => `${axisValue(column)} as y${i}`).join(', ')} from rows ${where}`;
  const filled = isSample ? 'where x is not null and y0 is not null' : '';
  return `with drawable as materialized (select * from (${drawable}) ${filled})
    select *, (select count(*) from drawable) as total from drawable
    order by ${isSample ? 'hash(id), id' : 'id'} limit ${most}`;
}

/** The range of a number column. */
export function rangeStatement(x: ChartColumn, where: Where): string {
  const value = axisValue(x);
  return `select min(${value}) as low, max(${value}) as high, count(${value}) as filled, count(*) as total
    from rows ${where}`;
}

export interface Bins {
  start: number;
  step: number;
  count: number;
}

export function binsStatement(x: ChartColumn, { start, step, count }: Bins, where: Where): string {
  const bin = `least(greatest(floor((${axisValue(x)} - (${start})) / ${step}), 0), ${count - 1})`;
  return `select cast(${bin} as integer) as bin, count(*) as n from rows ${where} group by 1 having bin is not null`;
}

/** Quartiles, and whiskers that reach to the last values within one and a half times the box. */
export function boxesStatement(
  { x, y, most }: { x: ChartColumn | undefined; y: ChartColumn; most: number },
  where: Where,
): string {
  return `${boxes(x, y, where)}
    select boxes.x, first, n, q1, median, q3, min(y) as low, max(y) as high, count(*) over () as x_count
    from boxes join cells on cells.x is not distinct from boxes.x and ${within}
    group by boxes.x, first, n, q1, median, q3 order by n desc, first limit ${most}`;
}

/** Values beyond the whiskers: a sample of them, if there are many. */
export function outliersStatement(
  { x, y, most }: { x: ChartColumn | undefined; y: ChartColumn; most: number },
  where: Where,
): string {
  return `${boxes(x, y, where)}
    select boxes.x, y from boxes join cells on cells.x is not distinct from boxes.x and not (${within})
    order by hash(id), id limit ${most}`;
}

const within = 'y between q1 - 1.5 * (q3 - q1) and q3 + 1.5 * (q3 - q1)';

function boxes(x: ChartColumn | undefined, y: ChartColumn, where: Where): string {
  return `with cells as materialized (select * from (
      select ${x ? axisValue(x) : 'null'} as x, ${axisValue(y)} as y, ${id} as id from rows ${where}
    ) where y is not null),
    boxes as (select x, min(id) as first, count(*) as n, quantile_cont(y, 0.25) as q1,
      quantile_cont(y, 0.5) as median, quantile_cont(y, 0.75) as q3 from cells group by x)`;
}

/** For each unit, how many of its spans hold a moment, and how many lie between the first and the last. */
export function spansStatement(x: ChartColumn, where: Where): string {
  const moment = momentOf(x);
  const counts = timeUnits.flatMap((unit) => [
    `count(distinct ${axisValue(x, unit)}) as ${unit}`,
    `date_diff('${unit}', min(${moment}), max(${moment})) + 1 as ${unit}_range`,
  ]);
  return `select ${counts.join(', ')} from rows ${where}`;
}
