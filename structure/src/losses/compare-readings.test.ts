import { expect, test } from 'vitest';
import { bold, type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { decideAll } from '../decisions/decide-all.js';
import type { Corrections } from '../decisions/decisions.js';
import type { RegionCorrection } from '../parse-spec.js';
import { compareReadings } from './compare-readings.js';

/** What is said of a correction of the first region, and of undoing it. */
function losses(
  rows: DrawnCell[][],
  region: Omit<RegionCorrection, 'id'>,
  decided: Partial<Corrections> = {},
): { lost: string[]; undone: string[] } {
  const sheet = { ...drawSheet(rows), name: 'Sheet' };
  const before = analyzeSheet(sheet, null);
  const sheets = [{ name: 'Sheet', regions: [{ id: 'r1', ...region }] }];
  const corrections = { remove: [], describe: [], accept: [], answers: {}, sheets, ...decided };
  const file = { format: 'xlsx' as const, dialect: null, sheets: [sheet], definedNames: [] };
  const { specs, faults } = decideAll(file, [before], corrections);
  expect(faults).toEqual([]);
  const [after = before] = specs;
  const said = (one: typeof before, other: typeof before) =>
    compareReadings(sheet, null, one, other).map(({ text }) => text);
  return { lost: said(before, after), undone: said(after, before) };
}

const sales: DrawnCell[][] = [
  ['Shop', 'Sold', 'Returned', 'Opened'].map(bold),
  ['Oslo', 11, 2, '2024-03-01'],
  ['Bergen', 22, 1, '2024-04-15'],
  ['Narvik', 33, 4, '2024-05-20'],
  ['Total', 66, 7, null],
];

test('numbers and dates that would be cut off or become names are counted', () => {
  expect(losses(sales, { range: { top: 0, left: 0, bottom: 2, right: 3 } }).lost).toEqual([
    '4 numbers would no longer be in a table (the first in B4).',
    '1 date would no longer be in a table (D4).',
    '2 cells would be in no table at all (the first in A4).',
  ]);
  const swallowed = losses(sales, { headerRows: [0, 1] }, { describe: ['r1'] });
  expect(swallowed.lost).toContain('2 numbers would no longer be in a table (the first in B2).');
  expect(swallowed.lost).toContain('1 row would name columns, but look like the records below (A2).');
  expect(swallowed.undone).toEqual([]);
});

test('a year that becomes a name is not lost', () => {
  const rows: DrawnCell[][] = [
    ['Shop', 2023, 2024],
    ['Oslo', 11, 12],
    ['Bergen', 21, 22],
    ['Narvik', 31, 32],
  ];
  expect(losses(rows, {}, { answers: { 'r1.periods': 'wide' } }).lost).toEqual([]);
});

test('names that would stand over other columns are told, and other names are not', () => {
  const swapped = [
    { source: 1, name: 'Returned' },
    { source: 2, name: 'Sold' },
  ];
  const { lost, undone } = losses(sales, { columns: swapped });
  expect(lost).toEqual([
    'The column under "Sold" would be called "Returned", which stands over another column.',
  ]);
  expect(undone).toEqual([]);
  expect(losses(sales, { columns: [{ source: 1, name: 'Units' }] }).lost).toEqual([]);
});

test('totals are reconciled wherever they land', () => {
  expect(losses(sales, { rowRoles: { derived: [] } }).lost).toEqual([
    '2 totals would be among the records that they add up (the first in B5).',
  ]);
  expect(losses(sales, { rowRoles: { derived: [2, 4] } })).toEqual({
    lost: ['1 row would be totals, but add up nothing (A3).'],
    undone: [],
  });
});

test('a row under another heading is told by the total of its own', () => {
  const report: DrawnCell[][] = [
    ['Account', '2024', '2025'],
    ['Food', 30, 32],
    [{ value: 'Bread', style: { indent: 1 } }, 10, 11],
    [{ value: 'Milk', style: { indent: 1 } }, 20, 21],
    ['Drinks', 7, 9],
    [{ value: 'Tea', style: { indent: 1 } }, 3, 4],
    [{ value: 'Juice', style: { indent: 1 } }, 4, 5],
  ];
  const { lost, undone } = losses(report, { rowParents: { 2: 4, 3: 1, 5: 4, 6: 4 } });
  expect(lost).toEqual(['What 2 totals add up would be in different groups (the first in B2).']);
  expect(undone).toEqual([]);
});
