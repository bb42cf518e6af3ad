import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { formulaSheet } from '../../../sheets/test-support/formula-sheet.js';
import { unbalancedColumns } from './unbalanced-sheets.js';
import { unexplainedTotals } from './unexplained-totals.js';

const differing = (sheet: Sheet) =>
  unexplainedTotals(sheet).map(
    ({ place, parts, computed }) => `${addressOfPlace(place)}: ${parts} add up to ${computed}`,
  );

test('a typed total that is not the sum of what stands above it, however far it is off', () => {
  const rows = ['North', 'South', 'East', 'West'].map((name, i) => [name, (i + 1) * 100, i + 5]);
  const totals = (...numbers: number[]) =>
    differing(formulaSheet([['region', 'amount', 'visits'], ...rows, ['Total', ...numbers]]));
  expect(totals(1000, 26)).toEqual([]);
  expect(totals(4000, 26)).toEqual(['B6: B2:B5 add up to 1000']);
  expect(totals(150, 26)).toEqual(['B6: B2:B5 add up to 1000']);
});

test('a total of totals, of a year that heads its column, and averages beside it are no mistakes', () => {
  const block = (name: string) => [
    [name, 10],
    [name, 20],
    [name, 30],
    ['Subtotal', 60],
  ];
  expect(differing(formulaSheet([['a', 'b'], ...block('x'), ...block('y'), ['Total', 120]]))).toEqual([]);
  expect(
    differing(
      formulaSheet([
        ['a', 2024],
        ['x', 1],
        ['y', 2],
        ['z', 3],
        ['Total', 6],
      ]),
    ),
  ).toEqual([]);
  const rated = [
    ['x', 10, 2.5],
    ['y', 20, 3.5],
    ['z', 30, 4.5],
  ];
  expect(differing(formulaSheet([['a', 'b', 'size'], ...rated, ['Total', 60, 3.8]]))).toEqual([]);
});

test('assets that are not liabilities and equity, in each column of a balance sheet', () => {
  const balance = (equity: number) =>
    formulaSheet([
      ['', 2023, 2024],
      ['Total assets', 3500, 3600],
      ['Total liabilities', 1700, 1700],
      ["Total shareholders' equity", 1800, equity],
    ]);
  expect(unbalancedColumns(balance(1900))).toEqual([]);
  expect(
    unbalancedColumns(balance(1950)).map(({ place, others }) => [addressOfPlace(place), others]),
  ).toEqual([['C2', 3650]]);
});
