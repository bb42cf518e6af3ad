import { expect, it } from 'vitest';
import { shiftFormula } from './shift-formula.js';

it.each([
  ['A1+B$1+$C1+$D$1', 'B3+C$1+$C3+$D$1'],
  ['SUM(A1:B2)', 'SUM(B3:C4)'],
  ['SUM(A:A)+SUM($B:C)', 'SUM(B:B)+SUM($B:D)'],
  ['SUM(1:2)+SUM($1:3)', 'SUM(3:4)+SUM($1:5)'],
  ["Sheet2!A1+'My A1 sheet'!B2", "Sheet2!B3+'My A1 sheet'!C4"],
  ['"A1"&A1', '"A1"&B3'],
  ['LOG10(A1)', 'LOG10(B3)'],
  ['A1_rate*TAX_2024', 'A1_rate*TAX_2024'],
  ['Table1[[#This Row],[A1]]', 'Table1[[#This Row],[A1]]'],
  ['[1]Sheet1!A1', '[1]Sheet1!B3'],
  ['XFD1+A1048576', '#REF!+#REF!'],
])('%s, a column right and two rows down, is %s', (formula, shifted) => {
  expect(shiftFormula(formula, 2, 1)).toBe(shifted);
});
