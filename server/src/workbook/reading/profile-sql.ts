import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnKind } from '../../core/column-kind.js';
import { identifier } from '../../core/sql-text.js';

/** SQL of column profiles, over a relation named `rows`. */

export const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
export const TOP_VALUES = 10;
const MAX_BUCKETS = 20;
const LONGEST_TEXT = 200;
const CANDIDATES = 40;
const MAX_INT64 = 2n ** 63n - 1n;

/** How values of a type map to positions on an axis: dates in days, timestamps in microseconds, numbers unchanged. */
interface Axis {
  whole: boolean;
  position: (value: string) => string;
  value: (position: string) => string;
}

function axisOf(type: string): Axis {
  switch (type) {
    case 'DATE':
      return {
        whole: true,
        position: (value) => `(${value} - date '1970-01-01')`,
        value: (position) => `(date '1970-01-01' + cast(${position} as integer))`,
      };
    case 'TIMESTAMP':
      return {
        whole: true,
        position: (value) => `epoch_us(${value})`,
        value: (position) => `make_timestamp(cast(${position} as bigint))`,
      };
    case 'TIMESTAMPTZ':
      return {
        whole: true,
        position: (value) => `epoch_us(${value})`,
        value: (position) => `make_timestamptz(cast(${position} as bigint))`,
      };
    case 'BIGINT':
    case 'INTEGER':
      return { whole: true, position: (value) => value, value: (position) => `cast(${position} as hugeint)` };
    default:
      return {
        whole: false,
        position: (value) => `cast(${value} as double)`,
        value: (position) => `cast(${position} as double)`,
      };
  }
}

/** NaN and infinities have no position on an axis, and would spoil every aggregate. */
function finite(type: string, column: string): string {
  const mayBeInfinite = type === 'DOUBLE' || columnKind(type) === 'moment';
  return mayBeInfinite ? `case when isfinite(${column}) then ${column} end` : column;
}

interface ProfiledColumn {
  name: string;
  type: string;
}

/** In one pass over all columns: how many cells are filled, and where the axis of each column begins and ends. */
export function summaryStatement(columns: readonly ProfiledColumn[]): string {
  const parts = columns.flatMap(({ name, type }, i) => {
    const column = identifier(name);
    const filled = `count(${column}) as filled_${i}`;
    const kind = columnKind(type);
    if (kind !== 'number' && kind !== 'moment') return [filled];
    const value = finite(type, column);
    const { position } = axisOf(type);
    return [
      filled,
      `min(${value}) as min_${i}`,
      `max(${value}) as max_${i}`,
      `cast(${position(`min(${value})`)} as varchar) as low_${i}`,
      `cast(${position(`max(${value})`)} as varchar) as high_${i}`,
    ];
  });
  return `select ${['count(*) as row_count', ...parts].join(', ')} from rows`;
}

/**
 * Distinct and most frequent values, by counting every value. Values are ranked by count and then by hash, so that
 * the choice among equally frequent values is stable without comparing them all.
 */
export function valuesStatement({ name, type }: ProfiledColumn): string {
  const isText = columnKind(type) === 'text';
  const cut = (value: string) => (isText ? `left(${value}, ${LONGEST_TEXT})` : value);
  const top = `max_by(v, rank, ${TOP_VALUES}) filter (where v is not null)`;
  return `select count(v) as "distinct", ${cut('min(v)')} as "min", ${cut('max(v)')} as "max",
      ${isText ? `list_transform(${top}, lambda text: ${cut('text')})` : top} as top,
      max(n, ${TOP_VALUES}) filter (where v is not null) as counts
    from (select v, n, (n::ubigint << 32) | (hash(v) >> 32) as rank
      from (select ${identifier(name)} as v, count(*) as n from rows group by 1))`;
}

export function approximateDistinctStatement(columns: readonly ProfiledColumn[]): string {
  const parts = columns.map(({ name }, i) => `approx_count_distinct(${identifier(name)}) as distinct_${i}`);
  return `select ${parts.join(', ')} from rows`;
}

/** For too many distinct values to count: exact counts of likely candidates, and the extremes. */
export function candidatesStatement({ name, type }: ProfiledColumn): string {
  const column = identifier(name);
  const isText = columnKind(type) === 'text';
  const cut = (value: string) => (isText ? `left(${value}, ${LONGEST_TEXT})` : value);
  return `with cells as (select ${column} as v from rows),
      candidates as (select unnest(approx_top_k(v, ${CANDIDATES})) as v from cells),
      counted as (select v, count(*) as n from cells semi join candidates using (v) group by v
        order by n desc, v limit ${TOP_VALUES})
    select ${cut('min(v)')} as "min", ${cut('max(v)')} as "max",
      (select list(${cut('v')} order by n desc, v) from counted) as top,
      (select list(n order by n desc, v) from counted) as counts
    from cells`;
}

/** Values of an axis in up to twenty equal buckets, the last of which includes its upper edge. */
interface Buckets {
  count: number;
  /** The edges as SQL values of the column's type. */
  edges: string[];
  /** SQL for the bucket of a value `v`, counted from 0; the greatest value may be one beyond the last. */
  of: string;
}

