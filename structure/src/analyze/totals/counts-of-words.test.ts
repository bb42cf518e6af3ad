import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('the number of all records below them is no record', () => {
  const people = ['Ann', 'Ben', 'Cem', 'Dora', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida'];
  const { tables } = structure([
    ['Name', 'Team', 'Place', 'Title'],
    ...people.map((name, at) => [name, `Team ${at % 3}`, 'Omaha', 'Manager']),
    ['Count:', people.length],
  ]);
  expect(tables.base).toHaveLength(1 + people.length);
  expect(tables.base_計算項目?.[1]?.slice(0, 2)).toEqual(['Count:', 9]);
});
