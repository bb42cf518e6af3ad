import { describe, expect, test } from 'vitest';
import { formatFormula, orderFormulas, readFormula, referencedColumns } from './formula-columns.js';
import { parseFormula } from './parse-formula.js';

const columns = [
  { id: 'c1', name: 'qty' },
  { id: 'c2', name: 'Unit Price' },
  { id: 'c3', name: 'a]b' },
  { id: 'c4', name: 'Case' },
  { id: 'c5', name: 'case' },
];

describe('names are bound to columns', () => {
  test.each([
    ['=[qty]*[Unit Price]', ['c1', 'c2']],
    ['=[QTY]+[unit price]', ['c1', 'c2']],
    ['=[a]]b]', ['c3']],
    ['=[case]&[Case]&[case]', ['c5', 'c4']],
    ['=IF([qty]>1, -[qty], 5%)', ['c1']],
    ['=1', []],
  ])('%s', (text, ids) => expect(referencedColumns(readFormula(text, columns))).toEqual(ids));

  test('an unknown name is refused with the nearest one', () => {
    expect(() => readFormula('=1+[qyt]', columns)).toThrowError(
      expect.objectContaining({
        message: 'there is no column [qyt], at character 4',
        fix: expect.objectContaining({ code: 'fix-formula-column', text: 'Did you mean [qty]?' }),
      }),
    );
  });

  test('an ambiguous name is refused', () => {
    expect(() => readFormula('=[CASE]', columns)).toThrow('[CASE] may mean [Case] and [case]');
  });
});

test('a formula follows the names of its columns, and is stored by their ids', () => {
  const bound = readFormula('=[qty]*[unit price]', columns);
  const stored = formatFormula(bound, (id) => id);
  expect(stored).toBe('=[c1]*[c2]');
  const names = new Map([
    ['c1', 'pieces'],
    ['c2', 'p]q'],
  ]);
  expect(formatFormula(parseFormula(stored), (id) => names.get(id))).toBe('=[pieces]*[p]]q]');
  names.delete('c2');
  expect(formatFormula(bound, (id) => names.get(id))).toBe('=[pieces]*#REF!');
});

describe('formulas that refer to each other', () => {
  const formulas = (...pairs: [string, string][]) =>
    pairs.map(([id, formula]) => ({ id, name: id.toUpperCase(), formula: parseFormula(formula) }));
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  test('come after the columns they refer to', () => {
    const given = formulas(
      ['total', '=[net]+[tax]'],
      ['tax', '=[net]*0.2'],
      ['net', '=[qty]*[price]'],
      ['x', '=1'],
    );
    expect(ids(orderFormulas(given))).toEqual(['net', 'tax', 'total', 'x']);
  });

  test.each<[string, [string, string][]]>([
    ['[A] -> [A]', [['a', '=[a]+1']]],
    [
      '[A] -> [B] -> [A]',
      [
        ['a', '=[b]'],
        ['b', '=[a]'],
      ],
    ],
    [
      '[B] -> [C] -> [B]',
      [
        ['a', '=[b]'],
        ['b', '=[c]'],
        ['c', '=[b]+[x]'],
      ],
    ],
  ])('a circle is refused: %s', (path, pairs) => {
    expect(() => orderFormulas(formulas(...pairs))).toThrow(`in a circle: ${path}`);
  });

  test('a diamond is not a cycle', () => {
    const given = formulas(['d', '=[b]+[c]'], ['b', '=[a]'], ['c', '=[a]'], ['a', '=1']);
    expect(ids(orderFormulas(given))).toEqual(['a', 'b', 'c', 'd']);
  });
});
