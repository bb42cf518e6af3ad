import { expect, test } from 'vitest';
import { wordsFor } from './chart-texts.js';
import { fitHeatmap } from './fit-heatmap.js';

const words = wordsFor(
  { chart_type: 'heatmap', x: undefined, y: [], series: undefined, aggregate: 'count', filter: undefined },
  null,
);
const rows = [
  { x: 'a', y: 45_180.5, series: 's' },
  { x: 'b', y: 91_026, series: 's' },
];
const numbersIn = (room: { width: number; height: number }) =>
  fitHeatmap(rows, ['s'], room, 100, words).rows.map(({ label }) => label);

test('the numbers of a heatmap are as long as its cells allow, or left out of all of them', () => {
  expect(numbersIn({ width: 80, height: 40 })).toEqual(['45,181', '91,026']);
  expect(numbersIn({ width: 34, height: 40 })).toEqual(['45K', '91K']);
  expect(numbersIn({ width: 20, height: 40 })).toEqual(['', '']);
  expect(numbersIn({ width: 80, height: 10 })).toEqual(['', '']);
});

test('names of rows that are closer than a line are left out evenly', () => {
  const series = Array.from({ length: 40 }, (_, i) => `row ${i}`);
  const { axis } = fitHeatmap(rows, series, { width: 80, height: 260 }, 100, words);
  expect((axis as { values: string[] }).values.slice(0, 2)).toEqual(['row 0', 'row 2']);
});
