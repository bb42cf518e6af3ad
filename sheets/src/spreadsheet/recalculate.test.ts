import { describe, expect, it } from 'vitest';
import { addressOfPlace } from '../core/cell-place.js';
import { columnIndex } from '../core/column-letters.js';
import { CellKind, plainStyle, type Sheet, type Workbook } from '../grid/grid.js';
import { CellBudget, GridBuilder } from '../grid/grid-builder.js';
import { SheetTexts } from '../grid/sheet-texts.js';
import type { CellEdit } from '../xlsx/patch/cell-edits.js';
import { recalculate } from './recalculate.js';
import { nothingAround } from './spreadsheet-file.js';

type Cell = number | string | { f: string; v: number | string | null };
/** A formula whose stored result is wrong unless it is given, so that it shows whether it was computed. */
const f = (formula: string, v: number | string | null = -1): Cell => ({ f: formula, v });

function place(address: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  return { row: Number(digits) - 1, column: columnIndex(letters) };
}

function sheetOf(cells: Record<string, Cell>, more: Partial<Sheet> = {}): Sheet {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  for (const [address, cell] of Object.entries(cells)) {
    const { row, column } = place(address);
    const value = typeof cell === 'object' ? cell.v : cell;
    if (typeof value === 'number') grid.add(row, column, CellKind.number, value, 0);
    else if (value === null) grid.add(row, column, CellKind.empty, 0, 0);
    else grid.add(row, column, CellKind.text, texts.add(value), 0);
    if (typeof cell === 'object') grid.addFormula(row, column, cell.f);
  }
  return {
    ...nothingAround,
    name: 'One',
    dateSystem: '1900',
    styles: [plainStyle],
    ...grid.finish(),
    texts,
    ...more,
  };
}

/** The new results as `B1: 3`, with the name of every sheet but the first; null where none is known. */
function after(
  book: Sheet | Partial<Workbook>,
  edits: Record<string, CellEdit['value']>,
  formulas: Record<string, string> = {},
) {
  const workbook: Workbook = {
    sheets: [],
    definedNames: [],
    hasMacros: false,
    roundsAsShown: false,
    properties: {},
    ...('columns' in book ? { sheets: [book] } : book),
  };
  const cells = [
    ...Object.entries(edits).map(([address, value]) => ({ ...place(address), value })),
    ...Object.entries(formulas).map(([address, formula]) => ({ ...place(address), value: null, formula })),
  ];
  const results = recalculate(workbook, [{ sheet: 'One', edits: cells }]);
  return Object.fromEntries(
    [...results].flatMap(([sheet, ofSheet]) =>
      [...ofSheet].map(([at, value]) => [(sheet === 'One' ? '' : `${sheet}!`) + addressOfPlace(at), value]),
    ),
  );
}

it('computes what depends on an edit, however indirectly, and nothing else', () => {
  const sheet = sheetOf({
    A1: 1,
    A2: 2,
    B1: f('A1*2'),
    B2: f('A2*2'),
    C1: f('B1&" of "&SUM(A:A)'),
    D1: f('IF(C1="10 of 7","right","wrong")'),
    E1: f('SUM(1:1)-SUM(1:1)+D1/0'),
    F1: f('A2+7'),
  });
  expect(after(sheet, { A1: 5 })).toEqual({
    B1: 10,
    C1: '10 of 7',
    D1: 'right',
    E1: null,
  });
});

it('computes lookups, conditions and subtotals anew', () => {
  const sheet = sheetOf({
    A1: 'north',
    B1: 1,
    A2: 'south',
    B2: 2,
    B3: f('SUBTOTAL(9,B1:B2)'),
    C1: f('VLOOKUP("south",A:B,2,FALSE)'),
    C2: f('SUMIF(A:A,"n*",B:B)'),
    C3: f('SUBTOTAL(9,B1:B3)'),
  });
  expect(after(sheet, { A2: 'Nord', B1: 5, B2: 3 })).toEqual({
    B3: 8,
    C1: expect.objectContaining({ error: '#N/A' }),
    C2: 8,
    C3: 8,
  });
});

