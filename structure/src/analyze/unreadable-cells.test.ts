import type { Dialect } from '@workbook-data-service/sheets';
import { describe, expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { type DrawnCell, drawSheet, linesOf } from '../../test-support/structured-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { analyzeSheet } from './analyze-sheet.js';

type Rows = DrawnCell[][];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const cities = [
  'Oslo',
  'Bern',
  'Rome',
  'Wien',
  'Riga',
  'Bonn',
  'Cork',
  'Nice',
  'Pisa',
  'Lyon',
  'Graz',
  'Brno',
];

/** Twelve months across and twelve cities down, with some cells replaced. */
function sales(replaced: Record<string, DrawnCell> = {}): Rows {
  return [
    ['City', ...months],
    ...cities.map((city, row) => [
      city,
      ...months.map(
        (_, column) => replaced[address(row + 1, column + 1)] ?? 100 + ((row * 37 + column * 17) % 61),
      ),
    ]),
  ];
}

const address = (row: number, column: number) => `${String.fromCharCode(65 + column)}${row + 1}`;

/** What is made of a sheet: its tables without the names of their columns, their types, and what its table has to say. */
function madeOf(rows: Rows, as: 'xlsx' | 'csv' = 'xlsx') {
  const { sheet, dialect } =
    as === 'xlsx' ? { sheet: drawSheet(rows), dialect: null } : readCsv(rows.map((row) => row.join(',')));
  const spec = analyzeSheet(sheet, dialect, { baseName: 'base' });
  const { tables, coverage } = materializeSheet(sheet, dialect, spec, 'base');
  expect(coverage.unplaced.total).toBe(0);
  const [region] = spec.regions.filter(({ kind }) => kind === 'data');
  return {
    tables: Object.fromEntries(tables.map((table) => [table.name, linesOf(table).slice(1)])),
    types: Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(({ type }) => type)])),
    layout: region?.layout,
    unreadable: region?.unreadable?.map(({ row, column }) => address(row, column)) ?? [],
    reasons: region?.reasons.map(({ text }) => text).join(' ') ?? '',
    confidence: region?.confidence ?? 0,
  };
}

function readCsv(lines: string[]) {
  const { sheets, dialect } = readDelimited(Buffer.from(lines.join('\n')), 'base.csv', 'csv');
  return { sheet: sheets[0] as NonNullable<(typeof sheets)[0]>, dialect: dialect as Dialect | null };
}

const slips = ['1O5', '1.2.3', '12l', '?', 'n/d', '105 (est.)', '10 5', '1o5', 'l05', '105x', 'about 100'];

