import { describe, expect, it } from 'vitest';
import { parseInteger, parseNumber } from './parse-number.js';

const number = (text: string) => parseNumber(Buffer.from(text), 0, text.length);
const integer = (text: string) => parseInteger(Buffer.from(text), 0, text.length);

describe('numbers', () => {
  it.each([
    '0',
    '12',
    '-3.5',
    '.5',
    '5.',
    '1e3',
    '-1.5E-7',
    '0.1',
    '123456789012345',
    '9007199254740993',
    '1.7976931348623157E308',
    '0.30000000000000004',
    ' 7 ',
  ])('%s is what the language makes of it', (text) => {
    expect(number(text)).toBe(Number(text));
  });

  it('agree with JavaScript to the last bit', () => {
    for (let i = 0; i < 2000; i++) {
      const value = (Math.sin(i) * 10 ** (i % 20)) / 7;
      for (const text of [String(value), value.toFixed(i % 12), value.toExponential(i % 16)]) {
        expect(number(text)).toBe(Number(text));
      }
    }
  });

  it.each(['', '-', '.', 'abc', '1,5', '0x10', 'NaN', 'Infinity', '1e999', '1 2'])('"%s" is none', (text) => {
    expect(number(text)).toBeNaN();
  });
});

it.each([
  ['0', 0],
  [' 42 ', 42],
  ['', -1],
  ['-1', -1],
  ['1.5', -1],
  ['9999999999999999', -1],
])('the integer "%s" is %d', (text, value) => {
  expect(integer(text)).toBe(value);
});