it('follows references to other sheets, names and tables', () => {
  const table = {
    name: 'Sales',
    range: { top: 0, left: 0, bottom: 3, right: 1 },
    headerRows: 1,
    totalsRows: 1,
    columns: ['qty', 'net price'],
    columnFormulas: [],
  };
  const one = sheetOf(
    {
      A1: 'qty',
      B1: 'net price',
      A2: 2,
      B2: f('Sales[[#This Row],[qty]]*Rate'),
      A3: 3,
      B3: f('[@qty]*Rate'),
      A4: f('SUM(Sales[qty])'),
      D1: 10,
    },
    { tables: [table] },
  );
  const two = sheetOf(
    {
      A1: f('Sales[[#Totals],[qty]]+1'),
      A2: f("SUM(Sales[[qty]:[net price]])+'one'!D1"),
      A3: f('Half'),
      A4: f('Sales[[#Headers],[qty]]', 'qty'),
      A5: f('Local'),
    },
    { name: 'Two' },
  );
  const name = (called: string, formula: string, sheet: string | null = null) => ({
    name: called,
    formula,
    sheet,
    hidden: false,
  });
  const definedNames = [
    name('Rate', 'One!$D$1'),
    name('Half', 'Rate/2'),
    name('local', 'One!$A$2', 'Two'),
    name('Local', '77'),
  ];
  expect(after({ sheets: [one, two], definedNames }, { A2: 5, D1: 4 })).toEqual({
    B2: 20,
    B3: 12,
    A4: 8,
    'Two!A1': 9,
    'Two!A2': 44,
    'Two!A3': 2,
    'Two!A5': 5,
  });
});

describe('a stored result', () => {
  it.each([
    ['of a function that is not offered', 'XLOOKUP(1,A1:A9,B1:B9)'],
    ['of a formula that may look anywhere', 'SUM(OFFSET(Z1,1,1))'],
    ['of a range that is computed', 'SUM(Z1:INDEX(Z:Z,3))'],
    ['of a sum that reaches beyond its range', 'SUMIF(Z1:Z9,1,Y1)'],
    ['of an unknown name', 'Nothing+1'],
    ['of a formula that cannot be read', 'A1+*('],
    ['of a circle', 'A1+C1'],
    ['of the clock and the edit', 'TODAY()-A1'],
    ['of several sheets at once', 'SUM(One:Two!A1)'],
  ])('%s is dropped', (_, formula) => {
    const sheets = [sheetOf({ A1: 1, C1: f(formula) }), sheetOf({ A1: 1 }, { name: 'Two' })];
    expect(after({ sheets }, { A1: 2 })).toEqual({ C1: null });
  });

  it.each([
    ['of other cells', 'XLOOKUP(1,A2:A9,B2:B9)'],
    ['of the clock alone', 'TODAY()'],
    ['of another workbook', "'[1]Sheet 1'!A1*2"],
    ['of a sheet that is gone', 'Gone!A1*2'],
    ['that is the same as before', 'A1*0-1'],
  ])('%s stays', (_, formula) => {
    expect(after(sheetOf({ A1: 1, C1: f(formula) }), { A1: 2 })).toEqual({});
  });

  it('stays where an edit changes nothing, or only what is shown', () => {
    const sheet = sheetOf({ A1: 1, B1: f('A1'), C1: f('NA()+A2') });
    expect(after(sheet, { A1: 1, B1: -1, D9: null })).toEqual({});
  });

  it('is dropped, never computed, where the workbook computes with what is shown', () => {
    const sheets = [sheetOf({ A1: 1, B1: f('A1') })];
    expect(after({ sheets, roundsAsShown: true }, { A1: 2 })).toEqual({ B1: null });
  });
});

it('leaves the values of an array that is edited, and drops those of one that is not', () => {
  const array = f('A1:A2*2');
  const sheet = (arrays: Sheet['arrays'], dataTables: Sheet['dataTables'] = []) =>
    sheetOf({ A1: 1, A2: 2, C1: array, C2: array, E1: f('C1', 4) }, { arrays, dataTables });
  const range = { top: 0, bottom: 1, left: 2, right: 2 };
  expect(after(sheet([range]), { A1: 5 })).toEqual({ C1: null, C2: null, E1: null });
  expect(after(sheet([range]), { A1: 5, C2: 9 })).toEqual({});
});

it('drops the values of a data table whose inputs changed', () => {
  const dataTables = [{ top: 1, left: 1, bottom: 1, right: 1 }];
  const sheet = sheetOf({ A1: f('D1*2'), A2: 7, B2: 14, C2: f('B2'), D1: 1, D2: 3 }, { dataTables });
  expect(after(sheet, { D1: 4 })).toEqual({ A1: 8, B2: null, C2: null });
  expect(after(sheet, { D2: 4 })).toEqual({});
});

it('computes new formulas, and what depends on them', () => {
  const sheet = sheetOf({ A1: 3, B1: f('SUM(A1:A9)') });
  expect(after(sheet, {}, { A2: 'A1*2' })).toEqual({ A2: 6, B1: 9 });
});

it('follows a chain of any length from either end', () => {
  const cells: Record<string, Cell> = { A1: 1, B3000: f('A3000') };
  for (let row = 2; row <= 3000; row++) {
    cells[`A${row}`] = f(`A${row - 1}+1`);
    cells[`B${row - 1}`] = f(`B${row}+1`);
  }
  const results = after(sheetOf(cells), { A1: 2 });
  expect(Object.keys(results)).toHaveLength(5999);
  expect([results.A3000, results.B1]).toEqual([3001, 6000]);
});
