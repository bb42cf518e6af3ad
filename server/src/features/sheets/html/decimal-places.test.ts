import { expect, test } from 'vitest';
import { alignedAtPoint } from './decimal-places.js';

test('points stand below each other: a number has a blank for each digit that others have behind it', () => {
  expect(alignedAtPoint(['1,499', '0.125', '-3.5', '', '1E+21'])).toEqual([
    '1,499\u2008\u2007\u2007\u2007',
    '0.125',
    '-3.5\u2007\u2007',
    '',
    '1E+21',
  ]);
  expect(alignedAtPoint(['1', '20'])).toEqual(['1', '20']);
});
