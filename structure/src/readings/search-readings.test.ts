import { expect, test } from 'vitest';
import { drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { SheetCells } from '../sheet-cells.js';
import { lookAtReadings } from './candidate.js';
import { ReadingSearch } from './search-readings.js';

const sheet = drawSheet([
  ['Item', 'Size', 'Size', null, 'Note'],
  ['a', 1, 2, 'x', null],
  ['b', 'many', 3, null, null],
  [null, 5, null, null, null],
  ['Subtotal', 2, 'few', 'y', null],
  ['c', null, 4, 'x', null],
]);

function search(isSpent: () => boolean) {
  const spec = analyzeSheet(sheet, null, { baseName: 'list' });
  const asked = { cells: new SheetCells(sheet), dialect: null, spec };
  const found = new ReadingSearch(lookAtReadings(sheet, null, asked, 'list'), { isSpent });
  return { found, others: found.others(asked, 'list') };
}

test('other readings come the best first, and no two of them make the same tables', () => {
  const { found, others } = search(() => false);
  expect(found.isCut).toBe(false);
  expect(others.length).toBeGreaterThan(5);
  expect(others.length).toBeLessThanOrEqual(50);
  const scores = others.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(others.map(({ fingerprint }) => fingerprint)).size).toBe(others.length);
});

test('what was seen before time is up is told', () => {
  let asked = 0;
  const { found, others } = search(() => ++asked > 3);
  expect(found.isCut).toBe(true);
  expect(others.length).toBeLessThanOrEqual(3);
  expect(asked).toBeLessThan(10);
});
