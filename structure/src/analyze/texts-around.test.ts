import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { cutTextsAround, titleForms } from './texts-around.js';

test('a title that reaches over a form is cut into the texts around it', () => {
  const grid = CellGrid.ofTexts([
    ['Quotation', '', ''],
    ['Green Ltd', '', ''],
    ['Total', '1200', ''],
  ]);
  const title = { kind: 'title' as const, range: { top: 0, left: 0, bottom: 2, right: 2 }, roles: [] };
  const form = { top: 1, left: 1, bottom: 1, right: 2 };
  expect(cutTextsAround(grid, [title], [form]).map(({ range }) => range)).toEqual([
    { top: 0, left: 0, bottom: 0, right: 0 },
    { top: 1, left: 0, bottom: 1, right: 0 },
    { top: 2, left: 0, bottom: 2, right: 1 },
  ]);
});

test('a word right above a form is its title, and a remark is not', () => {
  const kindOf = (text: string) => {
    const note = { kind: 'note' as const, range: { top: 0, left: 0, bottom: 0, right: 0 }, roles: [] };
    const form = { top: 1, left: 0, bottom: 3, right: 1 };
    return titleForms(CellGrid.ofTexts([[text]]), [note], [form])[0]?.kind;
  };
  expect(kindOf('Summary')).toBe('title');
  expect(kindOf('※税込')).toBe('note');
});
