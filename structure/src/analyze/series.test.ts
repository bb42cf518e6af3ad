import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

test('what is said about each of several series is a table of its own, above their values', () => {
  const months = Array.from({ length: 6 }, (_, at) => [
    `2010-0${at + 1}-01`,
    925 + at * 31,
    143 - at * 7,
    172 + at,
  ]);
  const { tables } = structure([
    [null, 'Cars ;', 'Trucks ;', 'Buses ;'],
    ['Unit', 'Number', 'Number', 'Number'],
    ['Series Type', 'Original', 'Original', 'Original'],
    ['No. Obs', 6, 6, 6],
    ['Series ID', 'A367164K', 'A367209C', 'A367254R'],
    ...months,
  ]);
  const [said, values] = Object.values(tables);
  expect(said?.slice(1).map(([label]) => label)).toEqual(['Unit', 'Series Type', 'No. Obs', 'Series ID']);
  expect(values).toHaveLength(1 + months.length);
  expect(values?.[0]?.slice(1)).toEqual(['Cars ;', 'Trucks ;', 'Buses ;']);
  expect(values?.[1]?.slice(1)).toEqual([925, 143, 172]);
});
