import { expect, test } from 'vitest';
import { hoursIn, numberIn } from './value-in-text.js';

test.each([
  ['Total : 3656,13 €', 3656.13],
  ['Sum 1.234,50 EUR', 1234.5],
  ['ca. 1,234 kg', 1234],
  ['1.234.567 Stück', 1234567],
  ['balance △300', -300],
  ['合計：１２円', 12],
  ['3 of 4', undefined],
  ['none', undefined],
])('the number in %s is %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['160:30', 160.5],
  ['8:15', 8.25],
  ['-1:30', -1.5],
  ['1:00:36', 1.01],
  ['8:75', undefined],
  ['eight', undefined],
])('the hours of %s are %s', (text, number) => {
  expect(hoursIn(text)).toBe(number);
});
