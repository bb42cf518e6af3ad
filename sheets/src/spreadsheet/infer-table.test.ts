import { describe, expect, it } from 'vitest';
import type { DateSystem } from '../core/date-serials.js';
import { CellKind, plainStyle, type Sheet } from '../grid/grid.js';
import { CellBudget, GridBuilder } from '../grid/grid-builder.js';
import { SheetTexts } from '../grid/sheet-texts.js';
import { type InferredColumn, inferTable } from './infer-table.js';
import { readDelimited } from './read-delimited.js';
import { nothingAround } from './spreadsheet-file.js';

type Cell = string | number | boolean | null | { error: string } | { serial: number; format: string };

function sheetOf(rows: Cell[][], dateSystem: DateSystem = '1900'): Sheet {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  const styles = [plainStyle];
  rows.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      if (cell === null) return;
      if (typeof cell === 'string') grid.add(row, column, CellKind.text, texts.add(cell), 0);
      else if (typeof cell === 'number') grid.add(row, column, CellKind.number, cell, 0);
      else if (typeof cell === 'boolean') grid.add(row, column, CellKind.boolean, cell ? 1 : 0, 0);
      else if ('error' in cell) grid.add(row, column, CellKind.error, texts.add(cell.error), 0);
      else {
        const kind = cell.format.endsWith('%') ? CellKind.number : CellKind.date;
        grid.add(
          row,
          column,
          kind,
          cell.serial,
          styles.push({ ...plainStyle, numberFormat: cell.format }) - 1,
        );
      }
    });
  });
  return { ...nothingAround, name: 'S', dateSystem, styles, ...grid.finish(), texts };
}

function values(column: InferredColumn | undefined, rowCount: number): unknown[] {
  if (!column) return [];
  return Array.from({ length: rowCount }, (_, row) => {
    if (column.type === 'VARCHAR') return column.textAt(row);
    return column.valid[row] ? column.values[row] : null;
  });
}

function inferColumn(cells: Cell[], dateSystem?: DateSystem) {
  const table = inferTable(
    sheetOf([['h', 'n'], ...cells.map((cell, row): Cell[] => [cell, row])], dateSystem),
    null,
  );
  return [table?.columns[0]?.type, values(table?.columns[0], cells.length)];
}

function inferOnlySheet(csv: string) {
  const { sheets, dialect } = readDelimited(Buffer.from(csv), 'book.csv', 'csv');
  return sheets[0] && inferTable(sheets[0], dialect);
}

function inferCsv(texts: string[], delimiter = ',') {
  const csv = ['h', ...texts].map((text) => `"${text}"${delimiter}n\n`).join('');
  const table = inferOnlySheet(csv);
  return [table?.columns[0]?.type, values(table?.columns[0], texts.length)];
}

const day = (serial: number, format = 'yyyy-mm-dd') => ({ serial, format });
const micros = (iso: string) => BigInt(Date.parse(`${iso}Z`)) * 1000n;

describe('types of spreadsheet cells', () => {
  it.each<[string, Cell[], string, unknown[]]>([
    ['integers', [1, -2, null], 'BIGINT', [1n, -2n, null]],
    ['decimals', [1, 2.5], 'DOUBLE', [1, 2.5]],
    ['numbers beyond 2^53', [2 ** 60], 'DOUBLE', [2 ** 60]],
    ['percentages', [day(1, '0%'), day(0.12, '0%')], 'DOUBLE', [1, 0.12]],
    ['booleans', [true, false], 'BOOLEAN', [1, 0]],
    ['dates', [day(45292), day(1)], 'DATE', [19723, -25567]],
    [
      'dates with a time of day',
      [day(45292), day(45292.5)],
      'TIMESTAMP',
      [micros('2024-01-01T00:00'), micros('2024-01-01T12:00')],
    ],
    ['times', [day(0.5, 'h:mm')], 'TIME', [43_200_000_000n]],
    ['durations over a day', [day(1.5, '[h]:mm')], 'VARCHAR', ['36:00:00']],
    [
      'durations below zero',
      [day(-0.3125, '[h]:mm'), day(0.25, '[h]:mm')],
      'VARCHAR',
      ['-07:30:00', '06:00:00'],
    ],
    ['serials that are no date', [day(-1)], 'VARCHAR', ['-1']],
    ['errors among numbers', [1, { error: '#N/A' }], 'BIGINT', [1n, null]],
    ['nothing but errors', [{ error: '#N/A' }], 'VARCHAR', ['#N/A']],
    ['blank text among numbers', [1, '  '], 'BIGINT', [1n, null]],
    [
      'a mixture',
      ['x', 0.1 + 0.2, true, day(45292), { error: '#REF!' }],
      'VARCHAR',
      ['x', '0.3', 'true', '2024-01-01', '#REF!'],
    ],
    ['numbers kept as text', ['12', '13'], 'VARCHAR', ['12', '13']],
    ['no values', [null], 'VARCHAR', [null]],
  ])('%s', (_, cells, type, expected) => {
    expect(inferColumn(cells)).toEqual([type, expected]);
  });

  it('count from 1904 where the file does', () => {
    expect(inferColumn([day(43830)], '1904')).toEqual(['DATE', [19723]]);
  });
});

