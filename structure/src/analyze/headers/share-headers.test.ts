import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';
import { CellGrid } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { shareHeaders } from './share-headers.js';

const blank: null[] = [];
const north = [
  ['Staff', 'women', 12, 14, 15],
  ['Staff', 'men', 22, 21, 19],
  ['Guests', 'women', 7, 8, 4],
  ['Guests', 'men', 3, 5, 8],
];
const south = [
  ['Staff', 'women', 31, 33, 36],
  ['Staff', 'men', 28, 27, 22],
  ['Guests', 'women', 2, 1, 9],
  ['Guests', 'men', 6, 4, 5],
];
const header = ['Group', 'Sex', '2021', '2022', '2023'];

test('blocks below each other share the header of the first, and ask whether they do', () => {
  const { tables, spec } = structure([header, ...north, blank, blank, blank, blank, ...south]);
  expect(tables.base_2?.slice(0, 3)).toEqual([
    ['Group', 'Sex', 'period', 'value'],
    ['Staff', 'women', 2021, 31],
    ['Staff', 'women', 2022, 33],
  ]);
  const lower = spec.regions.findLast(({ kind }) => kind === 'data');
  expect(lower).toMatchObject({
    headerRows: [0],
    questions: [{ id: `${lower?.id}.header10`, default: 'no' }, {}],
  });
  expect(lower?.confidence).toBeLessThan(0.9);
});

test('a narrower block of words shares it too', () => {
  const grid = CellGrid.ofTexts([
    ['No', 'Project', 'Lead', 'Student', 'Hours'],
    ['C-1', 'Dam', 'Orlin', 'Ross, Sarah', '3'],
    ['C-2', 'Bridge', 'Cleary', 'Moore, Scott', '5'],
    ['Guests'],
    ['E-1', 'Lamps', 'Jansson', 'Lewis, Philip'],
    ['E-2', 'Stairs', 'Chen', 'Volturo, Lea'],
  ]);
  const roles: LineRole[] = ['header', 'data', 'data', 'metadata', 'data', 'data'];
  const [, lower] = shareHeaders(grid, [
    { kind: 'data', range: { top: 0, left: 0, bottom: 2, right: 4 }, roles },
    { kind: 'data', range: { top: 4, left: 0, bottom: 5, right: 3 }, roles },
  ]);
  expect(lower?.sharedHeader).toEqual([0]);
});

test('a block with other kinds of values does not share the header', () => {
  const others = south.map(([group, sex, one], at) => [
    group ?? null,
    one ?? null,
    sex ?? null,
    `code ${at}`,
    'no',
  ]);
  const { spec } = structure([header, ...north, blank, blank, blank, blank, ...others]);
  const tops = spec.regions.filter(({ kind }) => kind === 'data').map(({ headerRows }) => headerRows);
  expect(tops.filter((rows) => rows.includes(0))).toHaveLength(1);
});
