import type { PutChartRequest } from '@workbook-data-service/client/api';
import { type Condition, conditionsOf } from '../../app/row-filter/conditions.js';
import type { ChartRow, DrawnChart } from './drawn-chart.js';

type Columns = Pick<PutChartRequest, 'x' | 'series' | 'filter' | 'chart_type'>;

/** The conditions under which a table shows the rows of a mark; undefined where no list of conditions does. */
export function rowsBehind(
  row: ChartRow,
  { x, series, filter, chart_type: type }: Columns,
  { time_unit: unit, rows }: Pick<DrawnChart, 'time_unit' | 'rows'>,
): Condition[] | undefined {
  const own = filter ? conditionsOf(filter) : [];
  if (!own) return undefined;
  if (type === 'histogram') {
    const isLast = rows.every(({ x2 }) => (x2 as number) <= (row.x2 as number));
    return [
      ...own,
      { column: x as string, op: 'ge', value: row.x },
      { column: x as string, op: isLast ? 'le' : 'lt', value: row.x2 },
    ];
  }
  const { from } = row;
  if (!from || (x && from.x === undefined) || (series && from.series === undefined)) return undefined;
  const spans = x && unit && typeof from.x === 'string' ? spanOf(x, from.x, unit) : undefined;
  return [
    ...own,
    ...(spans ?? (x ? [isValue(x, from.x)] : [])),
    ...(series ? [isValue(series, from.series)] : []),
  ];
}

function isValue(column: string, value: unknown): Condition {
  return value === null ? { column, op: 'is_null' } : { column, op: 'eq', value };
}

const months = { year: 12, quarter: 3, month: 1 } as const;
const hours = { week: 168, day: 24, hour: 1 } as const;

function spanOf(column: string, from: string, unit: NonNullable<DrawnChart['time_unit']>): Condition[] {
  const end = new Date(
    from.includes('T') ? `${from}Z` : `${from.replace(' ', 'T')}${from.includes(' ') ? 'Z' : 'T00:00:00Z'}`,
  );
  if (unit in months) end.setUTCMonth(end.getUTCMonth() + months[unit as keyof typeof months]);
  else end.setUTCHours(end.getUTCHours() + hours[unit as keyof typeof hours]);
  const text = end.toISOString();
  return [
    { column, op: 'ge', value: from },
    { column, op: 'lt', value: /[T ]/.test(from) ? text.slice(0, 19) : text.slice(0, 10) },
  ];
}