describe('types of csv texts', () => {
  it.each<[string, string[], string, unknown[]]>([
    ['integers', ['1', '-2', ''], 'BIGINT', [1n, -2n, null]],
    ['leading zeros', ['007', '12'], 'VARCHAR', ['007', '12']],
    ['64-bit integers', ['9223372036854775807'], 'BIGINT', [9223372036854775807n]],
    ['longer integers', ['9223372036854775808'], 'VARCHAR', ['9223372036854775808']],
    [
      'long integers among decimals',
      ['12345678901234567891', '1.5'],
      'VARCHAR',
      ['12345678901234567891', '1.5'],
    ],
    ['thousands', ['1,234', '-5', '12,345,678'], 'BIGINT', [1234n, -5n, 12345678n]],
    ['badly grouped thousands', ['1,234', '12,34'], 'VARCHAR', ['1,234', '12,34']],
    ['accounting negatives', ['(1,234.50)', '2'], 'DOUBLE', [-1234.5, 2]],
    ['decimals and exponents', ['.5', '1.25e3', '-2'], 'DOUBLE', [0.5, 1250, -2]],
    ['article numbers', ['12E45'], 'VARCHAR', ['12E45']],
    ['currency', ['$5', '$6'], 'VARCHAR', ['$5', '$6']],
    ['telephone numbers', ['+4670123456'], 'VARCHAR', ['+4670123456']],
    ['percentages', ['12%', '12.3 %'], 'DOUBLE', [0.12, 0.123]],
    ['booleans', ['TRUE', 'false'], 'BOOLEAN', [1, 0]],
    ['ISO dates', ['2024-01-31', '#N/A'], 'DATE', [19753, null]],
    ['dates with slashes', ['2024/1/5'], 'DATE', [19727]],
    ['dates with dots', ['5.1.2024'], 'DATE', [19727]],
    ['month first', ['1/31/2024', '1/5/2024'], 'DATE', [19753, 19727]],
    ['day first', ['31/1/2024', '5/1/2024'], 'DATE', [19753, 19727]],
    ['either first', ['1/5/2024'], 'VARCHAR', ['1/5/2024']],
    ['both first', ['1/31/2024', '31/1/2024'], 'VARCHAR', ['1/31/2024', '31/1/2024']],
    ['two digits of a year', ['1/31/24', '12/5/99'], 'DATE', [19753, 10930]],
    ['two digits of a year that may be first', ['24/1/31'], 'VARCHAR', ['24/1/31']],
    ['codes with dashes', ['10-25-30'], 'VARCHAR', ['10-25-30']],
    ['days that do not exist', ['2023-02-29'], 'VARCHAR', ['2023-02-29']],
    ['the year 0', ['0000-01-01'], 'VARCHAR', ['0000-01-01']],
    [
      'timestamps',
      ['2024-01-01T10:20:30.5', '2024-01-01'],
      'TIMESTAMP',
      [micros('2024-01-01T10:20:30.500'), micros('2024-01-01T00:00')],
    ],
    ['timestamps month first', ['1/31/2024 10:20'], 'TIMESTAMP', [micros('2024-01-31T10:20')]],
    [
      'instants',
      ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00+02:00'],
      'TIMESTAMPTZ',
      [micros('2024-01-01T10:00'), micros('2024-01-01T08:00')],
    ],
    ['times', ['9:30', '21:15:30', '9:30 PM'], 'TIME', [34_200_000_000n, 76_530_000_000n, 77_400_000_000n]],
    ['spaces around numbers', [' 1 ', '2'], 'BIGINT', [1n, 2n]],
    ['a word among numbers', ['1', 'n/a'], 'VARCHAR', ['1', 'n/a']],
  ])('%s', (_, texts, type, expected) => {
    expect(inferCsv(texts)).toEqual([type, expected]);
  });

  it('does not read a comma as part of a number where semicolons separate the cells', () => {
    expect(inferCsv(['1,234'], ';')).toEqual(['VARCHAR', ['1,234']]);
  });
});

describe('rows and columns', () => {
  it('takes the first row for headings, and leaves out blank rows and columns', () => {
    const table = inferTable(
      sheetOf([[], [null, 'Name', null, 'Age'], [null, 'Ann', null, 7], [], [null, 'Bo', null, 8]]),
      null,
    );
    expect(table?.headerRow).toBe(2);
    expect(table?.columns.map(({ name, sheetColumn }) => [name, sheetColumn])).toEqual([
      ['Name', 1],
      ['Age', 3],
    ]);
    expect([...(table?.sheetRows ?? [])]).toEqual([3, 5]);
  });

  it.each<[string, Cell[][]]>([
    [
      'a number among the headings',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    ['a title over a wide table', [['Report'], ['a', 'b', 'c'], ['1', '2', '3']]],
    [
      'words that repeat',
      [
        ['x', 'x', 'x', 'y'],
        ['a', 'b', 'c', 'd'],
      ],
    ],
  ])('keeps every row as data under %s', (_, rows) => {
    const table = inferTable(sheetOf(rows), null);
    expect(table?.headerRow).toBeNull();
    expect(table?.rowCount).toBe(rows.length);
    expect(table?.columns[0]).toMatchObject({ name: 'A', originalName: null });
  });

  it('distinguishes headings of a csv from its values', () => {
    expect(inferOnlySheet('2020,2021\n1,2\n')?.headerRow).toBeNull();
  });

  it('has columns and no rows where there are only headings', () => {
    expect(inferTable(sheetOf([['a', 'b']]), null)).toMatchObject({ rowCount: 0, headerRow: 1 });
  });

  it('is null where there are no cells', () => {
    expect(inferTable(sheetOf([[null], ['  ']]), null)).toBeNull();
  });
});
