import { expect, test } from 'vitest';
import { columnLetters, columnNumber, cutOff, formatRange, parseRange, rangeOf } from './cells.js';

test('addresses are read and written as spreadsheets do', () => {
  expect(['A', 'Z', 'AA', 'XFD'].map(columnNumber)).toEqual([0, 25, 26, 16_383]);
  expect([0, 25, 26, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'XFD']);
  expect(formatRange(rangeOf('$d$10:b2'))).toBe('B2:D10');
  expect(parseRange('B0')).toBeNull();
});

test('a rectangle gives way to another only if the rest is a rectangle', () => {
  const rest = (range: string, by: string) => {
    const left = cutOff(rangeOf(range), rangeOf(by));
    return left && formatRange(left);
  };
  expect(rest('A1:D10', 'A1:F4')).toBe('A5:D10');
  expect(rest('A1:D10', 'C1:F12')).toBe('A1:B10');
  expect(rest('A1:D10', 'A1:D10')).toBeNull();
  expect(rest('A1:D10', 'B2:C3')).toBeNull();
});
