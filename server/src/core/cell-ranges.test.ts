import { columnIndex, columnLetters, formatRange } from '@workbook-data-service/sheets/addresses';
import { describe, expect, test } from 'vitest';
import { parseRange } from './cell-ranges.js';

describe('a range', () => {
  test.each<[string, string, [number, number, number, number]]>([
    ['A1', 'A1', [1, 0, 1, 0]],
    ['b2:d10', 'B2:D10', [2, 1, 10, 3]],
    ['$A$1', 'A1', [1, 0, 1, 0]],
    ['$B2:C$3', 'B2:C3', [2, 1, 3, 2]],
    ['D10:B2', 'B2:D10', [2, 1, 10, 3]],
    ['B10:D2', 'B2:D10', [2, 1, 10, 3]],
    ['C3:C3', 'C3', [3, 2, 3, 2]],
    ['A01', 'A1', [1, 0, 1, 0]],
    ['XFD1048576', 'XFD1048576', [1_048_576, 16_383, 1_048_576, 16_383]],
    ['$XFD$1048576:$A$1', 'A1:XFD1048576', [1, 0, 1_048_576, 16_383]],
  ])('%s is %s', (text, formatted, [top, left, bottom, right]) => {
    const range = parseRange(text);
    expect(range).toEqual({ top, left, bottom, right });
    expect(formatRange(range)).toBe(formatted);
    expect(parseRange(formatted)).toEqual(range);
  });

  test.each<[string, string]>([
    ['', '2 to 30 characters'],
    ['A', '2 to 30 characters'],
    [`A1:${'B'.repeat(28)}`, '2 to 30 characters'],
    ['A:C', 'whole rows or columns'],
    ['$A:$A', 'whole rows or columns'],
    ['1:3', 'whole rows or columns'],
    ['A0', 'beyond the sheet'],
    ['XFE1', 'beyond the sheet'],
    ['A1048577', 'beyond the sheet'],
    ['A1:ZZZ9', 'beyond the sheet'],
    ['AAAA1', 'not a range'],
    ['A1:', 'not a range'],
    ['A1:B', 'not a range'],
    ['A1:B2:C3', 'not a range'],
    ['A1,B2', 'not a range'],
    ['Sheet1!A1', 'not a range'],
    ['A 1', 'not a range'],
    ['A1\n', 'not a range'],
    ['A-1', 'not a range'],
    ['R1C1', 'not a range'],
    ['Å1', 'not a range'],
    ['A١', 'not a range'],
  ])('cannot be %j: %s', (text, message) => {
    expect(() => parseRange(text)).toThrowError(
      expect.objectContaining({ slug: 'invalid-request', detail: expect.stringContaining(message) }),
    );
  });
});

test('columns and their letters go both ways', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  for (let index = 0; index <= 16_383; index += 1) expect(columnIndex(columnLetters(index))).toBe(index);
});
