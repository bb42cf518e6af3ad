import { describe, expect, test } from 'vitest';
import { formulaSheet } from '../../test-support/formula-sheet.js';
import { isError, type Scalar } from '../formula/formula-values.js';
import type { Sheet } from '../grid/grid.js';
import { cellKey } from './cell-key.js';
import { SheetCalculator } from './sheet-calculator.js';
import { WorkbookReferences } from './workbook-references.js';

type Cell = string | number | boolean | null;

/** The result of a formula in K1 of a sheet with these rows; undefined where it is not computed. */
function result(rows: readonly (readonly Cell[])[], formula: string, more: Partial<Sheet> = {}) {
  const [first = [], ...rest] = rows;
  const padded = [...first, ...Array.from({ length: 10 - first.length }, () => null), formula];
  const sheets = [formulaSheet([padded, ...rest], more)];
  const calculator = new SheetCalculator(sheets, new WorkbookReferences(sheets, []));
  const value: Scalar | undefined = calculator.resultOf(cellKey(0, 0, 10));
  return isError(value) ? value.code : value;
}

/** What Excel's own documentation says of its examples, and cases beside them. */
function check(rows: readonly (readonly Cell[])[], cases: readonly [formula: string, wanted: Cell][]): void {
  test.each(cases)('%s', (formula, wanted) => expect(result(rows, formula)).toBe(wanted));
}

describe('sums and means by a condition', () => {
  check(
    [
      ['Value', 'Commission', 250_000],
      [100_000, 7000],
      [200_000, 14_000],
      [300_000, 21_000],
      [400_000, 28_000],
    ],
    [
      ['=SUMIF(A2:A5,">160000",B2:B5)', 63_000],
      ['=SUMIF(A2:A5,">160000")', 900_000],
      ['=SUMIF(A2:A5,300000,B2:B5)', 21_000],
      ['=SUMIF(A2:A5,">"&C1,B2:B5)', 49_000],
      ['=SUMIF(A:A,"<=200000",B:B)', 21_000],
      ['=SUMIF(A2,100000,B2)', 7000],
      ['=AVERAGEIF(B2:B5,"<23000")', 14_000],
      ['=AVERAGEIF(A2:A5,"<95000")', '#DIV/0!'],
      ['=AVERAGEIF(A2:A5,">250000",B2:B5)', 24_500],
      ['=SUMIF(#REF!,1)', '#REF!'],
    ],
  );
  check(
    [
      ['Vegetables', 'Tomatoes', 2300],
      ['Vegetables', 'Celery', 5500],
      ['Fruits', 'Oranges', 800],
      [null, 'Butter', 400],
      ['Vegetables', 'Carrots', 4200],
      ['Fruits', 'Apples', 1200],
    ],
    [
      ['=SUMIF(A1:A6,"fruits",C1:C6)', 2000],
      ['=SUMIF(A1:A6,"Vegetables",C1:C6)', 12_000],
      ['=SUMIF(B1:B6,"*es",C1:C6)', 4300],
      ['=SUMIF(A1:A6,"",C1:C6)', 400],
      ['=SUMIFS(C1:C6,A1:A6,"Veg*",C1:C6,">3000")', 9700],
      ['=AVERAGEIFS(C:C,A:A,"Fruits",B:B,"<>Apples")', 800],
      ['=MAXIFS(C1:C6,A1:A6,"F*")', 1200],
      ['=MINIFS(C1:C6,A1:A6,"none")', 0],
      ['=SUMIFS(C1:C6,A1:A5,"F*")', '#VALUE!'],
    ],
  );
});

describe('counts by a condition', () => {
  check(
    [
      ['apples', 32],
      ['oranges', 54],
      ['peaches', 75],
      ['apples', 86],
    ],
    [
      ['=COUNTIF(A1:A4,"apples")', 2],
      ['=COUNTIF(A1:A4,A3)', 1],
      ['=COUNTIF(B1:B4,">55")', 2],
      ['=COUNTIF(B1:B4,"<>"&B3)', 3],
      ['=COUNTIF(B1:B4,">=32")-COUNTIF(B1:B4,">85")', 3],
      ['=COUNTIF(A1:A4,"*")', 4],
      ['=COUNTIF(A1:A4,"?????es")', 2],
      ['=COUNTIF(A1:A4,">b")', 2],
      ['=COUNTIFS(A1:A4,"apples",B1:B4,">50")', 1],
    ],
  );
  check(
    [[1], ['1'], [true], ['what?'], ['what!'], ['#N/A text'], [''], [null], ['=1/0'], ['TRUE']],
    [
      ['=COUNTIF(A1:A10,1)', 2],
      ['=COUNTIF(A1:A10,"1")', 2],
      ['=COUNTIF(A1:A10,">0")', 1],
      ['=COUNTIF(A1:A10,TRUE)', 1],
      ['=COUNTIF(A1:A10,"what~?")', 1],
      ['=COUNTIF(A1:A10,"WHAT?")', 2],
      ['=COUNTIF(A1:A10,"#DIV/0!")', 1],
      ['=COUNTIF(A1:A10,"")', 2],
      ['=COUNTIF(A1:A10,"=")', 1],
      ['=COUNTIF(A1:A10,"<>")', 9],
      ['=COUNTIF(A1:A10,"<>1")', 8],
      ['=COUNTIF(A:A,"")', 1_048_576 - 8],
      ['=COUNTIF(A1:A10,B1)', 0],
    ],
  );
});

