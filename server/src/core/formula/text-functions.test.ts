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

describe('text', () => {
  test.each<[string, CellValue]>([
    ['=CONCAT("a",1,TRUE,[empty])', 'a1TRUE'],
    ['=CONCATENATE([text],"-",[n])', 'abc-4'],
    ['=TEXTJOIN(", ",TRUE,"a",,"b",[empty])', 'a, b'],
    ['=TEXTJOIN("-",FALSE,"a","","b")', 'a--b'],
    ['=LEFT("Sale Price",4)', 'Sale'],
    ['=LEFT("abc")', 'a'],
    ['=LEFT("abc",99)', 'abc'],
    ['=LEFT("abc",-1)', '#VALUE!'],
    ['=LEFT(12345,2)', '12'],
    ['=RIGHT("Sale Price",5)', 'Price'],
    ['=RIGHT("abc",0)&"."', '.'],
    ['=MID("Fluid Flow",7,20)', 'Flow'],
    ['=MID("abc",0,1)', '#VALUE!'],
    ['=MID("abc",9,1)&"."', '.'],
    ['=LEN("  ab ")', 5],
    ['=LEN([empty])', 0],
    ['=TRIM("  a   b  ")', 'a b'],
    ['=CLEAN("a"&CHAR(9)&"b")', 'ab'],
    ['=UPPER("aé")', 'AÉ'],
    ['=LOWER("AB")', 'ab'],
    ['=PROPER("this is a TITLE")', 'This Is A Title'],
    ['=PROPER("2-way street o\'neil 76BudGet")', "2-Way Street O'Neil 76Budget"],
    ['=SUBSTITUTE("Quarter 1, 2008","1","2",1)', 'Quarter 2, 2008'],
    ['=SUBSTITUTE("1, 2011","1","2",3)', '1, 2012'],
    ['=SUBSTITUTE("aaa","a","b")', 'bbb'],
    ['=SUBSTITUTE("aaa","a","b",9)', 'aaa'],
    ['=SUBSTITUTE("aaa","","b")', 'aaa'],
    ['=SUBSTITUTE("a$a","$","$&")', 'a$&a'],
    ['=REPLACE("abcdefghijk",6,5,"*")', 'abcde*k'],
    ['=REPT("*-",3)', '*-*-*-'],
    ['=REPT("",1e9)&"."', '.'],
    ['=REPT("x",-1)', '#VALUE!'],
    ['=FIND("M","Miriam McGovern")', 1],
    ['=FIND("m","Miriam McGovern")', 6],
    ['=FIND("M","Miriam McGovern",3)', 8],
    ['=FIND("z","abc")', '#VALUE!'],
    ['=FIND("","abc")', 1],
    ['=SEARCH("e","Statements",6)', 7],
    ['=SEARCH("MARGIN","Profit Margin")', 8],
    ['=SEARCH("b?d","abd bed")', 5],
    ['=SEARCH("b*e","abcd bed")', 2],
    ['=SEARCH("~?","what?")', 5],
    ['=SEARCH("*","abc")', 1],
    ['=EXACT("word","Word")', false],
    ['=TEXTBEFORE("a-b-c","-")', 'a'],
    ['=TEXTAFTER("a-b-c","-",2)', 'c'],
    ['=TEXTAFTER("a-b-c","-",-1)', 'c'],
    ['=TEXTBEFORE("abc","-")', '#N/A'],
    ['=CHAR(65)', 'A'],
    ['=CHAR(128)', '€'],
    ['=CHAR(0)', '#VALUE!'],
    ['=CODE("A")', 65],
    ['=CODE("€")', 128],
    ['=UNICHAR(8364)', '€'],
    ['=UNICHAR(55296)', '#VALUE!'],
    ['=UNICODE("😀")', 128512],
    ['=VALUE("$1,000")', 1000],
    ['=VALUE("16:48:00")', 0.7],
    ['=VALUE("x")', '#VALUE!'],
    ['=VALUE([empty])', 0],
    ['=NUMBERVALUE("2.500,27",",",".")', 2500.27],
    ['=NUMBERVALUE("3.5%")', 0.035],
    ['=FIXED(1234.567,1)', '1,234.6'],
    ['=FIXED(-1234.567,-1,TRUE)', '-1230'],
    ['=DOLLAR(1234.567)', '$1,234.57'],
    ['=DOLLAR(-0.123,2)', '($0.12)'],
  ])('%s', check);
});

describe('TEXT', () => {
  test.each<[string, CellValue]>([
    ['=TEXT([day],"yyyy-mm")', '2024-01'],
    ['=TEXT([day],"d mmm yyyy")', '31 Jan 2024'],
    ['=TEXT([day],"dddd, mmmm d")', 'Wednesday, January 31'],
    ['=TEXT([day],"mm/dd/yy")', '01/31/24'],
    ['=TEXT("2024-01-31","ddd")', 'Wed'],
    ['=TEXT(0.75,"hh:mm AM/PM")', '06:00 PM'],
    ['=TEXT(1.5,"[h]:mm")', '36:00'],
    ['=TEXT(1234.567,"#,##0.00")', '1,234.57'],
    ['=TEXT(0.285,"0.0%")', '28.5%'],
    ['=TEXT(1234,"0000000")', '0001234'],
    ['=TEXT(-5,"0;(0)")', '(5)'],
    ['=TEXT(0,"0;-0;""zero""")', 'zero'],
    ['=TEXT(12200000,"0.00E+00")', '1.22E+07'],
    ['=TEXT(1234567,"0.0,,""M""")', '1.2M'],
    ['=TEXT(4.34,"# ?/?")', '4 1/3'],
    ['=TEXT("abc","0")', 'abc'],
    ['=TEXT("abc","@!")', 'abc!'],
    ['=TEXT([empty],"0.0")', '0.0'],
    ['=TEXT(TRUE,"0")', 'TRUE'],
    ['=TEXT(1.5,"General")', '1.5'],
    ['=TEXT(DATE(1900,1,15),"yyyy-mm-dd")', '1900-01-15'],
    ['=TEXT(DATE(1900,3,1),"yyyy-mm-dd")', '1900-03-01'],
    ['=TEXT(-1,"yyyy")', '#VALUE!'],
  ])('%s', check);
});

test('a pattern of many runs is searched without going back over the text', () => {
  const started = performance.now();
  expect(answer(`=SEARCH("${'a*'.repeat(100)}b",REPT("a",32767))`)).toBe('#VALUE!');
  expect(performance.now() - started).toBeLessThan(200);
});
