import { expect, test } from 'vitest';
import { parseFormula } from './parse-formula.js';
import { columnLetters, toExcelFormula } from './to-excel-formula.js';

const places = new Map([
  ['qty', 3],
  ['price', 4],
  ['far', 703],
]);

test.each([
  ['=[qty]*[price]', 'C5*D5'],
  ['=IF([qty]>10; ROUND([price]*0.9, 2), [price])', 'IF(C5>10,ROUND(D5*0.9,2),D5)'],
  ['=[qty] & " " & [far]', 'C5&" "&AAA5'],
  ['=([qty]+1)*-2^2', '(C5+1)*-2^2'],
  ['=[gone]+1', '#REF!+1'],
  ['=IFS([qty]>1,"a",TRUE,"b")', '_xlfn.IFS(C5>1,"a",TRUE,"b")'],
  ['=TEXTJOIN(",",TRUE,[qty])', '_xlfn.TEXTJOIN(",",TRUE,C5)'],
  ['="say ""hi"""', '"say ""hi"""'],
  ['=#N/A', '#N/A'],
  [`="${'x'.repeat(300)}"`, `("${'x'.repeat(255)}"&"${'x'.repeat(45)}")`],
])('%s', (formula, wanted) => {
  expect(toExcelFormula(parseFormula(formula), 5, (id) => places.get(id))).toBe(wanted);
});

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [16384, 'XFD'],
])('column %i is %s', (number, letters) => expect(columnLetters(number)).toBe(letters));
