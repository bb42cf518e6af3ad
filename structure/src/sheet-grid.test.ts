import { plainStyle, type Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { Kind } from './cell-grid.js';
import { gridOfSheet } from './sheet-grid.js';

const bold = { ...plainStyle, bold: true };

/** One column that starts in the second row. */
function sheetOf(cells: [Kind, number][], texts: string[]): Sheet {
  return {
    rowCount: cells.length + 1,
    columns: [
      {
        firstRow: 1,
        kinds: Uint8Array.from(cells, ([kind]) => kind),
        values: Float64Array.from(cells, ([, value]) => value),
        styles: Uint16Array.from(cells, (_, at) => (at === 0 ? 1 : 0)),
        formulas: new Map([[2, 'A1+1']]),
      },
    ],
    texts,
    styles: [plainStyle, bold],
    dateSystem: '1900',
    merges: [],
  } as unknown as Sheet;
}

test('cells have their text, their style and their formula', () => {
  const grid = gridOfSheet(
    sheetOf(
      [
        [Kind.text, 0],
        [Kind.number, 12.5],
        [Kind.date, 45_748.5],
        [Kind.date, 59],
        [Kind.boolean, 1],
        [Kind.empty, 0],
      ],
      ['Total'],
    ),
    null,
  );
  const shown = Array.from({ length: grid.rowCount }, (_, row) => grid.text(row, 0));
  expect(shown).toEqual(['', 'Total', '12.5', '2025-04-01 12:00:00', '1900-02-28', 'TRUE', '']);
  expect(grid.style(1, 0).bold).toBe(true);
  expect(grid.style(2, 0).bold).toBe(false);
  expect(grid.formula(2, 0)).toBe('A1+1');
  expect(grid.number(2, 0)).toBe(12.5);
});
