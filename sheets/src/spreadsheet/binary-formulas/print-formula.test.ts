import { describe, expect, it } from 'vitest';
import type { FormulaBook } from './formula-book.js';
import { xlsbLayout, xlsLayout } from './formula-layouts.js';
import { printFormula } from './print-formula.js';

const here = (first?: string, last = first) => ({ book: undefined, first, last });
const book: FormulaBook = {
  sheets: ['Data', 'My sheet', 'Q3'],
  names: ['rate', '_xlfn.CONCAT', undefined],
  spans: [
    { span: here('Data'), names: ['local'] },
    { span: here('Data', 'My sheet'), names: [] },
    { span: { book: 'Other.xls', first: 'A', last: 'A' }, names: ['total'] },
    { span: 'deleted', names: [] },
    { span: undefined, names: ['AddIn.Fn'] },
    { span: here(), names: ['hidden'] },
    { span: here('Q3'), names: [] },
  ],
};

type Bytes = (number | Bytes)[];
const flat = (parts: Bytes): number[] =>
  parts.flatMap((part) => (typeof part === 'number' ? [part] : flat(part)));
const bytes = (...parts: Bytes) => Buffer.from(flat(parts));
const two = (value: number) => [value & 0xff, value >> 8];
const integer = (value: number) => [0x1e, two(value)];
const text = (value: string) => [0x17, value.length, 0, ...Buffer.from(value, 'latin1')];
/** A cell with relative row and column, in the token of the given class. */
const cell = (row: number, column: number, token = 0x44) => [token, two(row), two(column | 0xc000)];
const onSheet = (span: number, row: number, column: number) => [
  0x5a,
  two(span),
  two(row),
  two(column | 0xc000),
];
const call = (number: number) => [0x41, two(number)];
const callOf = (count: number, number: number) => [0x42, count, two(number)];
const name = (number: number) => [0x43, two(number), 0, 0];
const listed = (span: number, number: number) => [0x59, two(span), two(number), 0, 0];
const [plus, minus, times, power, union] = [0x03, 0x04, 0x05, 0x07, 0x10];
const [negative, percent, parentheses, missing] = [0x13, 0x14, 0x15, 0x16];

const print = (tokens: Bytes, extras: Bytes = [], at = { row: 0, column: 0 }) =>
  printFormula(bytes(tokens), bytes(extras), at, xlsLayout, book);

