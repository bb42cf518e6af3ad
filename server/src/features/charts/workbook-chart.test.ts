import { expect, test } from 'vitest';
import type { ChartColumn, ChartShape } from '../../core/chart-parameters.js';
import type { ChartRows } from './chart-rows.js';
import { wordsFor } from './chart-texts.js';
import { workbookChart } from './workbook-chart.js';

const column = (name: string, type: ChartColumn['type']): ChartColumn => ({ id: name, name, type });
const day = column('day', 'DATE');
const takings = column('takings', 'DOUBLE');

function chartOf(given: Partial<ChartShape>, rows: Partial<ChartRows>) {
  const shape: ChartShape = {
    chart_type: 'bar',
    x: column('shop', 'VARCHAR'),
    y: [takings],
    series: undefined,
    aggregate: 'sum',
    filter: undefined,
    ...given,
  };
  const shown = { rows: [], categories: [], series: [], otherSeries: undefined, notes: [], ...rows };
  return workbookChart(shape, null, shown, wordsFor(shape, null));
}

test('bars have a place for each category and a value of each series, or none', () => {
  const chart = chartOf(
    { series: column('kind', 'VARCHAR') },
    {
      categories: ['A', 'B'],
      series: ['food', 'Other'],
      otherSeries: 'Other',
      rows: [
        { x: 'A', series: 'food', y: 1200 },
        { x: 'B', series: 'food', y: 800 },
        { x: 'B', series: 'Other', y: 30 },
      ],
    },
  );
  expect(chart).toMatchObject({
    kind: 'bar',
    places: { of: 'texts', title: 'shop', values: ['A', 'B'] },
    series: [
      { name: 'food', color: '2463a8', values: [1200, 800] },
      { name: 'Other', color: 'a3abb5', values: [null, 30] },
    ],
    valueTitle: 'takings (total)',
    numberFormat: '#,##0',
  });
});

test('months are days of a calendar, in order; hours are on a scale', () => {
  const rows = ['2026-03-01', '2026-01-01'].map((x, i) => ({ x: `${x}T00:00:00Z`, y: i }));
  expect(chartOf({ chart_type: 'line', x: day, time_unit: 'month' }, { rows })).toMatchObject({
    kind: 'line',
    places: { of: 'days', values: [46023, 46082], numberFormat: 'yyyy-mm', unit: 'months' },
    series: [{ name: 'takings (total)', values: [1, 0] }],
  });
  const hours = [{ x: '2026-01-01T12:00:00Z', y: 1 }];
  const at = column('at', 'TIMESTAMP');
  expect(chartOf({ chart_type: 'line', x: at, time_unit: 'hour' }, { rows: hours })).toMatchObject({
    kind: 'course',
    places: { of: 'numbers', values: [46023.5] },
  });
  expect(chartOf({ chart_type: 'area', x: at, time_unit: 'hour' }, { rows: hours })).toBeUndefined();
});

test('what a spreadsheet program does not draw, or not as it is meant, stays a picture', () => {
  expect(chartOf({ chart_type: 'heatmap' }, {})).toBeUndefined();
  expect(chartOf({ config: { mark: { color: 'red' } } }, { categories: ['A'] })).toBeUndefined();
});
