import { expect, it } from 'vitest';
import { barEndlessRecords } from './xlsb-bar-endless-records.js';

const MANY = [0xff, 0xff, 0xff, 0x7f];

it.each([
  ['metadata', [0x33, 4, ...MANY]],
  ['a rich text', [0x13, 11, 1, 1, 0, 0, 0, 0x41, 0, ...MANY]],
  ['a text cell that ends early', [0x3e, 3, 0, 0, 0]],
  ['the formula of a number', [0x09, 22, ...Array(18).fill(0), ...MANY]],
])('%s that says it holds more than there is gets a type the parser does not know', (_, bytes) => {
  const part = Buffer.from([...bytes, 0x33, 12, 1, 0, 0, 0, ...Array(8).fill(0)]);
  const untouched = Buffer.from(part.subarray(1));
  barEndlessRecords(part);
  expect(part[0]).toBe(0x7f);
  expect(part.subarray(1)).toEqual(untouched);
});

it('a two-byte type stays a two-byte type', () => {
  const sheets = Buffer.from([0xea, 0x02, 4, ...MANY]);
  barEndlessRecords(sheets);
  expect([...sheets.subarray(0, 3)]).toEqual([0xff, 0x7f, 4]);
});