describe('a formula of an xls file', () => {
  it.each<[string, Bytes]>([
    ['A1+B2*2', [cell(0, 0), cell(1, 1), integer(2), times, plus]],
    ['$A$1', [[0x24, two(0), two(0)]]],
    ['(1+2)*3', [integer(1), integer(2), plus, parentheses, integer(3), times]],
    ['"say ""hi"""', [text('say "hi"')]],
    ['-5%', [integer(5), percent, negative]],
    [
      'SUM(A1:B2)',
      [
        [0x25, two(0), two(1), two(0xc000), two(0xc001)],
        [0x19, 0x10, 0, 0],
      ],
    ],
    ['SUM(A:$B)', [[0x25, two(0), two(65_535), two(0xc000), two(0x0001)], callOf(1, 4)]],
    ['SUM(1:$2)', [[0x25, two(0), two(1), two(0xc000), two(0x00ff)], callOf(1, 4)]],
    ['ROUND(A1,2)', [cell(0, 0), integer(2), call(27)]],
    ['IF(A1,,3)', [cell(0, 0), missing, integer(3), callOf(3, 1)]],
    ['rate*2', [name(1), integer(2), times]],
    ['CONCAT("a","b")', [name(2), text('a'), text('b'), callOf(3, 255)]],
    ['AddIn.Fn(1)', [listed(4, 1), integer(1), callOf(2, 255)]],
    ['Data!A1', [onSheet(0, 0, 0)]],
    ["'Data:My sheet'!A1", [onSheet(1, 0, 0)]],
    ["'Q3'!A1", [onSheet(6, 0, 0)]],
    ['[Other.xls]A!B2', [onSheet(2, 1, 1)]],
    ['[Other.xls]A!total', [listed(2, 1)]],
    ['Data!local', [listed(0, 1)]],
    ['[0]!hidden', [listed(5, 1)]],
    ['#REF!+1', [onSheet(3, 1, 4), integer(1), plus]],
    ['Data!#REF!', [[0x5c, two(0), 0, 0, 0, 0]]],
    ['A1 + B1', [cell(0, 0), [0x19, 0x40, 0, 1], cell(0, 1), [0x19, 0x40, 0, 1], plus]],
    ['SUM((A1,B1))', [cell(0, 0), cell(0, 1), union, parentheses, callOf(1, 4)]],
  ])('is printed as %s', (expected, tokens) => {
    expect(print(tokens)).toBe(expected);
  });

  it.each<[string, Bytes]>([
    ['(1+2)*3', [integer(1), integer(2), plus, integer(3), times]],
    ['1-(2-3)', [integer(1), integer(2), integer(3), minus, minus]],
    ['-(1+2)', [integer(1), integer(2), plus, negative]],
    ['(-1)^2', [integer(1), negative, parentheses, integer(2), power]],
    ['SUM((A1,B1))', [cell(0, 0), cell(0, 1), union, callOf(1, 4)]],
  ])('gets the parentheses that its order needs: %s', (expected, tokens) => {
    expect(print(tokens)).toBe(expected);
  });

  it('that cells share is printed for each of them, around the end of the sheet', () => {
    const shared = [cell(65_535, 255, 0x4c), cell(1, 0, 0x4c), plus];
    expect(print(shared, [], { row: 4, column: 1 })).toBe('A4+B6');
    expect(print(shared, [], { row: 0, column: 0 })).toBe('IV65536+A2');
  });

  it('has its array constants after it', () => {
    const number = [1, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f];
    const word = [2, two(1), 0, 0x78];
    const truth = [4, 1, 0, 0, 0, 0, 0, 0, 0];
    const error = [16, 0x2a, 0, 0, 0, 0, 0, 0, 0];
    const array = [0x60, 0, 0, 0, 0, 0, 0, 0];
    expect(print([array], [1, two(1), number, word, truth, error])).toBe('{1.5,"x";TRUE,#N/A}');
  });

  it.each<[string, Bytes, Bytes?]>([
    ['tokens that are cut short', [0x1e, 1]],
    ['an operator without operands', [plus]],
    ['operands without an operator', [integer(1), integer(2)]],
    ['no token', []],
    ['a token of a data table', [0x02, 0, 0, 0, 0]],
    ['a function that no sheet has', [callOf(0, 53)]],
    ['a name that does not exist', [name(9)]],
    ['a name that cannot be read', [name(3)]],
    ['a sheet that does not exist', [onSheet(99, 0, 0)]],
    ['an array without its values', [[0x60, 0, 0, 0, 0, 0, 0, 0]], [255, two(65_535)]],
    ['calls nested more deeply than Excel allows', [integer(1), Array(65).fill(call(24))]],
    ['a text longer than Excel allows', [integer(1), Array(9000).fill(percent)]],
  ])('is left out for %s', (_, tokens, extras) => {
    expect(print(tokens, extras)).toBeUndefined();
  });
});

describe('a formula of an xlsb file', () => {
  const far = [0x44, 0xff, 0xff, 0x0f, 0, two(16_383 | 0xc000)];
  const printed = (tokens: Bytes, extras: Bytes = []) =>
    printFormula(bytes(tokens), bytes(extras), { row: 0, column: 0 }, xlsbLayout, book);

  it('has larger sheets and wide texts', () => {
    expect(printed([far, [0x17, two(2), two(0x2603), two(0x41)], 0x08])).toBe('XFD1048576&"☃A"');
    expect(printed([[0x5a, two(1), 0, 0, 0, 0, two(0xc000)]])).toBe("'Data:My sheet'!A1");
  });

  it('never counts the empty rows of an array', () => {
    const array = [0x60, Array(14).fill(0)];
    expect(printed([array], [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])).toBeUndefined();
    expect(printed([array], [1, 0, 0, 0, 2, 0, 0, 0, 2, 1, 4, 7, 0, 0, 0])).toBe('{TRUE,#DIV/0!}');
  });

  it('that refers to an Excel table is left out', () => {
    expect(printed([[0x18, 0x19, Array(12).fill(0)]])).toBeUndefined();
  });
});
