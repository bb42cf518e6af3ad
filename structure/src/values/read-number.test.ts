import { expect, test } from 'vitest';
import { isMissingMark, readNumber } from './read-number.js';

test.each([
  ['1234', 1234],
  [' 1,234.5 ', 1234.5],
  ['(1,234)', -1234],
  ['(3)', -3],
  ['△5', -5],
  ['▲１，２３４', -1234],
  ['-3', -3],
  ['-4.5e-13', -4.5e-13],
  ['12.5%', 0.125],
  ['$3', 3],
  ['$(84.20)', -84.2],
  ['1,240.00-', -1240],
  ['1,200円', 1200],
  ['1.5億', 150_000_000],
  ['300万円', 3_000_000],
  ['1e3', 1000],
  ["1'250.50", 1250.5],
  ['CHF 1’250.00', 1250],
  ['950 kr', 950],
  ['±0.0%', 0],
  ['₹1,200', 1200],
  ['R$ 12.50', 12.5],
  ['1,234*', 1234],
  ['*-3.5', -3.5],
  ['(c) 3.9', 3.9],
  ['1,234 r', 1234],
  ['12 (a)', 12],
  ['7[2]', 7],
])('%s is read as %d', (text, value) => {
  expect(readNumber(text)).toBeCloseTo(value, 9);
});

test.each([
  '',
  ' ',
  'Total',
  '2025-04',
  '1,23',
  '12 Main Street',
  '令和7年',
  '第1表',
  '1 2',
  '±5',
  '-',
  '(a)',
])('%s is no number', (text) => {
  expect(readNumber(text)).toBeNaN();
});

test.each([
  'n.a.',
  'n.d.',
  'N/A',
  '..',
  '…',
  '-',
  '－',
  '―',
  '(X)',
  '[1]',
  '[x]',
  '[low]',
  '(NA)',
  '#N/A',
  'N/A***',
  '0.nan',
  '***',
  '.....',
  '- -',
  '(f)',
  'Insufficient(2)',
  'See Note 1',
  '(\\5)',
  '非公表',
])('%s stands for a value that is missing', (text) => {
  expect(isMissingMark(text)).toBe(true);
});

test.each(['', '0', 'none of them', 'A', '-5', '合計'])('%s does not', (text) => {
  expect(isMissingMark(text)).toBe(false);
});

test.each(['2008 \\1', '2008 \\1, \\3', '2008, preliminary', '2008 (est.)'])(
  '%s is a year with a remark',
  (text) => {
    expect(readNumber(text)).toBe(2008);
  },
);
