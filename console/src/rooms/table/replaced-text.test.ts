import { expect, test } from 'vitest';
import { replaced } from './replaced-text.js';

const asked = { find: 'a.c', replace: '$1', columns: [], isExactCase: false, isWhole: false };

test('what is looked for is taken by the letter, and so is what takes its place', () => {
  expect(replaced('xa.cA.Cy', asked)).toBe('x$1$1y');
  expect(replaced('abc', asked)).toBeUndefined();
  expect(replaced('A.C', { ...asked, isExactCase: true })).toBeUndefined();
  expect(replaced('xa.c', { ...asked, isWhole: true })).toBeUndefined();
  expect(replaced('A.C', { ...asked, isWhole: true })).toBe('$1');
});