/** Low and high are positions on the axis as text: integers may exceed the precision of a double. */
export function bucketsOf(type: string, low: string, high: string): Buckets | undefined {
  const axis = axisOf(type);
  const placed = axis.whole ? wholeBuckets(low, high) : realBuckets(Number(low), Number(high));
  if (!placed) return undefined;
  const { width, inner, arithmetic } = placed;
  const position = `cast(${axis.position('v')} as ${arithmetic})`;
  const offset = axis.whole
    ? `(${position} - (${low})) // ${width}`
    : `floor((${position} - (${low})::double) / ${width}::double)`;
  return {
    count: inner.length + 1,
    edges: [low, ...inner, high].map(axis.value),
    of: `cast(${offset} as utinyint)`,
  };
}

interface Placed {
  width: string;
  /** The edges between the buckets. */
  inner: string[];
  arithmetic: 'bigint' | 'hugeint' | 'double';
}

function wholeBuckets(low: string, high: string): Placed {
  const [first, last] = [BigInt(low), BigInt(high)];
  const span = last - first + 1n;
  const most = BigInt(MAX_BUCKETS);
  const width = (span + most - 1n) / most;
  const inner: string[] = [];
  for (let edge = first + width; edge <= last; edge += width) inner.push(String(edge));
  // The difference between two BIGINTs may be greater than a BIGINT.
  return { width: String(width), inner, arithmetic: span > MAX_INT64 ? 'hugeint' : 'bigint' };
}

function realBuckets(first: number, last: number): Placed | undefined {
  const width = (last - first) / MAX_BUCKETS;
  if (!Number.isFinite(width)) return undefined;
  // A single value, or values too close together to distinguish, share one bucket.
  if (first + width === first || last - width === last)
    return { width: '1', inner: [], arithmetic: 'double' };
  const inner = Array.from({ length: MAX_BUCKETS - 1 }, (_, i) => String(first + width * (i + 1)));
  return { width: String(width), inner, arithmetic: 'double' };
}

interface Spread {
  buckets: Buckets | undefined;
  /** The greatest absolute value. */
  greatest: number;
}

/** Mean, deviation and histogram of all rows; quantiles of one row in `oneIn`, sampled by id. */
export function spreadStatement(column: ProfiledColumn, spread: Spread, oneIn: number): string {
  const isNumber = columnKind(column.type) === 'number';
  const sample = oneIn > 1 ? `filter (where hash(${identifier(ROW_ID)}) % ${oneIn} = 0)` : '';
  // Quantiles are interpolated between two numbers, but not between two dates.
  const quantiles = isNumber ? 'quantile_cont(cast(v as double), ' : 'quantile_disc(v, ';
  const [by, back] = scaling(spread.greatest);
  return `select ${[
    `${quantiles}[${QUANTILES.join(', ')}]) ${sample} as quantiles`,
    ...(isNumber ? [`avg(v ${by}) ${back} as mean`, `stddev_samp(v ${by}) ${back} as deviation`] : []),
    ...(spread.buckets ? [`histogram(${spread.buckets.of}) filter (where v is not null) as buckets`] : []),
    ...edges(spread),
  ].join(', ')}
    from (select ${finite(column.type, identifier(column.name))} as v, ${identifier(ROW_ID)} from rows)`;
}

/** The same from each value with its count, which is faster if values repeat, and needs no sample. */
export function groupedSpreadStatement(column: ProfiledColumn, spread: Spread): string {
  const isNumber = columnKind(column.type) === 'number';
  const [by, back] = scaling(spread.greatest);
  const scaled = `(cast(v as double) ${by})`;
  const numbers = [
    `any_value(mean) ${back} as mean`,
    `sqrt(sum(n * power(${scaled} - mean, 2)) / nullif(any_value(total) - 1, 0)) ${back} as deviation`,
  ];
  const buckets = `(select list({'key': bucket, 'value': cast(n as bigint)})
      from (select ${spread.buckets?.of} as bucket, sum(n) as n from counted group by 1)) as buckets`;
  return `with counted as (select ${finite(column.type, identifier(column.name))} as v, cast(count(*) as double) as n
      from rows group by 1 having v is not null),
    placed as (select v, n, sum(n) over (order by v) as place, sum(n) over () as total
      ${isNumber ? `, sum(n * ${scaled}) over () / total as mean` : ''} from counted)
    select ${[
      `[${QUANTILES.map(isNumber ? interpolated : chosen).join(', ')}] as quantiles`,
      ...(isNumber ? numbers : []),
      ...(spread.buckets ? [buckets] : []),
      ...edges(spread),
    ].join(', ')} from placed`;
}

/** Like quantile_cont. */
function interpolated(quantile: number): string {
  const exact = `${quantile}::double * (total - 1)`;
  const at = (place: string) => `cast(min(v) filter (where place > ${place}(${exact})) as double)`;
  const part = `any_value(${exact} - floor(${exact}))`;
  return `${at('floor')} + (${at('ceil')} - ${at('floor')}) * ${part}`;
}

/** Like quantile_disc. */
function chosen(quantile: number): string {
  return `min(v) filter (where place >= ceil(${quantile}::double * total))`;
}

/** The engine refuses sums and squares that overflow, so large values are scaled down first. */
function scaling(greatest: number): [by: string, back: string] {
  return greatest > 1e100 ? [`/ ${greatest}::double`, `* ${greatest}::double`] : ['', ''];
}

function edges({ buckets }: Spread): string[] {
  return buckets ? [`[${buckets.edges.join(', ')}] as edges`] : [];
}
