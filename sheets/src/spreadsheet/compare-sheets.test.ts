import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { formulaSheet } from '../../test-support/formula-sheet.js';
import { addressOfPlace, placeOf } from '../core/cell-place.js';
import { CellKind, type Sheet } from '../grid/grid.js';
import { CellBudget, GridBuilder } from '../grid/grid-builder.js';
import { compareSheets } from './compare-sheets.js';

function differing(before: Sheet | null, after: Sheet | null, most = 100) {
  const { count, places } = compareSheets(before, after, most);
  return { count, cells: places.map(addressOfPlace).join(' ') };
}

it('finds changed, added and removed cells row by row', () => {
  const before = formulaSheet([
    ['name', 'amount', null],
    ['Ann', 1, true],
    ['Bob', 2, null],
  ]);
  const after = formulaSheet([
    ['name', 'amount', 'note'],
    ['Ann', 3, false],
    [null, 2, null],
    [null, null, 'end'],
  ]);
  expect(differing(before, after)).toEqual({ count: 5, cells: 'C1 B2 C2 A3 C4' });
  expect(differing(after, before)).toEqual({ count: 5, cells: 'C1 B2 C2 A3 C4' });
  expect(differing(after, after)).toEqual({ count: 0, cells: '' });
});

it('takes the cells of a sheet that has no counterpart, and none where there is no cell', () => {
  const sheet = formulaSheet([[null, null], [null, 'x'], ['=1+1']]);
  expect(differing(null, sheet)).toEqual({ count: 2, cells: 'B2 A3' });
  expect(differing(sheet, null)).toEqual({ count: 2, cells: 'B2 A3' });
  expect(differing(null, formulaSheet([]))).toEqual({ count: 0, cells: '' });
});

it('compares texts by content, wherever each file stores them', () => {
  const [before, after] = [formulaSheet([['first', 'second']]), formulaSheet([[1, 'second']])];
  expect(differing(before, after)).toEqual({ count: 1, cells: 'A1' });
  expect(differing(formulaSheet([['']]), formulaSheet([[null]]))).toEqual({ count: 0, cells: '' });
});

it('tells a number from the same digits as text', () => {
  expect(differing(formulaSheet([['1']]), formulaSheet([[1]])).count).toBe(1);
});

it.each([
  [0.1 + 0.2, 0.3, 0],
  [1e300 / 3, 1e300 / 3 + 1e284, 0],
  [0.3, 0.300000000001, 1],
  [9007199254740991, 9007199254740990, 1],
  [0, 1e-300, 1],
  [-1, 1, 1],
])('compares %d with %d at the precision of spreadsheets', (a, b, count) => {
  expect(differing(formulaSheet([[a]]), formulaSheet([[b]])).count).toBe(count);
});

it('sees a changed formula even where its result stayed', () => {
  expect(differing(formulaSheet([['=A2']]), formulaSheet([['=A3']])).count).toBe(1);
  expect(differing(formulaSheet([['=A2']]), formulaSheet([['=A2']])).count).toBe(0);
  expect(differing(formulaSheet([['=A2']]), formulaSheet([[null]])).count).toBe(1);
});

it('compares shared formulas without writing them out, where one file shares as the other does', () => {
  const writtenOut = vi.fn(() => 'B2*2');
  const sharing = (row: number) => {
    const grid = new GridBuilder(new CellBudget());
    grid.add(1, 0, CellKind.number, 4, 0);
    grid.addFormula(1, 0, { row, column: 0, text: 'B1*2', at: writtenOut });
    return formulaSheet([], grid.finish());
  };
  expect(differing(sharing(0), sharing(0)).count).toBe(0);
  expect(writtenOut).not.toHaveBeenCalled();
  expect(differing(sharing(0), sharing(1)).count).toBe(0);
  expect(writtenOut).toHaveBeenCalledTimes(2);
});

it('compares dates of files that count from different days', () => {
  const dated = (serial: number, dateSystem: Sheet['dateSystem']) => {
    const sheet = formulaSheet([[serial]], { dateSystem });
    sheet.columns[0]?.kinds.fill(CellKind.date);
    return sheet;
  };
  expect(differing(dated(45_000, '1900'), dated(45_000 - 1462, '1904')).count).toBe(0);
  expect(differing(dated(45_000, '1900'), dated(45_000, '1904')).count).toBe(1);
});

it('keeps the first places of very many, in order, and counts all', () => {
  const rows = Array.from({ length: 300 }, (_, row) =>
    Array.from({ length: 50 }, (_, column) => row + column),
  );
  const sheet = formulaSheet(rows);
  expect(differing(null, sheet, 3)).toEqual({ count: 15_000, cells: 'A1 B1 C1' });
  const { places } = compareSheets(null, sheet, 120);
  expect(addressOfPlace(places.at(-1) as number)).toBe('T3');
  expect(places).toEqual(Array.from(places).sort((a, b) => a - b));
  expect(differing(null, sheet, 0)).toEqual({ count: 15_000, cells: '' });
});

it('finds what comparing every cell would find, in its order, for any two sheets', () => {
  const cell = fc.constantFrom(null, 'a', 'b', 1, 2, true, '=A1', '=A2');
  const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(rows, rows, fc.nat(12), (before, after, most) => {
      const places = Array.from({ length: 40 }, (_, i) => [Math.floor(i / 5), i % 5] as const);
      const expected = places
        .filter(([row, column]) => (before[row]?.[column] ?? null) !== (after[row]?.[column] ?? null))
        .map(([row, column]) => placeOf(row, column));
      const found = compareSheets(formulaSheet(before), formulaSheet(after), most);
      expect(found).toEqual({ count: expected.length, places: expected.slice(0, most) });
    }),
  );
});
