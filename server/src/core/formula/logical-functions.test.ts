import { describe, expect, test } from 'vitest';
import type { CellValue } from '../row-edits.js';
import { compileFormula } from './evaluate-formula.js';
import { parseFormula } from './parse-formula.js';

const columns = [
  { id: 'n', type: 'DOUBLE' },
  { id: 'text', type: 'VARCHAR' },
  { id: 'number text', type: 'VARCHAR' },
  { id: 'yes', type: 'BOOLEAN' },
  { id: 'empty', type: 'DOUBLE' },
  { id: 'day', type: 'DATE' },
] as const;
const cells = { n: 4, text: 'abc', 'number text': '5', yes: true, empty: null, day: '2024-01-31' };

function answer(formula: string): CellValue {
  const result = compileFormula(parseFormula(formula), columns, 'JSON')(cells);
  return 'error' in result ? result.error : result.value;
}

function check(formula: string, wanted: CellValue): void {
  const value = answer(formula);
  if (typeof wanted === 'number' && typeof value === 'number') expect(value).toBeCloseTo(wanted, 9);
  else expect(value).toEqual(wanted);
}

describe('conditions', () => {
  test.each<[string, CellValue]>([
    ['=IF(1>2,"a","b")', 'b'],
    ['=IF(1>2,"a")', false],
    ['=IF(1<2,,5)', null],
    ['=IF([empty],1,2)', 2],
    ['=IF("true",1,2)', 1],
    ['=IF("abc",1,2)', '#VALUE!'],
    ['=IF(TRUE,1,1/0)', 1],
    ['=IF(1/0,1,2)', '#DIV/0!'],
    ['=IFS(FALSE,1,TRUE,2,1/0,3)', 2],
    ['=IFS(FALSE,1)', '#N/A'],
    ['=SWITCH(2,1,"a",2,"b",1/0,"c")', 'b'],
    ['=SWITCH("B","a",1,"b",2)', 2],
    ['=SWITCH(9,1,"a","other")', 'other'],
    ['=SWITCH(9,1,"a")', '#N/A'],
    ['=CHOOSE(2,1/0,"b")', 'b'],
    ['=CHOOSE(2.9,"a","b")', 'b'],
    ['=CHOOSE(0,"a")', '#VALUE!'],
    ['=CHOOSE(3,"a","b")', '#VALUE!'],
    ['=IFERROR(1/0,"none")', 'none'],
    ['=IFERROR(5,1/0)', 5],
    ['=IFNA(#N/A,1)', 1],
    ['=IFNA(1/0,1)', '#DIV/0!'],
    ['=AND(TRUE,1,[n])', true],
    ['=AND(TRUE,0)', false],
    ['=AND(FALSE,1/0)', '#DIV/0!'],
    ['=AND([empty],TRUE)', true],
    ['=AND([text])', '#VALUE!'],
    ['=AND("abc",TRUE)', '#VALUE!'],
    ['=OR(FALSE,"TRUE")', true],
    ['=OR(FALSE,0)', false],
    ['=XOR(TRUE,TRUE,TRUE)', true],
    ['=NOT(0)', true],
    ['=NOT("x")', '#VALUE!'],
    ['=TRUE()', true],
  ])('%s', check);
});

describe('information', () => {
  test.each<[string, CellValue]>([
    ['=ISBLANK([empty])', true],
    ['=ISBLANK("")', false],
    ['=ISNUMBER([n])', true],
    ['=ISNUMBER([number text])', false],
    ['=ISNUMBER([day])', true],
    ['=ISTEXT([text])', true],
    ['=ISTEXT([empty])', false],
    ['=ISNONTEXT([empty])', true],
    ['=ISLOGICAL([yes])', true],
    ['=ISERROR(1/0)', true],
    ['=ISERR(#N/A)', false],
    ['=ISNA(#N/A)', true],
    ['=ISEVEN(-2.5)', true],
    ['=ISODD(3)', true],
    ['=ISREF([n])', true],
    ['=ISREF(1)', false],
    ['=NA()', '#N/A'],
    ['=N("7")', 0],
    ['=N(TRUE)', 1],
    ['=T(5)&"x"', 'x'],
    ['=TYPE("a")', 2],
    ['=TYPE(#N/A)', 16],
    ['=ERROR.TYPE(#DIV/0!)', 2],
    ['=ERROR.TYPE(1)', '#N/A'],
  ])('%s', check);
});
