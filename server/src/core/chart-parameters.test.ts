import type { ChartParameters } from '@workbook-data-service/contract/charts';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { expect, test } from 'vitest';
import { bindParameters, parametersOf, resolveParameters } from './chart-parameters.js';

const column = (name: string, type: ColumnType) => ({ id: `c_${name}`, name, type });
const table = {
  record: { name: 'sales' },
  columns: [
    column('Region', 'VARCHAR'),
    column('day', 'DATE'),
    column('amount', 'DECIMAL(10,2)'),
    column('qty', 'INTEGER'),
  ],
};
const bind = (parameters: Omit<ChartParameters, 'name' | 'table'>) =>
  bindParameters(table, { name: 'n', table: 'sales', ...parameters });

test('parameters are kept by column id and come back under the names of the day', () => {
  const filter = {
    not: {
      or: [
        { column: 'REGION', op: 'eq', value: 'x' },
        { column: '__svc_row_id', op: 'gt', value: 3 },
      ],
    },
  };
  const { stored } = bind({ chart_type: 'line', x: 'DAY', y: ['Amount'], series: 'region', filter });
  expect(stored).toEqual({
    chart_type: 'line',
    x: 'c_day',
    y: ['c_amount'],
    series: 'c_Region',
    aggregate: 'sum',
    filter: {
      not: {
        or: [
          { column: 'c_Region', op: 'eq', value: 'x' },
          { column: '__svc_row_id', op: 'gt', value: 3 },
        ],
      },
    },
  });
  const renamed = table.columns.map((one) => ({ ...one, name: `new ${one.name}` }));
  const shape = resolveParameters(renamed, stored);
  expect(shape && parametersOf(shape, (name) => name)).toMatchObject({
    x: 'new day',
    y: ['new amount'],
    series: 'new Region',
  });
  expect(resolveParameters(renamed.slice(1), stored)).toBeUndefined();
});

test('a filter on a column that is gone hides the chart like any other column', () => {
  const { stored } = bind({
    chart_type: 'pie',
    x: 'day',
    filter: { column: 'Region', op: 'eq', value: 'x' },
  });
  expect(resolveParameters(table.columns.slice(1), stored)).toBeUndefined();
});

test('an unknown column is refused with the nearest name', () => {
  expect(() => bind({ chart_type: 'bar', x: 'Regoin' })).toThrowError(
    expect.objectContaining({ slug: 'invalid-request', fix: expect.stringContaining('"Region"') }),
  );
});

test.each<[Omit<ChartParameters, 'name' | 'table'>, string]>([
  [{ chart_type: 'bar' }, '/x'],
  [{ chart_type: 'bar', x: 'Region', y: ['day'] }, '/y/0'],
  [{ chart_type: 'bar', x: 'Region', aggregate: 'avg' }, '/y'],
  [{ chart_type: 'bar', x: 'Region', y: ['amount', 'qty'], series: 'day' }, '/series'],
  [{ chart_type: 'bar', x: 'Region', time_unit: 'month' }, '/time_unit'],
  [{ chart_type: 'bar', x: 'Region', bins: 5 }, '/bins'],
  [{ chart_type: 'line', x: 'day', orientation: 'horizontal' }, '/orientation'],
  [{ chart_type: 'pie', x: 'Region', y: ['amount', 'qty'] }, '/y'],
  [{ chart_type: 'pie', x: 'Region', series: 'day' }, '/series'],
  [{ chart_type: 'scatter', x: 'Region', y: ['amount'] }, '/x'],
  [{ chart_type: 'scatter', x: 'qty', y: ['amount'], aggregate: 'sum' }, '/aggregate'],
  [{ chart_type: 'heatmap', x: 'Region' }, '/series'],
  [{ chart_type: 'histogram', x: 'Region' }, '/x'],
  [{ chart_type: 'box', x: 'Region' }, '/y'],
])('%j does not fit at %s', (parameters, path) => {
  expect(() => bind(parameters)).toThrowError(
    expect.objectContaining({ members: { errors: [expect.objectContaining({ path })] } }),
  );
});
