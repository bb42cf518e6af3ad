import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { rowLabelTree } from './row-label-tree.js';

/** The label of each row with that of its parent. */
function pathsOf(lines: string[][], computed = new Map<number, number[]>()): string[] {
  const tree = rowLabelTree(CellGrid.ofTexts(lines), {
    labelColumns: [0],
    firstRow: 0,
    lastRow: lines.length - 1,
    computed,
  });
  return lines.flatMap(([label = ''], row) =>
    label === '' ? [] : [`${lines[tree[row] ?? -1]?.[0] ?? ''} ${label}`.trim()],
  );
}

const timber = [
  ['Lumber:'],
  ['Imports', '19', '22'],
  ['Exports', '5', '6'],
  [],
  ['Plywood:'],
  ['Imports', '9', '10'],
  ['Exports', '3', '4'],
  [],
  ['Logs:'],
  ['Imports', '1', '2'],
  ['Exports', '6', '7'],
  [],
];

test('a block without a heading is not in the group above where blocks have headings', () => {
  expect(pathsOf([...timber, ['Fuelwood', '31', '33']]).at(-1)).toBe('Fuelwood');
});

test('a block that goes on with the names of the group above is in it', () => {
  expect(pathsOf([...timber, ['Exports of chips', '31', '33']]).at(-1)).toBe('Logs: Exports of chips');
});

test('what follows the last part of a total is not in the group of its parts', () => {
  const households = [
    ['Total', '30', '33'],
    ['Age of householder:'],
    ['Under 40', '12', '15'],
    ['40 and over', '18', '18'],
    [],
    ['One person', '11', '14'],
    ['Several persons', '19', '19'],
  ];
  expect(pathsOf(households, new Map([[0, [2, 3]]])).slice(2)).toEqual([
    'Age of householder: Under 40',
    'Age of householder: 40 and over',
    'One person',
    'Several persons',
  ]);
});

test('a total that names its own group is not in the one above', () => {
  const stations = [
    ['Radio stations:'],
    ['AM', '43', '44'],
    ['FM', '21', '27'],
    [],
    ['TV stations: Total', '8', '9'],
  ];
  expect(pathsOf(stations).at(-1)).toBe('TV stations: Total');
});
