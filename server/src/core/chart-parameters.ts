import type { ChartParameters } from '@workbook-data-service/contract/charts';
import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { columnKind } from './column-kind.js';
import { columnNamed } from './column-named.js';
import { compileFilter } from './filter-sql.js';
import { type FieldError, fieldError, problem, whyOfField } from './problems.js';
import { type RowFilter, renameColumns } from './row-filter.js';
import { unknownColumn } from './unknown-column.js';

export type ChartType = ChartParameters['chart_type'];
export type Aggregate = NonNullable<ChartParameters['aggregate']>;
export type TimeUnit = NonNullable<ChartParameters['time_unit']>;

/** The parameters of a chart as they are stored: with ids in place of the names of columns. */
export type StoredParameters = Omit<ChartParameters, 'name' | 'table' | 'title'>;

export interface ChartColumn {
  id: string;
  name: string;
  type: ColumnType;
  /** As in a spreadsheet file. */
  numberFormat?: string | undefined;
}

/** The parameters of a chart with its columns, as one reader may see them. */
export interface ChartShape<Column extends ChartColumn = ChartColumn>
  extends Omit<StoredParameters, 'x' | 'y' | 'series' | 'aggregate' | 'filter'> {
  x: Column | undefined;
  y: Column[];
  series: Column | undefined;
  aggregate: Aggregate;
  /** With the names of columns. */
  filter: RowFilter | undefined;
}

/** What each type takes: whether `x` and `series` are given, and how many `y`. */
const takes: Record<ChartType, { x: Presence; series: Presence; y: [least: number, most: number] }> = {
  bar: { x: 'required', series: 'optional', y: [0, 12] },
  stacked_bar: { x: 'required', series: 'optional', y: [0, 12] },
  line: { x: 'required', series: 'optional', y: [0, 12] },
  area: { x: 'required', series: 'optional', y: [0, 12] },
  pie: { x: 'required', series: 'refused', y: [0, 1] },
  scatter: { x: 'required', series: 'optional', y: [1, 1] },
  heatmap: { x: 'required', series: 'required', y: [0, 1] },
  histogram: { x: 'required', series: 'refused', y: [0, 0] },
  box: { x: 'optional', series: 'refused', y: [1, 1] },
};
type Presence = 'required' | 'optional' | 'refused';

/** Types that show rows rather than combine them. */
const showsRows: ReadonlySet<ChartType> = new Set(['scatter', 'histogram', 'box']);
const mayLie: ReadonlySet<ChartType> = new Set(['bar', 'stacked_bar', 'box']);

/** Finds the columns that parameters name; refuses those that name none, or do not fit together. */
export function bindParameters<Column extends ChartColumn>(
  table: { record: { name: string }; columns: readonly Column[] },
  parameters: ChartParameters,
): { shape: ChartShape<Column>; stored: StoredParameters } {
  const find = (name: string, path: string): Column => {
    const column = columnNamed(table.columns, name);
    if (column) return column;
    const nearest = nearestName(
      name,
      table.columns.map((one) => one.name),
    );
    throw unknownColumn({
      column: name,
      table: table.record.name,
      path,
      ...(nearest !== undefined && { fix: say('fix-column-nearest', { nearest }) }),
    });
  };
  const { name: _, table: __, title: ___, filter, ...rest } = parameters;
  const filterColumns = [...table.columns, { id: ROW_ID, name: ROW_ID, type: 'BIGINT' as const }];
  if (filter) compileFilter(JSON.stringify(filter), filterColumns, []);
  const shape: ChartShape<Column> = {
    ...rest,
    x: rest.x === undefined ? undefined : find(rest.x, '/x'),
    y: (rest.y ?? []).map((name, i) => find(name, `/y/${i}`)),
    series: rest.series === undefined ? undefined : find(rest.series, '/series'),
    aggregate: rest.aggregate ?? (rest.y ? 'sum' : 'count'),
    filter: filter as RowFilter | undefined,
  };
  const isIdle = rest.aggregate !== undefined && rest.aggregate !== 'none' && showsRows.has(rest.chart_type);
  const fault = isIdle
    ? fieldError('/aggregate', say('chart-field-refused', { type: rest.chart_type }))
    : faultOf(shape);
  if (fault)
    throw problem(
      'invalid-request',
      say('chart-invalid', { field: fault.path.slice(1), ...whyOfField(fault) }),
      {
        members: { errors: [fault] },
      },
    );
  const idOf = (name: string) => columnNamed(filterColumns, name)?.id ?? name;
  return { shape, stored: parametersOf(shape, idOf) };
}

