import { describe, expect, it } from 'vitest';
import { parseRange, parseRanges } from './a1-references.js';

describe('parseRange', () => {
  it.each([
    ['A1', { top: 0, left: 0, bottom: 0, right: 0 }],
    ['$B$2', { top: 1, left: 1, bottom: 1, right: 1 }],
    ['aa10', { top: 9, left: 26, bottom: 9, right: 26 }],
    ['A1:C3', { top: 0, left: 0, bottom: 2, right: 2 }],
    ['C1:A3', { top: 0, left: 0, bottom: 2, right: 2 }],
    ['A:C', { top: 0, left: 0, bottom: 1_048_575, right: 2 }],
    ['$3:5', { top: 2, left: 0, bottom: 4, right: 16_383 }],
    [' XFD1048576 ', { top: 1_048_575, left: 16_383, bottom: 1_048_575, right: 16_383 }],
    ['B2:ZZZ999999999', { top: 1, left: 1, bottom: 1_048_575, right: 16_383 }],
  ])('reads %s', (text, range) => {
    expect(parseRange(text)).toEqual(range);
  });

  it.each([
    '',
    ':',
    'A',
    '7',
    'A0',
    'A1:',
    'A1:B',
    'A:3',
    'A1:B2:C3',
    'XFE1',
    'A1048577',
    'AAAA1',
    '#REF!',
    'S!A1',
  ])('knows that "%s" is no range of a sheet', (text) => {
    expect(parseRange(text)).toBeNull();
  });
});

it('reads lists of ranges and skips invalid ones', () => {
  expect(parseRanges(' A1:C3  E5 #REF!')).toEqual([
    { top: 0, left: 0, bottom: 2, right: 2 },
    { top: 4, left: 4, bottom: 4, right: 4 },
  ]);
  expect(parseRanges('')).toEqual([]);
});
