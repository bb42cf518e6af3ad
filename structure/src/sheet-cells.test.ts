import { CellKind, plainStyle } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { CellBudget, GridBuilder } from '../../sheets/src/grid/grid-builder.js';
import { SheetTexts } from '../../sheets/src/grid/sheet-texts.js';
import { nothingAround } from '../../sheets/src/spreadsheet/spreadsheet-file.js';
import { SheetCells } from './sheet-cells.js';

test.each([
  ['yyyy"年"m"月"', '2024年4月'],
  ['m"月"', '4月'],
  ['mmm-yy', '2024-04'],
  ['yyyy/m/d', '2024-04-01'],
  ['m"月"d"日"', '2024-04-01'],
])('a date formatted as %s heads its column with %s', (numberFormat, text) => {
  const grid = new GridBuilder(new CellBudget());
  grid.add(0, 0, CellKind.date, 45_383, 0);
  const cells = new SheetCells({
    ...nothingAround,
    name: 'Sheet1',
    dateSystem: '1900',
    styles: [{ ...plainStyle, numberFormat }],
    ...grid.finish(),
    texts: new SheetTexts([]),
    merges: [],
  });
  expect(cells.heading(0, 0)).toBe(text);
});

test.each([
  ['no gaps', ['a', 'b', 'c'], [1, 1, 1]],
  ['a gap', ['a', null, 'c'], [1, 0, 1]],
  ['a text of spaces', ['a', ' ', 'c'], [1, 0, 1]],
])('of a column with %s, these cells are filled', (_, values, filled) => {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  for (const [row, value] of values.entries()) {
    if (value !== null) grid.add(row, 0, CellKind.text, texts.add(value), 0);
  }
  const cells = new SheetCells({
    ...nothingAround,
    name: 'Sheet1',
    dateSystem: '1900',
    styles: [plainStyle],
    ...grid.finish(),
    texts,
    merges: [],
  });
  expect([...cells.filled(0)]).toEqual(filled);
  expect(cells.filledCount()).toBe(filled.filter(Boolean).length);
});
