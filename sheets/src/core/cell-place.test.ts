import { expect, test } from 'vitest';
import { addressOfPlace, columnOfPlace, placeOf, rowOfPlace } from './cell-place.js';

test.each([
  [0, 0, 'A1'],
  [4, 1, 'B5'],
  [0, 16_383, 'XFD1'],
  [1_048_575, 16_383, 'XFD1048576'],
])('row %i and column %i are one number, which names %s', (row, column, address) => {
  const place = placeOf(row, column);
  expect([rowOfPlace(place), columnOfPlace(place), addressOfPlace(place)]).toEqual([row, column, address]);
});
