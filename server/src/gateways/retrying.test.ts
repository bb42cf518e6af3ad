import { expect, test } from 'vitest';
import { secondsOf } from './retrying.js';

test.each([
  ['12', 12],
  ['1.2', 2],
  ['-3', 0],
  [new Date(0).toUTCString(), 0],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j means %j seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
