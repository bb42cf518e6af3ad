import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './plain-text.js';
import { cut, TextTable, widthOf } from './text-table.js';

const lines = (table: TextTable, rows: unknown[][]): string[] =>
  [table.header(), ...rows.map((row) => table.row(row))].join('\n').split('\n');

test('columns line up also where letters are twice as wide', () => {
  const rows = [
    ['りんご', 3],
    ['Fig', 12],
    ['é👩‍👩‍👧', null],
  ];
  const table = new TextTable([{ title: '品目' }, { title: 'qty', alignRight: true }], rows);
  expect(lines(table, rows)).toEqual(['品目    qty', '──────  ───', 'りんご    3', 'Fig      12', 'é👩‍👩‍👧']);
});

test('a table fits into the terminal: the widest columns give way first', () => {
  const rows = [['short', 'とても長い説明の文章です', 'x'.repeat(200)]];
  const table = new TextTable([{ title: 'a' }, { title: 'b' }, { title: 'c' }], rows, 40);
  for (const line of lines(table, rows)) expect(widthOf(line)).toBeLessThanOrEqual(40);
  expect(table.row(rows[0] as unknown[])).toMatch(/^short {2}とても長い説明の?… ? x+…$/);
});

test('what is typed again is not cut', () => {
  const rows = [['tok_01a1e53b518c72acaba0c3be8985fb65', 'x'.repeat(50), 'y'.repeat(50)]];
  const columns = [{ title: 'id', isWhole: true }, { title: 'name' }, { title: 'scopes' }];
  const table = new TextTable(columns, rows, 60);
  expect(table.row(rows[0] as unknown[])).toBe(`${rows[0]?.[0]}  ${'x'.repeat(9)}…  ${'y'.repeat(9)}…`);
});

test('columns for which there is no room are counted', () => {
  const columns = Array.from({ length: 16_384 }, (_, index) => ({ title: `column ${index}` }));
  const table = new TextTable(columns, [], 80);
  expect(table.hiddenColumns).toBe(16_384 - 11);
  expect(widthOf(table.row([]))).toBeLessThanOrEqual(80);
});

test('a cell cannot send commands to the terminal, nor break a line', () => {
  expect(plainText('a\x1b[31mred\x07\u009b2J\nb\t\u202ec')).toBe('a�[31mred��2J⏎b �c');
  expect(plainText({ a: [1] })).toBe('{"a":[1]}');
});

test('no text is wider than its column, whatever it is made of', () => {
  const parts = fc.constantFrom(
    '\x1b[31m',
    '\u009b2J',
    '�',
    'x'.repeat(40),
    '品目',
    '👩‍👩‍👧',
    'é',
    '\ufe0f',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), fc.nat(60), (texts, width) => {
      expect(widthOf(cut(plainText(texts.join('')), width))).toBeLessThanOrEqual(width);
    }),
  );
  const row = [`\x1b[31m${'x'.repeat(100)}`];
  expect(new TextTable([{ title: 'note' }], [row]).row(row)).toBe(`�[31m${'x'.repeat(54)}…`);
});
