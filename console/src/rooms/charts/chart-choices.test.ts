import { expect, test } from 'vitest';
import { chartOf, firstChoices } from './chart-choices.js';

const columns = [
  { name: 'order_id', type: 'BIGINT' },
  { name: 'region', type: 'VARCHAR' },
  { name: 'day', type: 'DATE' },
  { name: 'amount', type: 'DECIMAL(12,2)' },
];

test('a table with dates begins as a course over time, another as bars', () => {
  expect(firstChoices({ name: 'sales', columns })).toEqual({
    table: 'sales',
    chart_type: 'line',
    x: 'day',
    y: ['amount'],
  });
  const withoutDates = columns.filter(({ type }) => type !== 'DATE');
  expect(firstChoices({ name: 'sales', columns: withoutDates })).toMatchObject({
    chart_type: 'bar',
    x: 'region',
  });
});

test('what a kind of chart does not have is left out, and what it needs is waited for', () => {
  const choices = { table: 'sales', x: 'region', y: ['amount', 'order_id'], series: 'day' };
  expect(chartOf({ ...choices, chart_type: 'pie', aggregate: 'avg' })).toEqual({
    table: 'sales',
    chart_type: 'pie',
    x: 'region',
    y: ['amount'],
    aggregate: 'avg',
  });
  expect(chartOf({ ...choices, chart_type: 'bar' })).not.toHaveProperty('series');
  expect(chartOf({ table: 'sales', x: 'region', chart_type: 'heatmap' })).toBeUndefined();
  expect(chartOf({ table: 'sales', x: 'region', chart_type: 'scatter' })).toBeUndefined();
});

test('a chart keeps its filter and its own look while it is changed', () => {
  const kept = { filter: { column: 'amount', op: 'gt', value: 10 }, config: { mark: { color: '#8a6b1f' } } };
  const choices = { table: 'sales', x: 'region', chart_type: 'bar', bins: 5, limit: 8, ...kept } as const;
  expect(chartOf(choices)).toEqual({ table: 'sales', x: 'region', chart_type: 'bar', limit: 8, ...kept });
});
