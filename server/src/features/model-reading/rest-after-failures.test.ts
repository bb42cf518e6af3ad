import { expect, test } from 'vitest';
import { RestAfterFailures } from './rest-after-failures.js';

test('a model rests after three failures in a row, twice as long after one more, and not after an answer', () => {
  let now = 0;
  const rest = new RestAfterFailures(() => now);
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) rest.failed();
  };
  fail(2);
  rest.answered();
  fail(2);
  expect(rest.isResting).toBe(false);
  fail(3);
  expect(rest.isResting).toBe(true);
  now += 30_000;
  expect(rest.isResting).toBe(false);
  fail(1);
  now += 59_999;
  expect(rest.isResting).toBe(true);
  now += 1;
  rest.answered();
  fail(1);
  expect(rest.isResting).toBe(false);
});
