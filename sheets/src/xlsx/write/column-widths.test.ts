import { expect, test } from 'vitest';
import { columnWidth } from './column-widths.js';

test('formatted numbers need the width of what is shown', () => {
  const sample = { numbers: Float64Array.of(1234567.25, Number.NaN), valid: null };
  const display = (value: number) => `¥ ${value.toLocaleString('en-US')} 万円`;
  expect(columnWidth({ name: 'a', meaning: 'number' }, sample, display)).toBe(21);
});

test.each([
  ['a', ['x'], 8],
  ['a long heading', ['x'], 17],
  ['a', ['twelve chars', { error: '#N/A' }], 14],
  ['a', ['one\na longer line'], 15],
  ['a', ['北京市朝阳区'], 14],
  ['a', ['x'.repeat(1000)], 60],
  ['a', { numbers: Float64Array.of(1, 1234567.25), valid: null }, 12],
])('heading %j over %j', (name, sample, width) => {
  expect(columnWidth({ name, meaning: 'number' }, sample)).toBe(width);
});
