import { expect, test } from 'vitest';
import { deltaStatistics, readStatistics } from './file-statistics.js';

const columns = [
  { name: 'text', type: 'string' },
  { name: 'large', type: 'long' },
  { name: 'exact', type: 'decimal(20,4)' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'timestamp' },
  { name: 'ratio', type: 'double' },
  { name: 'masked', type: 'long' },
] as const;

const bounds = (...pairs: [string | null, string | null][]) =>
  Object.fromEntries(
    pairs.flatMap(([min, max], i) => [
      [`nulls${i}`, '1'],
      [`min${i}`, min],
      [`max${i}`, max],
    ]),
  );
const told = (row: object) => deltaStatistics(readStatistics(columns, { rows: '3', ...row }), columns);

test('statistics have all digits, and round outward what Delta Lake has less exactly', () => {
  const long = 'x'.repeat(33);
  const row = bounds(
    [long, long],
    ['-5', '9007199254740993'],
    ['0.1000', '1234567890123456.7891'],
    ['2026-01-31', '2026-02-28'],
    ['1750000000123456', '1750000000123456'],
    ['-0.5', '1e+20'],
    [null, null],
  );
  expect(told(row)).toBe(
    `{"numRecords":3,"minValues":{"text":"${'x'.repeat(32)}","large":-5,"exact":0.1000,"day":"2026-01-31",` +
      '"at":"2025-06-15T15:06:40.123Z","ratio":-0.5},' +
      '"maxValues":{"large":9007199254740993,"exact":1234567890123456.7891,"day":"2026-02-28",' +
      '"at":"2025-06-15T15:06:40.124Z","ratio":1e+20},' +
      '"nullCount":{"text":1,"large":1,"exact":1,"day":1,"at":1,"ratio":1,"masked":1}}',
  );
});

test('bounds that Delta Lake cannot hold are left out', () => {
  const row = bounds(
    ['', ''],
    ['1', '1'],
    ['1', '1'],
    ['0044-03-15 (BC)', '2026-02-28'],
    ['-999999999999999999', '0'],
    ['1.0', 'nan'],
    [null, null],
  );
  const { minValues, maxValues } = JSON.parse(told(row));
  expect([minValues, maxValues]).toEqual([
    { text: '', large: 1, exact: 1 },
    { text: '', large: 1, exact: 1 },
  ]);
});
