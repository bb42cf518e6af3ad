import { expect, test } from 'vitest';
import { bold, tablesOf } from '../../../test-support/structured-sheet.js';

test('a line that looks like the labels of the groups below is the label of the first group', () => {
  expect(
    tablesOf([
      [bold('Income'), ''],
      ['Fees', 1200],
      ['Donations', 340],
      [bold('Total income'), 1540],
      [bold('Spending'), ''],
      ['Hall hire', 600],
      ['Catering', 410],
      ['Printing', 95],
      [bold('Total spending'), 1105],
      [bold('Balance'), 435],
    ]),
  ).toMatchObject({
    階層2: [
      'Income | Fees | 1200',
      'Income | Donations | 340',
      'Spending | Hall hire | 600',
      'Spending | Catering | 410',
      'Spending | Printing | 95',
    ],
    階層2_計算項目: ['Income | Total income | 1540', 'Spending | Total spending | 1105'],
  });
});
