import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../../test-support/structured-sheet.js';
import { analyzeSheet } from '../../analyze/analyze-sheet.js';
import { checkSpec } from '../../check-spec.js';
import { SheetCells } from '../../sheet-cells.js';
import { nextReadings } from './find-readings.js';
import { otherTables } from './sheet-decisions.js';

const report: DrawnCell[][] = [
  ['Sales of the year'],
  [null, null, null],
  ['Item', 'Q1', 'Q2'],
  ['North', null, null],
  ['Apples', 10, 20],
  ['Pears', 5, 6],
  ['Total', 15, 26],
  [null, null, null],
  ['Contact', 'Ann Lee', null],
  ['Phone', '0123', null],
];

function readingsOf(cells: DrawnCell[][]) {
  const sheet = drawSheet(cells);
  const spec = analyzeSheet(sheet, null, { baseName: 'list' });
  const asked = { cells: new SheetCells(sheet), dialect: null, spec };
  const first = { regions: spec.regions, decisions: [] };
  return { sheet, spec, readings: [...nextReadings(asked, first, 1), ...otherTables(asked, 'list')] };
}

test('every reading fits the sheet, and says what it decides otherwise', () => {
  const { sheet, spec, readings } = readingsOf(report);
  expect(readings.length).toBeGreaterThan(5);
  for (const { regions, decisions } of readings) {
    expect(checkSpec(sheet, { ...spec, regions })).toEqual([]);
    expect(new Set(regions.map(({ id }) => id)).size).toBe(regions.length);
    expect(decisions.every(({ why }) => why.text.length > 0)).toBe(true);
  }
});

test('a row that adds up by chance may be a record, and the last row a total that nothing confirms', () => {
  const byChance = readingsOf([
    ['a', 'b'],
    ['x', 1],
    ['y', 2],
    ['z', 3],
  ]).readings;
  expect(byChance.map(({ decisions }) => decisions[0]?.id)).toContain('header-0');
  const hours = readingsOf([
    ['Day', 'From', 'Hours'],
    ['Mon', 'early', '4.5 h'],
    ['Tue', 'late', '3 h'],
    [null, 'Total:', '7.6 h'],
  ]).readings.flatMap(({ decisions, regions }) =>
    decisions[0]?.id === 'closing-totals' ? regions.map(({ rowRoles }) => rowRoles.derived) : [],
  );
  expect(hours).toEqual([[3]]);
});
