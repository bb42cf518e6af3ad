import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('a label alone that looks like those of the records around it is a record without values', () => {
  const { tables } = structure([
    ['Producer', 'Contact', 'Status'],
    ['Amber Oil', 'Ann', 'offer made'],
    ['Devonia', 'Ben', 'first talks'],
    ['Texania'],
    ['Cross Timber', 'Ann', 'not interested'],
    ['Western Wells', 'Cem', 'first talks'],
  ]);
  expect(tables.base?.map(([name]) => name)).toEqual([
    'Producer',
    'Amber Oil',
    'Devonia',
    'Texania',
    'Cross Timber',
    'Western Wells',
  ]);
});

test('a plain label alone heads nothing below headings that are set off', () => {
  const heading = (value: string) => ({ value, style: { fill: '#ccffcc' } });
  const { tables } = structure([
    ['Party', 'Letter', 'Answer', 'Remark'],
    [heading('No action')],
    ['Amber Oil', '11/7', '11/8', 'answered'],
    ['Devonia', '11/9', null, 'margin disputed'],
    [heading('Action')],
    ['Texania', '11/26', null, 'assurances'],
    ['Cross Timber'],
    ['Western Wells', null, '11/27', 'notice sent'],
  ]);
  expect(tables.base?.slice(1).map((row) => row.slice(0, 2))).toEqual([
    ['No action', 'Amber Oil'],
    ['No action', 'Devonia'],
    ['Action', 'Texania'],
    ['Action', 'Cross Timber'],
    ['Action', 'Western Wells'],
  ]);
});
