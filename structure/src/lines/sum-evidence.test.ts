import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { readLineFacts } from './line-facts.js';
import { findLineSums, isConvincing } from './sum-evidence.js';

/** The first cells of the lines that sum others above or below them. */
function sumsAmong(rows: string[][]): { above: string[]; below: string[] } {
  const grid = CellGrid.ofTexts(rows);
  const lines = readLineFacts(grid);
  const sums = findLineSums(grid, lines);
  const leads = (side: 'above' | 'below') =>
    lines
      .filter((_, index) => isConvincing(sums[index]?.[side] ?? { share: 0, columns: 0, lines: 0 }))
      .map((l) => l.lead);
  return { above: leads('above'), below: leads('below') };
}

test('subtotals and the total of subtotals below their lines', () => {
  const { above } = sumsAmong([
    ['部門', '4月', '5月'],
    ['営業一課', '120', '131'],
    ['営業二課', '83', '84'],
    ['小計', '203', '215'],
    ['通販', '41', '39'],
    ['店舗', '66', '71'],
    ['小計', '107', '110'],
    ['合計', '310', '325'],
  ]);
  expect(above).toEqual(['小計', '小計', '合計']);
});

test('a total above its lines, rounded, without a word that says so', () => {
  const { below } = sumsAmong([
    ['Industry', '2005', '2006'],
    ['Book publishers', '100.1', '104.9'],
    ['Print', '61.37', '63.11'],
    ['Internet', '22.48', '24.82'],
    ['Other', '16.22', '17.0'],
  ]);
  expect(below).toEqual(['Book publishers']);
});

test('unrelated numbers are not sums', () => {
  const rows = Array.from({ length: 30 }, (_, row) => [
    `item ${row}`,
    `${(row * 37) % 101}`,
    `${(row * 53) % 89}`,
  ]);
  expect(sumsAmong(rows)).toEqual({ above: [], below: [] });
});