describe('lookups', () => {
  check(
    [
      [0.457, 3.55, 500],
      [0.525, 3.25, 400],
      [0.606, 2.93, 300],
      [0.675, 2.75, 250],
      [0.746, 2.57, 200],
      [0.835, 2.38, 150],
      [0.946, 2.17, 100],
      [1.09, 1.95, 50],
      [1.29, 1.71, 0],
    ],
    [
      ['=VLOOKUP(1,A1:C9,2)', 2.17],
      ['=VLOOKUP(1,A:C,3,TRUE)', 100],
      ['=VLOOKUP(0.7,A1:C9,3,FALSE)', '#N/A'],
      ['=VLOOKUP(0.1,A1:C9,2,TRUE)', '#N/A'],
      ['=VLOOKUP(2,A1:C9,2,TRUE)', 1.71],
      ['=VLOOKUP(0.675,A:C,3,)', 250],
      ['=VLOOKUP(0.675,A1:C9,4,0)', '#REF!'],
      ['=VLOOKUP(0.675,A1:C9,0,0)', '#VALUE!'],
      ['=IFERROR(VLOOKUP("0.675",A1:C9,2,0),"none")', 'none'],
      ['=INDEX(B1:B9,MATCH(0.835,A1:A9,0))', 2.38],
      ['=INDEX(A1:C9,2,3)', 400],
      ['=INDEX(A1:C1,3)', 500],
      ['=INDEX(A1:C9,10,1)', '#REF!'],
      ['=ROWS(A1:C9)*COLUMNS(A1:C9)', 27],
    ],
  );
  check(
    [
      ['Axles', 'Bearings', 'Bolts', null, 25],
      [4, 4, 9, null, 38],
      [5, 7, 10, null, 40],
      [6, 8, 11, null, 41],
    ],
    [
      ['=HLOOKUP("Axles",A1:C4,2,TRUE)', 4],
      ['=HLOOKUP("Bearings",A1:C4,3,FALSE)', 7],
      ['=HLOOKUP("B",A1:C4,3,TRUE)', 5],
      ['=HLOOKUP("Bolts",A1:C4,4)', 11],
      ['=HLOOKUP("be*",A1:C4,2,FALSE)', 4],
      ['=MATCH(39,E1:E4,1)', 2],
      ['=MATCH(41,E1:E4,0)', 4],
      ['=MATCH(40,E1:E4,-1)', '#N/A'],
      ['=MATCH("b?lts",1:1,0)', 3],
      ['=MATCH(1,A1:B2,0)', '#N/A'],
      ['=MATCH(F1,E1:E4,0)', '#N/A'],
    ],
  );

  test('take the last of equal cells where they are sorted, and the first where they are not', () => {
    const rows = [[1], [2], [null], [2], ['x'], [3]];
    expect(result(rows, '=MATCH(2,A1:A6)')).toBe(4);
    expect(result(rows, '=MATCH(2,A1:A6,0)')).toBe(2);
  });
});

describe('SUMPRODUCT', () => {
  check(
    [
      [3, 4, 2, 7, 'a'],
      [8, 6, 6, 7, 'b'],
      [1, 9, 5, 3, 'a'],
    ],
    [
      ['=SUMPRODUCT(A1:B3,C1:D3)', 156],
      ['=SUMPRODUCT(A1:A3,C1:D3)', '#VALUE!'],
      ['=SUMPRODUCT((E1:E3="a")*A1:B3)', 17],
      ['=SUMPRODUCT(--(E:E="a"),A:A)', 4],
      ['=SUMPRODUCT((E1:E3="a")*1,-B1:B3)', -13],
      ['=SUMPRODUCT(A1:A3="a")', 0],
      ['=SUMPRODUCT(1/COUNTIF(E1:E3,E1:E3))', 2],
      ['=SUMPRODUCT(A1:A3*SUM(B1:B3))', 228],
      ['=SUMPRODUCT(A1:A3*E1:E3)', '#VALUE!'],
    ],
  );
});

describe('SUBTOTAL', () => {
  check(
    [[120], [10], [150], [23], ['=SUBTOTAL(9,A1:A4)'], ['=SUBTOTAL(9,A1:A5)+1']],
    [
      ['=SUBTOTAL(9,A1:A6)', 303],
      ['=SUBTOTAL(1,A1:A6)', 75.75],
      ['=SUBTOTAL(102,A:A)', 4],
      ['=SUBTOTAL(5,A1:A2,A4)', 10],
      ['=SUBTOTAL(12,A1:A4)', '#VALUE!'],
    ],
  );

  test('leaves out hidden rows from 101, and is not computed where a filter may have hidden them', () => {
    const rows = [[1], [2], [4]];
    const hidden = { hiddenRows: new Set([1]) };
    expect(result(rows, '=SUBTOTAL(109,A1:A3)', hidden)).toBe(5);
    expect(result(rows, '=SUBTOTAL(9,A1:A3)', hidden)).toBeUndefined();
    expect(result(rows, '=SUBTOTAL(9,A1:A3)', { ...hidden, rowOutline: new Map([[1, 1]]) })).toBe(7);
  });
});

test.each([
  '=SUMIF(A1:A3,1,B1)',
  '=COUNTIF(A1:A3,A1:A3)',
  '=INDEX(A1:B3,2)',
  '=VLOOKUP(1,IF(TRUE,A1:B3),2)',
  '=SUMPRODUCT(IF(A1:A3>1,1))',
  '=SUMPRODUCT(--(A:A=""))',
])('%s is not computed, since Excel would look at other cells or at several at once', (formula) => {
  expect(result([[1], [2], [3]], formula)).toBeUndefined();
});
