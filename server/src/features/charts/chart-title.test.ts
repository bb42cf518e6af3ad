import { expect, test } from 'vitest';
import { chartTitle } from './chart-title.js';

test('a title longer than the chart is wide has several lines, with what is left out below', () => {
  const long = 'Takings of all branches in the north and in the south of the country by quarter';
  const { title } = chartTitle(long, ['The 30 largest of 200'], 400);
  expect(title).toMatchObject({ subtitle: ['The 30 largest of 200'] });
  expect(title?.text.length).toBeGreaterThan(1);
  expect(title?.text.join(' ')).toBe(long);
});

test('a chart without a title has what is left out in its place', () => {
  expect(chartTitle(null, ['No data'], 400)).toMatchObject({ title: { text: ['No data'], fontWeight: 400 } });
  expect(chartTitle(null, [], 400)).toEqual({});
});
