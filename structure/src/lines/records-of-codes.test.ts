import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

test('a row that has the same code in place of each value is a record of its group', () => {
  const { tables } = structure([
    [null, null, 'Number', 'Weighted', '%', 'Low', 'High'],
    ['Sex', null, null, null, null, null, null],
    [null, 'Female', 544, 91674.9, 41.98, 39.2, 44.76],
    [null, 'Male', 350, 56987, 41.72, 38.25, 45.18],
    ['Age', null, null, null, null, null, null],
    [null, '18-24', 'DNR', 'DNR', 'DNR', 'DNR', 'DNR'],
    [null, '25-34', 64, 10845.7, 50.37, 41.35, 59.38],
    [null, '35-44', 146, 24517, 44.98, 39.29, 50.66],
  ]);
  expect(tables.base?.slice(1).map(([group, label]) => `${group} ${label}`)).toEqual([
    'Sex Female',
    'Sex Male',
    'Age 18-24',
    'Age 25-34',
    'Age 35-44',
  ]);
});
