import { describe, expect, test } from 'vitest';
import { formatFormula } from './formula-columns.js';
import { FormulaRefused } from './formula-refused.js';
import { parseFormula } from './parse-formula.js';

/** The tree as text, every operation in parentheses. */
function shape(text: string): string {
  const show = (node: ReturnType<typeof parseFormula>): string => {
    switch (node.kind) {
      case 'unary':
        return `(${node.operator}${show(node.operand)})`;
      case 'percent':
        return `(${show(node.operand)}%)`;
      case 'binary':
        return `(${show(node.left)}${node.operator}${show(node.right)})`;
      case 'call':
        return `${node.name}(${node.args.map(show).join(',')})`;
      case 'column':
        return `[${node.column}]`;
      case 'error':
        return node.code;
      case 'missing':
        return '_';
      default:
        return JSON.stringify(node.value);
    }
  };
  return show(parseFormula(text));
}

describe('operators bind as in Excel', () => {
  test.each([
    ['1+2*3', '(1+(2*3))'],
    ['1-2-3', '((1-2)-3)'],
    ['2^3^2', '((2^3)^2)'],
    ['-2^2', '((-2)^2)'],
    ['2^-2', '(2^(-2))'],
    ['2^-2^2', '((2^(-2))^2)'],
    ['-5%', '(-(5%))'],
    ['50%^2', '((50%)^2)'],
    ['10%%', '((10%)%)'],
    ['--[a]', '(-(-[a]))'],
    ['+[a]', '(+[a])'],
    ['1&2+3', '(1&(2+3))'],
    ['"a"&"b"="ab"', '(("a"&"b")="ab")'],
    ['1<2=TRUE', '((1<2)=true)'],
    ['1<>2', '(1<>2)'],
    ['1>=2', '(1>=2)'],
    ['1<=2', '(1<=2)'],
    ['(1+2)*3', '((1+2)*3)'],
    ['6/3*2', '((6/3)*2)'],
    ['-[a]*-[b]', '((-[a])*(-[b]))'],
  ])('%s', (text, wanted) => expect(shape(text)).toBe(wanted));
});

describe('every kind of value is read', () => {
  test.each([
    ['=1', '1'],
    ['  = 1 ', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.5e3', '1500'],
    ['1E-2', '0.01'],
    ['"say ""hi"""', '"say \\"hi\\""'],
    ['""', '""'],
    ['true', 'true'],
    ['False', 'false'],
    ['TRUE()', 'TRUE()'],
    ['#n/a', '#N/A'],
    ['#DIV/0!', '#DIV/0!'],
    ['[qty]', '[qty]'],
    ['[unit price]', '[unit price]'],
    ['[a]]b]', '[a]b]'],
    ['[a[b]', '[a[b]'],
    ['[ü, "é"]', '[ü, "é"]'],
    ['sum(1,2;3)', 'SUM(1,2,3)'],
    ['if([a],,1)', 'IF([a],_,1)'],
    ['if([a],)', 'IF([a],_)'],
    ['Ceiling.Math(1)', 'CEILING.MATH(1)'],
    ['_xlfn.IFS(TRUE,1)', 'IFS(true,1)'],
    ['PI()', 'PI()'],
    ['IF( [a] > 1 ,\n 2 , 3 )', 'IF(([a]>1),2,3)'],
  ])('%s', (text, wanted) => expect(shape(text)).toBe(wanted));
});

describe('a mistake is reported with its position', () => {
  test.each([
    ['', 'it is empty, at character 1'],
    ['=', 'it is empty, at character 2'],
    ['=1+', 'it ends where a value is wanted, at character 4'],
    ['=(1', 'it ends where ")" is wanted, at character 4'],
    ['=1)', 'the end of the formula or an operator is wanted here, at character 3'],
    ['=1 2', 'the end of the formula or an operator is wanted here, at character 4'],
    ['=*2', 'a value is wanted here, at character 2'],
    ['=SUM(1 2)', '"," or ")" is wanted here, at character 8'],
    ['=SUM(1', 'it ends where "," or ")" is wanted, at character 7'],
    ['="abc', 'the text that starts here has no closing quote, at character 2'],
    ['=1+[qty', 'the column reference that starts here has no closing bracket, at character 4'],
    ['=[]', 'the column reference names no column, at character 2'],
    ['=#OOPS', 'this is not an error value such as #N/A, at character 2'],
    ['=1 ! 2', '"!" has no meaning here, at character 4'],
    ['=1e999', 'the number is too large, at character 2'],
    [
      '=B5*2',
      '"B5" is a cell; a formula column refers to the columns of its row, as in [qty], at character 2',
    ],
    ['=qty*2', '"QTY" is neither a function call nor a column; columns are written [QTY], at character 2'],
    ['={1,2}', '"{" has no meaning here, at character 2'],
  ])('%s', (text, message) => {
    expect(() => parseFormula(text)).toThrow(expect.objectContaining({ name: 'FormulaRefused', message }));
  });
});

describe('limits are exact', () => {
  test.each<[string, string, string]>([
    ['length', `="${'x'.repeat(8189)}"`, `="${'x'.repeat(8190)}"`],
    ['length in bytes', `="${'é'.repeat(4094)}"`, `="${'é'.repeat(4095)}"`],
    ['parentheses', `${'('.repeat(64)}1${')'.repeat(64)}`, `${'('.repeat(65)}1${')'.repeat(65)}`],
    ['signs', `${'-'.repeat(64)}1`, `${'-'.repeat(65)}1`],
    ['calls', `${'ABS('.repeat(64)}1${')'.repeat(64)}`, `${'ABS('.repeat(65)}1${')'.repeat(65)}`],
    ['sums in parentheses', `${'1+('.repeat(64)}1${')'.repeat(64)}`, `${'1+('.repeat(65)}1${')'.repeat(65)}`],
    ['arguments', `SUM(${Array(255).fill(1)})`, `SUM(${Array(256).fill(1)})`],
    ['operators', `1${'+1'.repeat(1000)}`, `1${'+1'.repeat(1001)}`],
  ])('%s', (_, fits, tooMuch) => {
    expect(() => parseFormula(fits)).not.toThrow();
    expect(() => parseFormula(tooMuch)).toThrow(FormulaRefused);
  });
});

test('printed formulas parse to the same tree, and examples print as they were written', () => {
  for (const text of [
    '=[qty]*[price]',
    '=IF([qty]>10, ROUND([price]*0.9, 2), [price])',
    '=TEXT([day], "yyyy-mm")',
    '=[first] & " " & [last]',
    '=-2^2',
    '=-(2^2)',
    '=(1+2)*3',
    '=1-(2-3)',
    '=2^(3^2)',
    '=(-5)%',
    '=(1+2)%',
    '=[a]]b]',
    '="say ""hi"""',
    '=IF([a], , #N/A)',
    '=1E+21',
    '=([a]=[b])=TRUE',
  ]) {
    const printed = formatFormula(parseFormula(text), (id) => id);
    expect(shape(printed)).toBe(shape(text));
    if (!text.includes('([a]=')) expect(printed.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});
