import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

const offenses = (...counts: number[][]) => [
  ...counts.map((row, at) => [['Violence', 'Burglary', 'Drugs', 'Theft'][at] ?? '', ...row]),
  ['Total', ...[0, 1, 2].map((year) => counts.reduce((sum, row) => sum + (row[year] ?? 0), 0))],
];

test('labels alone in their rows head the rows below, though they look like them and small counts seem to add up', () => {
  const { spec } = structure([
    ['North', '1990', '1991', '1992'],
    ...offenses([158, 176, 166], [137, 150, 134], [65, 60, 112], [106, 127, 137]),
    ['East'],
    ...offenses([116, 126, 156], [102, 109, 127], [82, 94, 159], [103, 120, 161]),
    ['South'],
    ...offenses([0, 1, 2], [0, 2, 1], [1, 0, 0], [0, 0, 0]),
  ]);
  const parents = spec.regions[0]?.rowParents ?? {};
  expect([7, 8, 9, 10, 11].map((row) => parents[row])).toEqual([6, 6, 6, 6, 6]);
  expect([13, 14, 15, 16, 17].map((row) => parents[row])).toEqual([12, 12, 12, 12, 12]);
});

test('a label right below a label is under that one', () => {
  const { tables } = structure([
    ['Item', 'Unit', 'Rate', 'Share'],
    ['LOCAL CARRIERS'],
    ['Carriers', 'Number', 55, 7],
    ['Lines', 'Millions', 112, 8],
    ['INTERNATIONAL'],
    ['SERVICE'],
    ['Carriers', 'Number', 4, 9],
    ['Revenue', 'Dollars', 57, 6],
  ]);
  expect(tables.base?.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['LOCAL CARRIERS', null, 'Carriers'],
    ['LOCAL CARRIERS', null, 'Lines'],
    ['INTERNATIONAL', 'SERVICE', 'Carriers'],
    ['INTERNATIONAL', 'SERVICE', 'Revenue'],
  ]);
});
