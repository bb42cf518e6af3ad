import { expect, test } from 'vitest';
import { rangeOf } from './byte-range.js';

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=7-', { start: 7, end: 9 }],
  ['bytes=4-99', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=3-1', undefined],
  ['bytes=0-1,4-5', undefined],
  ['rows=0-1', undefined],
  [undefined, undefined],
])('%s of ten bytes', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range);
});