/** The columns of a stored chart; undefined if one of them is not among the columns that the reader sees. */
export function resolveParameters<Column extends ChartColumn>(
  columns: readonly Column[],
  { filter, ...rest }: StoredParameters,
): ChartShape<Column> | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ids = [rest.x, ...(rest.y ?? []), rest.series].filter((id) => id !== undefined);
  const filtered: string[] = [];
  const named =
    filter &&
    renameColumns(filter, (id) => {
      if (id !== ROW_ID) filtered.push(id);
      return byId.get(id)?.name ?? id;
    });
  if (![...ids, ...filtered].every((id) => byId.has(id))) return undefined;
  return {
    ...rest,
    x: byId.get(rest.x ?? ''),
    y: (rest.y ?? []).map((id) => byId.get(id) as Column),
    series: byId.get(rest.series ?? ''),
    aggregate: rest.aggregate ?? 'count',
    filter: named as RowFilter | undefined,
  };
}

/** The parameters that make a shape again, with `idOf` each column in place of its name. */
export function parametersOf(shape: ChartShape, idOf: (columnName: string) => string): StoredParameters {
  const { x, y, series, filter, aggregate, ...rest } = shape;
  return {
    ...rest,
    ...(x && { x: idOf(x.name) }),
    ...(y.length > 0 && { y: y.map(({ name }) => idOf(name)) }),
    ...(series && { series: idOf(series.name) }),
    ...(!showsRows.has(shape.chart_type) && { aggregate }),
    ...(filter && { filter: renameColumns(filter, idOf) as Record<string, unknown> }),
  };
}

/** Why a chart cannot be drawn from its columns, if it cannot. */
export function faultOf(shape: ChartShape): FieldError | undefined {
  const { chart_type: type, x, y, series, aggregate } = shape;
  const {
    x: takesX,
    series: takesSeries,
    y: [least, most],
  } = takes[type];
  if (takesX === 'required' && !x) return fieldError('/x', say('chart-field-required', { type }));
  if (takesSeries === 'required' && !series)
    return fieldError('/series', say('chart-field-required', { type }));
  if (takesSeries === 'refused' && series) return fieldError('/series', say('chart-field-refused', { type }));
  if (y.length < least) return fieldError('/y', say('chart-needs-number', { type }));
  if (y.length > most)
    return fieldError('/y', say(most === 0 ? 'chart-field-refused' : 'chart-one-column', { type }));
  if (y.length > 1 && series) return fieldError('/series', say('chart-series-with-columns'));
  if (shape.time_unit && !(x && isMoment(x.type))) return fieldError('/time_unit', say('chart-needs-dates'));
  if (shape.bins && type !== 'histogram')
    return fieldError('/bins', say('chart-only-for', { types: 'histogram' }));
  if (shape.orientation && !mayLie.has(type))
    return fieldError('/orientation', say('chart-only-for', { types: 'bar, stacked_bar and box' }));
  if (showsRows.has(type)) {
    if (type === 'histogram' && x && !isNumber(x.type))
      return fieldError('/x', say('chart-histogram-numbers', { column: x.name, type: x.type }));
    if (type === 'scatter' && x && !isNumber(x.type) && !isMoment(x.type))
      return fieldError('/x', say('chart-scatter-numbers', { column: x.name, type: x.type }));
  } else if (aggregate === 'none' && y.length === 0)
    return fieldError('/y', say('chart-required-without-aggregate'));
  else if (aggregate !== 'count' && y.length === 0)
    return fieldError('/y', say('chart-field-required', { type: aggregate }));
  const at = y.findIndex((column) => !isNumber(column.type));
  const other = y[at];
  if (!other || (aggregate === 'count' && !showsRows.has(type))) return undefined;
  return fieldError(`/y/${at}`, say('chart-number-column', { column: other.name, type: other.type }));
}

export function isNumber(type: ColumnType): boolean {
  return columnKind(type) === 'number';
}

export function isMoment(type: ColumnType): boolean {
  return columnKind(type) === 'moment';
}

/** Whether the horizontal axis is a scale of numbers or time rather than a row of categories. */
export function isContinuous({ chart_type: type, x }: ChartShape): boolean {
  if (!x) return false;
  return (type === 'line' || type === 'area' || type === 'scatter') && (isNumber(x.type) || isMoment(x.type));
}
