import { expect, test } from 'vitest';
import { merge, structure } from '../../../test-support/structured-sheet.js';

const offenses = (...counts: number[][]) => [
  ...counts.map((row, at) => [['Violence', 'Burglary', 'Drugs', 'Theft'][at] ?? '', ...row]),
  ['Total', ...[0, 1, 2].map((year) => counts.reduce((sum, row) => sum + (row[year] ?? 0), 0))],
];

test('labels alone in their rows head the rows below, though they look like them and small counts seem to add up', () => {
  const { spec } = structure([
    ['North', '1990', '1991', '1992'],
    ...offenses([158, 176, 166], [137, 150, 134], [65, 60, 112], [106, 127, 137]),
    ['East'],
    ...offenses([116, 126, 156], [102, 109, 127], [82, 94, 159], [103, 120, 161]),
    ['South'],
    ...offenses([0, 1, 2], [0, 2, 1], [1, 0, 0], [0, 0, 0]),
  ]);
  const parents = spec.regions[0]?.rowParents ?? {};
  expect([7, 8, 9, 10, 11].map((row) => parents[row])).toEqual([6, 6, 6, 6, 6]);
  expect([13, 14, 15, 16, 17].map((row) => parents[row])).toEqual([12, 12, 12, 12, 12]);
});

test('a label right below a label is under that one', () => {
  const { tables } = structure([
    ['Item', 'Unit', 'Rate', 'Share'],
    ['LOCAL CARRIERS'],
    ['Carriers', 'Number', 55, 7],
    ['Lines', 'Millions', 112, 8],
    ['INTERNATIONAL'],
    ['SERVICE'],
    ['Carriers', 'Number', 4, 9],
    ['Revenue', 'Dollars', 57, 6],
  ]);
  expect(tables.base?.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['LOCAL CARRIERS', null, 'Carriers'],
    ['LOCAL CARRIERS', null, 'Lines'],
    ['INTERNATIONAL', 'SERVICE', 'Carriers'],
    ['INTERNATIONAL', 'SERVICE', 'Revenue'],
  ]);
});

test('labels beside numbers that count the rows nest by their spaces, even below a total farther right', () => {
  const { tables } = structure([
    ['Line', 'Asset', 'Age', 'Cost'],
    [1, '    All assets', 9.5, 70],
    [2, 'Equipment', 5.5, 30],
    [3, '   Computers', 2.5, 19],
    [4, '   Machines', 6.5, 12],
    [5, 'Structures', 20.5, 40],
    [6, '   Offices', 21.5, 21],
    [7, '   Hospitals', 19.5, 17],
  ]);
  expect(tables.base_階層2?.slice(1)).toEqual([
    ['Equipment', 'Computers', 3, 2.5, 19],
    ['Equipment', 'Machines', 4, 6.5, 12],
    ['Structures', 'Offices', 6, 21.5, 21],
    ['Structures', 'Hospitals', 7, 19.5, 17],
  ]);
});

test('merged labels hold down to the total of their rows, within other merged ones', () => {
  const { tables } = structure(
    [
      ['Beer', 'Kind', 'Way', 'Barrels', 'Last year'],
      ['Made', 'Brewed', 'Brewed', 9120, 8150],
      ['Removed', 'Taxed', 'In bottles', 5310, 4270],
      [null, null, 'In kegs', 1240, 1360],
      [null, null, 'Total taxed', 6550, 5630],
      [null, 'Free', 'Exported', 410, 520],
      [null, null, 'Tasted', 35, 46],
      [null, null, 'Total free', 445, 566],
      ['Stock', 'In tanks', 'In tanks', 740, 690],
    ],
    [merge(2, 0, 7, 0), merge(2, 1, 4, 1), merge(5, 1, 7, 1)],
  );
  expect(tables.base_階層3?.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['Made', 'Brewed', 'Brewed'],
    ['Removed', 'Taxed', 'In bottles'],
    ['Removed', 'Taxed', 'In kegs'],
    ['Removed', 'Free', 'Exported'],
    ['Removed', 'Free', 'Tasted'],
    ['Stock', 'In tanks', 'In tanks'],
  ]);
});

test('a total without a label belongs to the group of its parts', () => {
  const { tables } = structure([
    ['Race', null, 'Albion', 'Barre'],
    ['Mayor'],
    ['Ann', '1A', 118, 214],
    ['Bob', '2A', 255, 114],
    [null, null, 373, 328],
    ['Clerk'],
    ['Cy', '3A', 160, 218],
    ['Dan', '4A', 215, 107],
    [null, null, 375, 325],
  ]);
  expect(tables.base_階層2_計算項目?.slice(1)).toEqual([
    ['Mayor', null, null, 373, 328],
    ['Clerk', null, null, 375, 325],
  ]);
});

test('what follows the total of all groups is in none of them, and the total of a single row is in its group', () => {
  const { spec } = structure([
    ['Units', 'Model', 'Cost', 'Paid'],
    ['East'],
    [2, 'Turbine A', 250, 212],
    ['', 'Total East', 250, 212],
    ['West'],
    [1, 'Turbine B', 24, 20],
    [1, 'Turbine C', 39, 14],
    ['', 'Total West', 63, 34],
    ['', 'Grand total', 313, 246],
    ['', 'per status report', 694, 559],
  ]);
  const parents = spec.regions[0]?.rowParents ?? {};
  expect([3, 7, 8, 9].map((row) => parents[row])).toEqual([1, 4, undefined, undefined]);
});

test('the last part of a total above its parts is not what is left of it, and parts of parts nest by their sums alone', () => {
  const { spec } = structure([
    ['Item', '2005', '2006', '2007'],
    ['Care', 252, 417, 451],
    ['Paid by patients', 12, 14, 14],
    ['Paid by others', 240, 403, 437],
    ['Insurance', 108, 166, 178],
    ['Public', 132, 237, 259],
    ['Federal', 102, 192, 210],
    ['Local', 30, 45, 49],
  ]);
  const [table] = spec.regions;
  expect(table?.rowParents).toEqual({ 2: 1, 3: 1, 4: 3, 5: 3, 6: 5, 7: 5 });
  expect(table?.rowRoles.derived).not.toContain(7);
});

test('rows that follow several others in turn are parts of these', () => {
  const { spec } = structure([
    ['Item', '2005', '2006', '2007'],
    ['Output, all business', 79.2, 87.1, 94.4],
    ['Farms', 80.6, 87.5, 94.5],
    ['Factories', 71.3, 85.2, 93.9],
    ['Hours, all business', 86.9, 94.3, 102.7],
    ['Farms', 85.9, 94.1, 102.8],
    ['Factories', 99.2, 101.3, 104.9],
    ['Pay, all business', 54.1, 72.5, 90.6],
    ['Farms', 54.4, 72.6, 90.4],
    ['Factories', 60.2, 81.3, 90.5],
  ]);
  expect(spec.regions[0]?.rowParents).toEqual({ 2: 1, 3: 1, 5: 4, 6: 4, 8: 7, 9: 7 });
});

test('outline numbers make levels though the total is labelled in their column', () => {
  const { spec } = structure([
    ['No.', 'Work', 'Amount'],
    ['1', 'Earthwork', 1500],
    ['1.1', 'Digging', 900],
    ['1.2', 'Filling', 600],
    ['2', 'Concrete', 2200],
    ['2.1', 'Forms', 700],
    ['2.2', 'Pouring', 1500],
    ['Total', null, 3700],
  ]);
  expect(spec.regions[0]?.rowParents).toEqual({ 2: 1, 3: 1, 5: 4, 6: 4 });
});
