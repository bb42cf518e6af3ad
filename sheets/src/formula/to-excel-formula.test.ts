import { expect, test } from 'vitest';
import { parseFormula } from './parse-formula.js';
import { toExcelFormula } from './to-excel-formula.js';

const places = new Map([
  ['qty', 2],
  ['price', 3],
  ['far', 702],
]);

test.each([
  ['=[qty]*[price]', 'C5*D5'],
  ['=IF([qty]>10; ROUND([price]*0.9, 2), [price])', 'IF(C5>10,ROUND(D5*0.9,2),D5)'],
  ['=[qty] & " " & [far]', 'C5&" "&AAA5'],
  ['=([qty]+1)*-2^2', '(C5+1)*-2^2'],
  ['=TEXTJOIN(",",TRUE,[qty])', 'TEXTJOIN(",",TRUE,C5)'],
  ['="say ""hi"""', '"say ""hi"""'],
  ['=#N/A', '#N/A'],
  [`="${'x'.repeat(300)}"`, `("${'x'.repeat(255)}"&"${'x'.repeat(45)}")`],
  ['=[gone]+1', undefined],
])('%s', (formula, wanted) => {
  expect(toExcelFormula(parseFormula(formula), (id) => places.get(id))?.(5)).toBe(wanted);
});
