import { expect, test } from 'vitest';
import { CellGrid } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import type { SheetRegion } from '../../regions/region.js';
import { adoptGroupLabels } from './adopt-group-labels.js';

/** The first row of the table below a line that was taken for a title. */
function topBelow(line: string[], names: string[]): number | undefined {
  const grid = CellGrid.ofTexts([line, names, ['甲', '1', '2', '3', '4'], ['乙', '5', '6', '7', '8']]);
  const roles: LineRole[] = ['metadata', 'header', 'data', 'data'];
  const titles = line.flatMap((text, column): SheetRegion[] =>
    text === '' ? [] : [{ kind: 'title', range: { top: 0, left: column, bottom: 0, right: column }, roles }],
  );
  const table: SheetRegion = { kind: 'data', range: { top: 1, left: 0, bottom: 3, right: 4 }, roles };
  return adoptGroupLabels(grid, [...titles, table]).find(({ kind }) => kind === 'data')?.range.top;
}

test('labels over names that recur are part of the header', () => {
  expect(topBelow(['', '本社', '', '支社', ''], ['店舗', '売上', '費用', '売上', '費用'])).toBe(0);
});

test('a line over names that tell the columns apart, or with a date, stays a title', () => {
  expect(topBelow(['', '本社', '', '支社', ''], ['店舗', '売上', '費用', '利益', '件数'])).toBe(1);
  expect(topBelow(['', '2024年3月末現在', '', '速報', ''], ['店舗', '売上', '費用', '売上', '費用'])).toBe(1);
});

test('one label beside a heading at the left is the heading of the other columns', () => {
  expect(topBelow(['価格', '', '', '価格差', ''], ['店舗', '売上', '費用', '売上', '費用'])).toBe(1);
});
