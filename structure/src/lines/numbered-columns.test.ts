import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

const hours = Array.from({ length: 10 }, (_, at) => at + 1);
const loads = (from: number) => hours.map((hour) => from + ((hour * 37) % 23));

test('hours across name their columns, though they are numbers like the records', () => {
  const { tables } = structure([
    ['Plant', ...hours],
    ['Alder', ...loads(130)],
    ['Birch', ...loads(85)],
    ['Cedar', ...loads(210)],
  ]);
  expect(tables.base?.[0]).toEqual(['Plant', ...hours.map(String)]);
  expect(tables.base).toHaveLength(4);
});

test('so do numbers of districts below their names', () => {
  const { tables } = structure([
    [null, ...hours.map((hour) => `Quarter ${'ABCDEFGHIJ'[hour - 1]}`)],
    ['Offence', ...hours],
    ['Theft', ...loads(30)],
    ['Fraud', ...loads(5)],
    ['Arson', ...loads(1)],
  ]);
  expect(tables.base?.[0]?.slice(0, 2)).toEqual(['Offence', 'Quarter A 1']);
  expect(tables.base).toHaveLength(4);
});
