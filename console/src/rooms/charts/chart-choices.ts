import type { PutChartRequest } from '@workbook-data-service/client/api';

export const chartTypes = [
  'bar',
  'stacked_bar',
  'line',
  'area',
  'pie',
  'scatter',
  'heatmap',
  'histogram',
  'box',
] as const satisfies readonly PutChartRequest['chart_type'][];
type ChartType = (typeof chartTypes)[number];

/** What the address of the composer has: the parameters of the chart as far as they are chosen. */
export type ChartChoices = Partial<PutChartRequest>;

export interface ChartTable {
  name: string;
  columns: { name: string; type: string }[];
}

export const isNumber = (type: string): boolean => /INT|DECIMAL|DOUBLE|FLOAT|NUMERIC|REAL/i.test(type);
export const isMoment = (type: string): boolean => /^(DATE|TIMESTAMP)/i.test(type);

/** Which parameters a kind of chart has. */
export function fieldsOf(type: ChartType) {
  const isDistribution = type === 'histogram' || type === 'box';
  return {
    /** How many columns of values. */
    y: type === 'histogram' ? 0 : ['bar', 'stacked_bar', 'line', 'area'].includes(type) ? 12 : 1,
    needsX: type !== 'box',
    needsY: type === 'scatter' || type === 'box',
    hasSeries: !isDistribution && type !== 'pie',
    needsSeries: type === 'heatmap',
    aggregates: !isDistribution && type !== 'scatter',
    /** Whether categories beyond a number are left out. */
    hasLimit: !isDistribution && type !== 'scatter',
    hasBins: type === 'histogram',
    hasOrientation: type === 'bar' || type === 'stacked_bar' || type === 'box',
  };
}

/** A chart to begin with: values over time where there are dates, else by category. */
export function firstChoices({ name, columns }: ChartTable): ChartChoices {
  const moment = columns.find(({ type }) => isMoment(type));
  const category = columns.find(({ type }) => !isMoment(type) && !isNumber(type));
  const value = columns.find((column) => isNumber(column.type) && !/(^|_)(id|year|no)$/i.test(column.name));
  const x = moment ?? category ?? columns[0];
  return {
    table: name,
    chart_type: moment ? 'line' : 'bar',
    ...(x && { x: x.name }),
    ...(value && value !== x && { y: [value.name] }),
  };
}

/** The chart that the choices make; undefined as long as something is missing. */
export function chartOf(choices: ChartChoices): PutChartRequest | undefined {
  const { table, chart_type: type, y = [], series, ...others } = choices;
  if (table === undefined || type === undefined) return undefined;
  const fields = fieldsOf(type);
  const shown = y.slice(0, fields.y);
  if (fields.needsX && others.x === undefined) return undefined;
  if (fields.needsY && shown.length === 0) return undefined;
  if (fields.needsSeries && series === undefined) return undefined;
  const { aggregate, orientation, limit, bins, ...rest } = others;
  return {
    ...rest,
    table,
    chart_type: type,
    ...(shown.length > 0 && { y: shown }),
    ...(series !== undefined && fields.hasSeries && shown.length < 2 && { series }),
    ...(limit !== undefined && fields.hasLimit && { limit }),
    ...(bins !== undefined && fields.hasBins && { bins }),
    ...(aggregate !== undefined && fields.aggregates && { aggregate }),
    ...(orientation !== undefined && fields.hasOrientation && { orientation }),
  };
}
