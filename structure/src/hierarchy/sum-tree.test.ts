import { plainStyle } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { CellGrid, Kind } from '../cell-grid.js';
import { areLevels, sumTree } from './sum-tree.js';

type Numbers = (number | string)[];

function treeOf(lines: Numbers[]): (number | undefined)[] {
  const grid = new CellGrid({
    rowCount: lines.length,
    columnCount: lines[0]?.length ?? 0,
    kind: (row, column) => (lines[row]?.[column] === '' ? Kind.empty : Kind.text),
    text: (row, column) => String(lines[row]?.[column] ?? ''),
    style: () => plainStyle,
  });
  return sumTree(
    grid,
    lines.map((_, row) => row),
    (lines[0] ?? []).map((_, column) => column),
    { minBits: 16, contraryBits: 6, slack: 0 },
  );
}

const tree: Numbers[] = [
  [10639, 11265, 12011],
  [7310, 7766, 8402],
  [5204, 5511, 6013],
  [2106, 2255, 2389],
  [3329, 3499, 3609],
];

test('parts have parts of their own', () => {
  expect(treeOf(tree)).toEqual([undefined, 0, 1, 1, 0]);
  expect(areLevels(treeOf(tree))).toBe(true);
});

test('a part may have a single part with the same numbers', () => {
  const [whole = [], , first = [], second = [], last = []] = tree;
  expect(treeOf([whole, first, first, second, last])).toEqual([undefined, 0, 1, 0, 0]);
});

test('what is rounded or withheld may still be a part', () => {
  const lines: Numbers[] = [
    [10640, 11265, 12011, 12805],
    [7310, 7766, 8402, '(D)'],
    [3329, 3499, 3609, '(D)'],
  ];
  expect(treeOf(lines)).toEqual([undefined, 0, 0]);
});

test('small numbers add up by chance', () => {
  const lines: Numbers[] = [
    [7, 9],
    [3, 4],
    [4, 5],
    [8, 2],
  ];
  expect(treeOf(lines)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a part that is taken off comes last, and what is withheld may be nothing', () => {
  const lines: Numbers[] = [
    [9050, 9120, 9320],
    [6030, 6110, 6170],
    [3120, 3090, 3150],
    [-100, -80, '(X)'],
    [700, 720, 740],
  ];
  expect(treeOf(lines)).toEqual([undefined, 0, 0, 0, undefined]);
});

test('columns of shares or averages that do not add up speak against sums less than exact ones for them', () => {
  const lines: Numbers[] = [
    [1183150, 1301661, 349081, 580, 71.3],
    [955488, 1208776, 295308, 213, 80.1],
    [836366, 895769, 139010, 187, 44.9],
    [119122, 313007, 156298, 528, 62.5],
    [227662, 92885, 53773, 827, 12.4],
  ];
  expect(treeOf(lines)).toEqual([undefined, 0, 1, 1, 0]);
});

test('details between the parts, of which others are not shown, are those of the part above them', () => {
  const lines: Numbers[] = [
    [30322, 28330, 27130],
    [3580, 2402, 2905],
    [16792, 14520, 14184],
    [4846, 4340, 4480],
    [10504, 8820, 8637],
    [9950, 11408, 10041],
  ];
  expect(treeOf(lines)).toEqual([undefined, 0, 0, 2, 2, 0]);
});
