import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

const header = ['Item', '2006', '2007', '2008'];
const structured = (rows: string[][]) => structure([header, ...rows]).tables;

test('a label of several lines is one label, and heads nothing', () => {
  const { base = [] } = structured([
    ['Drinks:'],
    ['Cola, cans,'],
    ['six in a pack', '3.1', '3.2', '3.3'],
    ['Coffee', '4.1', '4.2', '4.3'],
    ['Tea of all kinds (except'],
    ['green and'],
    ['white)', '5.1', '5.2', '5.3'],
    ['Foods:'],
    ['Bread', '1.1', '1.2', '1.3'],
  ]);
  const labels = base.slice(1).map(([group, item]) => `${group} ${item}`);
  expect([...new Set(labels)]).toEqual([
    'Drinks Cola, cans, six in a pack',
    'Drinks Coffee',
    'Drinks Tea of all kinds (except green and white)',
    'Foods Bread',
  ]);
});

test('headings over labels in small letters stay headings', () => {
  const { base = [] } = structured([
    ['Age of all workers'],
    ['under 18', '1', '2', '3'],
    ['older', '4', '5', '6'],
    ['Sex'],
    ['female', '2', '3', '4'],
    ['male', '3', '4', '5'],
  ]);
  expect(new Set(base.slice(1).map(([group]) => group))).toEqual(new Set(['Age of all workers', 'Sex']));
});

test('a heading of two lines is one heading', () => {
  const { base = [] } = structured([
    ['Age of person:'],
    ['under 18', '1', '2', '3'],
    ['older', '4', '5', '6'],
    ['Hispanic or Latino origin'],
    ['of reference person'],
    ['Hispanic', '2', '3', '4'],
    ['Others', '3', '4', '5'],
    ['PRICES'],
    ['(cents per hour)'],
    ['Oil', '2', '3', '4'],
    ['Gas', '3', '4', '5'],
  ]);
  expect([...new Set(base.slice(1).map(([group]) => group))]).toEqual([
    'Age of person',
    'Hispanic or Latino origin of reference person',
    'PRICES (cents per hour)',
  ]);
});

test('a heading over headings that are above it too heads them all', () => {
  const figures = (label: string): string[] => [label, '1', '2', '3'];
  const { base = [] } = structured([
    ['Current dollars'],
    figures('Oil'),
    figures('Coal'),
    ['Constant dollars'],
    figures('Oil'),
    figures('Coal'),
    ['Percent change'],
    ['Current dollars'],
    figures('Oil'),
    figures('Coal'),
    ['Constant dollars'],
    figures('Oil'),
    figures('Coal'),
  ]);
  const groups = new Set(base.slice(1).map(([outer, inner]) => `${outer}/${inner}`));
  expect(groups).toContain('Percent change/Current dollars');
  expect(groups).toContain('Percent change/Constant dollars');
});

test('a label that ends below its values is one label, with the footnote mark beside its end', () => {
  const { base = [] } = structure([
    ['相手地域', '注', '三宮', '元町', '灘'],
    ['県内', null, '31', '32', '33'],
    ['県外', 'a)', '41', '42', '43'],
    [null, null, null, null, null],
    ['届出による', null, '5', '6', '7'],
    ['記載の訂正', 'b)', null, null, null],
    [null, null, null, null, null],
    ['国外', null, '8', '9', '4'],
  ]).tables;
  expect(base.slice(1).map((row) => row.slice(0, 3).join(' '))).toEqual([
    '県内  31',
    '県外 a) 41',
    '届出による記載の訂正 b) 5',
    '国外  8',
  ]);
});
