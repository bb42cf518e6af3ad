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

describe('rounding', () => {
  test.each<[string, CellValue]>([
    ['=ROUND(2.5,0)', 3],
    ['=ROUND(-2.5,0)', -3],
    ['=ROUND(2.675,2)', 2.68],
    ['=ROUND(1.005,2)', 1.01],
    ['=ROUND(1234.567,-2)', 1200],
    ['=ROUND(150,-2)', 200],
    ['=ROUND(1e300,2)', 1e300],
    ['=ROUND(5,400)', 5],
    ['=ROUND(5,-400)', 0],
    ['=ROUND(0.5,)', 1],
    ['=ROUNDUP(2.1,0)', 3],
    ['=ROUNDUP(-2.1,0)', -3],
    ['=ROUNDUP(2.34159,3)', 2.342],
    ['=ROUNDDOWN(2.9,0)', 2],
    ['=ROUNDDOWN(-2.9,0)', -2],
    ['=ROUNDDOWN(31415.92,-2)', 31400],
    ['=TRUNC(8.9)', 8],
    ['=TRUNC(-8.97,1)', -8.9],
    ['=INT(8.9)', 8],
    ['=INT(-8.9)', -9],
    ['=MROUND(10,3)', 9],
    ['=MROUND(-10,-3)', -9],
    ['=MROUND(1.3,0.2)', 1.4],
    ['=MROUND(5,-2)', '#NUM!'],
    ['=CEILING(2.5,1)', 3],
    ['=CEILING(-2.5,-2)', -4],
    ['=CEILING(-2.5,2)', -2],
    ['=CEILING(2.5,-2)', '#NUM!'],
    ['=CEILING(2.1,0.1)', 2.1],
    ['=FLOOR(3.7,2)', 2],
    ['=FLOOR(-2.5,-2)', -2],
    ['=FLOOR(1,0)', '#DIV/0!'],
    ['=CEILING.MATH(24.3,5)', 25],
    ['=CEILING.MATH(-8.1,2)', -8],
    ['=CEILING.MATH(-5.5,2,-1)', -6],
    ['=FLOOR.MATH(24.3,5)', 20],
    ['=FLOOR.MATH(-8.1,2)', -10],
    ['=FLOOR.MATH(-5.5,2,-1)', -4],
    ['=EVEN(1.5)', 2],
    ['=EVEN(3)', 4],
    ['=EVEN(-1)', -2],
    ['=ODD(1.5)', 3],
    ['=ODD(0)', 1],
    ['=ODD(2)', 3],
    ['=ODD(-2)', -3],
    ['=ODD(1)', 1],
  ])('%s', check);
});

describe('math', () => {
  test.each<[string, CellValue]>([
    ['=ABS(-2)', 2],
    ['=SIGN(-3)', -1],
    ['=MOD(3,2)', 1],
    ['=MOD(-3,2)', 1],
    ['=MOD(3,-2)', -1],
    ['=MOD(1,0.1)', 0],
    ['=MOD(5.5,0.2)', 0.1],
    ['=MOD(9007199254740991,10)', 1],
    ['=DEC2BIN(9,1e9)', '#NUM!'],
    ['=MOD(3,0)', '#DIV/0!'],
    ['=QUOTIENT(-10,3)', -3],
    ['=POWER(5,2)', 25],
    ['=SQRT(16)', 4],
    ['=SQRT(-1)', '#NUM!'],
    ['=EXP(1)', Math.E],
    ['=EXP(1000)', '#NUM!'],
    ['=LN(0)', '#NUM!'],
    ['=LOG(1000)', 3],
    ['=LOG(8,2)', 3],
    ['=LOG10(86)', 1.93449845124357],
    ['=PI()', Math.PI],
    ['=FACT(5)', 120],
    ['=FACT(1.9)', 1],
    ['=FACT(-1)', '#NUM!'],
    ['=FACT(171)', '#NUM!'],
    ['=FACTDOUBLE(7)', 105],
    ['=COMBIN(8,2)', 28],
    ['=COMBIN(2,8)', '#NUM!'],
    ['=COMBIN(1e15,5e14)', '#NUM!'],
    ['=PERMUT(100,3)', 970200],
    ['=GCD(24,36)', 12],
    ['=LCM(24,36)', 72],
    ['=LCM(9007199254740881,9007199254740847)', '#NUM!'],
    ['=ROMAN(499)', 'CDXCIX'],
    ['=ROMAN(4000)', '#VALUE!'],
    ['=ARABIC("LVII")', 57],
    ['=ARABIC("-x")', -10],
    ['=BASE(7,2,8)', '00000111'],
    ['=BASE(100,16)', '64'],
    ['=DECIMAL("FF",16)', 255],
    ['=DECIMAL("zap",36)', 45745],
    ['=DECIMAL("9",8)', '#NUM!'],
    ['=SIN(0)', 0],
    ['=ATAN2(1,1)', Math.PI / 4],
    ['=ATAN2(0,0)', '#DIV/0!'],
    ['=ASIN(2)', '#NUM!'],
    ['=DEGREES(PI())', 180],
    ['=RADIANS(270)', 4.71238898038469],
    ['=HEX2DEC("A5")', 165],
    ['=BIN2DEC("1100100")', 100],
    ['=DEC2HEX(100,4)', '0064'],
    ['=DEC2BIN(9,4)', '1001'],
    ['=ABS("abc")', '#VALUE!'],
    ['=ABS("-7")', 7],
  ])('%s', check);
});

describe('money', () => {
  test.each<[string, CellValue]>([
    ['=ROUND(PMT(0.08/12,10,10000),2)', -1037.03],
    ['=ROUND(FV(0.06/12,10,-200,-500,1),2)', 2581.4],
    ['=ROUND(PV(0.08/12,240,500),2)', -59777.15],
    ['=ROUND(NPER(0.01,-100,-1000,10000,1),4)', 59.6739],
    ['=ROUND(RATE(48,-200,8000),4)', 0.0077],
    ['=SLN(30000,7500,10)', 2250],
    ['=ROUND(EFFECT(0.0525,4),7)', 0.0535427],
  ])('%s', check);
});

describe('aggregates pass over the text of a cell, but not of a value', () => {
  test.each<[string, CellValue]>([
    ['=SUM(1,2,3)', 6],
    ['=SUM("3",TRUE)', 4],
    ['=SUM([n],[text],[yes],[number text],[empty])', 4],
    ['=SUM("x")', '#VALUE!'],
    ['=SUM([n],)', 4],
    ['=AVERAGE([n],[empty],8)', 6],
    ['=AVERAGE([empty])', '#DIV/0!'],
    ['=MIN([n],7)', 4],
    ['=MAX([n],[empty],-1)', 4],
    ['=MAX([empty])', 0],
    ['=PRODUCT([n],[empty],2)', 8],
    ['=SUMSQ(3,4)', 25],
    ['=MEDIAN(1,9,3,4)', 3.5],
    ['=VAR.S(2,4,6)', 4],
    ['=STDEV.P(2,4)', 1],
    ['=STDEV(1)', '#DIV/0!'],
    ['=COUNT([n],[text],[yes],1,TRUE,#N/A)', 3],
    ['=COUNTA([n],[empty],"",#N/A)', 3],
    ['=COUNTBLANK([n],[empty],"")', 2],
    ['=MAX(1,#N/A)', '#N/A'],
  ])('%s', check);
});
