import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/drawn-sheet.js';
import { mergeCentredAcross } from './centred-across.js';

const across = (value: string | number | null): DrawnCell => ({
  value: value ?? '',
  style: { align: 'centerContinuous' },
});

test('a label centred across blank cells is merged with them, up to the next label', () => {
  const sheet = drawSheet([
    [null, across('Men'), across(null), across('Women'), across(null)],
    ['Year', 'n', '%', 'n', '%'],
  ]);
  expect(mergeCentredAcross(sheet).merges).toEqual([
    { top: 0, left: 1, bottom: 0, right: 2 },
    { top: 0, left: 3, bottom: 0, right: 4 },
  ]);
});

test('a number beside a missing one is left alone', () => {
  const sheet = drawSheet([
    ['Shop', 'Sold', 'Left'],
    [across('North'), across(12), across(null)],
  ]);
  expect(mergeCentredAcross(sheet)).toBe(sheet);
});