describe('months across', () => {
  const clean = madeOf(sales());

  test.each(slips.flatMap((slip) => [[slip, 'xlsx'] as const, [slip, 'csv'] as const]))(
    'keep a month in which one cell reads %s, in an %s file',
    (slip, as) => {
      const { tables, types, unreadable, reasons, confidence } = madeOf(sales({ F5: slip }), as);
      expect(types.base).toEqual(['VARCHAR', 'VARCHAR', 'BIGINT']);
      const expected = clean.tables.base?.map(([city, month, value]) =>
        city === 'Wien' && month === 'May' ? [city, month, null] : [city, month, value],
      );
      expect(tables.base).toEqual(expected);
      expect(tables.base_補足情報).toEqual([['unreadable', slip, 'F5']]);
      expect(unreadable).toEqual(['F5']);
      expect(reasons).toContain(`F5 reads "${slip}" among numbers.`);
      expect(confidence).toBeLessThan(clean.confidence);
    },
  );

  test('with a mark for a missing value need no note about it', () => {
    const { tables, unreadable } = madeOf(sales({ F5: '-', G7: 'n.a.' }));
    expect(tables.base).toHaveLength(144);
    expect([unreadable, tables.base_補足情報]).toEqual([[], undefined]);
  });

  test('keep all months where several have such a cell, and one has many', () => {
    const { tables, types, unreadable } = madeOf(
      sales({ F2: '1O5', F4: '1I2', F6: 'closed', F8: '?', I7: '12l', M13: '9,9,' }),
    );
    expect([tables.base?.length, types.base?.at(-1)]).toEqual([144, 'BIGINT']);
    expect(unreadable).toEqual(['F2', 'F4', 'F6', 'I7', 'F8', 'M13']);
    expect(tables.base_補足情報?.map(([, text]) => text)).toEqual([
      '1O5',
      '1I2',
      'closed',
      '12l',
      '?',
      '9,9,',
    ]);
  });

  test('stay texts where words are meant, and lose none', () => {
    const off = Object.fromEntries(
      ['B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'H8', 'I9', 'J10', 'K11'].map((cell) => [cell, 'closed']),
    );
    const { tables, types, unreadable } = madeOf(sales(off));
    expect([tables.base?.length, types.base?.at(-1), unreadable]).toEqual([144, 'VARCHAR', []]);
    expect(tables.base?.filter(([, , value]) => value === 'closed')).toHaveLength(10);
  });

  test('have the total of a month that reads like a slip left blank too', () => {
    const rows = sales();
    const total = months.map((_, at) => rows.slice(1).reduce((sum, row) => sum + Number(row[at + 1]), 0));
    const { tables, types, unreadable } = madeOf(
      [...rows, ['Total', ...total.with(4, Number.NaN)]].map((row) =>
        row.map((cell) => (Number.isNaN(cell) ? '1O63' : cell)),
      ),
    );
    expect(types.base_計算項目).toEqual(['VARCHAR', 'VARCHAR', 'BIGINT']);
    expect(tables.base_計算項目?.[4]).toEqual(['Total', 'May', null]);
    expect([tables.base_補足情報, unreadable]).toEqual([[['unreadable', '1O63', 'F14']], ['F14']]);
  });

  test('have their total found though a month has a slip', () => {
    const rows = sales({ F5: '1O5' });
    const total = months.map((_, at) =>
      rows.slice(1).reduce((sum, row) => sum + (Number(row[at + 1]) || 0), 0),
    );
    const { tables } = madeOf([...rows, ['Total', ...total]]);
    expect([tables.base?.length, tables.base_計算項目?.length]).toEqual([144, 12]);
  });

  test('are read in full by the same spec once the cell is mended', () => {
    const spec = analyzeSheet(drawSheet(sales({ F5: '1O5' })), null, { baseName: 'base' });
    const { tables } = materializeSheet(drawSheet(sales({ F5: 105 })), null, spec, 'base');
    expect(tables.map(({ name }) => name)).toEqual(['base']);
    expect(tables.map(linesOf)[0]).toContainEqual(['Wien', 'May', 105]);
  });
});

test('two years across are periods though one has a slip', () => {
  const { tables } = madeOf([
    ['Month', '2023', '2024'],
    ['April', 310, 344],
    ['May', '4O2', 398],
    ['June', 388, 420],
    ['July', 395, 431],
  ]);
  expect(tables.base).toHaveLength(8);
  expect(tables.base?.slice(2, 4)).toEqual([
    ['May', 2023, null],
    ['May', 2024, 398],
  ]);
});

test('measures in several periods stay together', () => {
  const { tables, types } = madeOf([
    [null, '2023', null, '2024', null],
    ['City', 'Qty', 'Sales', 'Qty', 'Sales'],
    ['Oslo', 1, 10, 2, 20],
    ['Bern', 3, '3O', 4, 40],
    ['Rome', 5, 50, 6, 60],
    ['Wien', 7, 70, 8, 80],
  ]);
  expect(types.base).toEqual(['VARCHAR', 'BIGINT', 'BIGINT', 'BIGINT']);
  expect(tables.base?.slice(2, 4)).toEqual([
    ['Bern', 2023, 3, null],
    ['Bern', 2024, 4, 40],
  ]);
});

test('the levels of a report have numbers, and slips are among its notes', () => {
  const { layout, tables, types } = madeOf([
    ['Item', 'Jan', 'Feb', 'Mar'],
    ['Office', 30, 36, '4O'],
    ['  Rent', 20, 24, 28],
    ['  Power', 10, 12, 12],
    ['Travel', 12, 15, 17],
    ['  Trains', 5, 7, 8],
    ['  Hotels', 7, '8?', 9],
  ]);
  expect([layout, types.base_階層1?.at(-1), types.base_階層2?.at(-1)]).toEqual([
    'report',
    'BIGINT',
    'BIGINT',
  ]);
  expect([tables.base_階層1?.length, tables.base_階層2?.length]).toEqual([6, 12]);
  expect(tables.base_補足情報).toEqual([
    ['unreadable', '4O', 'D2'],
    ['unreadable', '8?', 'C7'],
  ]);
});

describe('a list', () => {
  const list = (slip: DrawnCell): Rows => [
    ['Item', 'Qty', 'Price'],
    ...Array.from({ length: 80 }, (_, at) => [
      `Item ${at}`,
      at === 40 ? slip : (at * 7) % 50,
      1.5 + (at % 9),
    ]),
  ];

  test.each(slips)('with %s among numbers is kept as it is written, and the cell is named', (slip) => {
    const { tables, types, unreadable, reasons, confidence } = madeOf(list(slip));
    expect([types.base, unreadable]).toEqual([['VARCHAR', 'VARCHAR', 'DOUBLE'], []]);
    expect(tables.base?.[40]?.[1]).toBe(slip);
    expect(reasons).toContain(`B42 reads "${slip}" among numbers, so the column "Qty" is text.`);
    expect(confidence).toBeLessThan(madeOf(list(7)).confidence);
  });

  test('is read as numbers if a person says which cell is none', () => {
    const sheet = drawSheet(list('1O5'));
    const spec = analyzeSheet(sheet, null, { baseName: 'base' });
    const [region] = spec.regions;
    if (!region?.columns[1]) throw new Error('There is no table.');
    region.columns[1].type = 'BIGINT';
    expect(() => materializeSheet(sheet, null, spec, 'base')).toThrow('B42');
    region.unreadable = [{ row: 41, column: 1 }];
    const [table, notes] = materializeSheet(sheet, null, spec, 'base').tables.map(linesOf);
    expect(table?.slice(40, 43).map(([, quantity]) => quantity)).toEqual([23, null, 37]);
    expect(notes?.slice(1)).toEqual([['unreadable', '1O5', 'B42']]);
  });
});
