import { expect, test } from 'vitest';
import { RowHeights } from './row-heights.js';

const prose = 'Delivered to the back door, as agreed on the phone with Mrs. Peters, who will sign for it.';

test('a row is as high as the text of most lines in it', () => {
  const heights = new RowHeights();
  heights.wrap(1, 45);
  const columns = [
    ['short', 'two\nlines', 'one line, however long it is, because its column is as wide as it is'],
    [prose, 'short', 'short'],
  ];
  expect([0, 1, 2].map((row) => heights.of(columns, row))).toEqual([30, 30, undefined]);
});

test('a line break is found in a text that was not decoded', () => {
  const bytes = Buffer.from('a\nbcd');
  const utf8 = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = { utf8, starts: Int32Array.of(0, 3, 0), lengths: Int32Array.of(3, 2, -1) };
  expect([0, 1, 2].map((row) => new RowHeights().of([texts], row))).toEqual([30, undefined, undefined]);
});
