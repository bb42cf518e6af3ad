import { describe, expect, it } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { NumberTable } from './number-table.js';
import { searchPatterns } from './search-patterns.js';

/** Rows of a text block whose cells are separated by bars; relations as `row,column = operator of …`. */
function relationsIn(block: string): string[] {
  const rows = block
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return (['across', 'down'] as const)
    .flatMap((direction) => {
      const table = new NumberTable(CellGrid.ofTexts(rows), direction);
      const search = { ratioRecords: new Set<number>(), sumsOnly: false, maxSteps: 700_000 };
      return searchPatterns(table, search).flatMap(({ pattern: { operator, target, parts }, records }) =>
        records.map((record) => {
          const cells = parts.map((part) => table.cell(record, part));
          return `${table.cell(record, target)} = ${operator} of ${cells.join(' ')}`;
        }),
      );
    })
    .sort();
}

const across = (relations: string[], operator: string) => relations.filter((one) => one.includes(operator));

describe('sums', () => {
  it('finds subtotals between the rows, and a grand total of the subtotals', () => {
    const found = relationsIn(`
      Region       | 2023   | 2024
      Oslo         | 51234  | 61377
      Bergen       | 23871  | 29114
      Subtotal     | 75105  | 90491
      Lund         | 18422  | 17905
      Malmö        | 33719  | 38206
      Subtotal     | 52141  | 56111
      Total        | 127246 | 146602`);
    expect(found).toContain('3,1 = Sum of 1,1 2,1');
    expect(found).toContain('6,2 = Sum of 4,2 5,2');
    expect(found).toContain('7,1 = Sum of 3,1 6,1');
    expect(found).toHaveLength(6);
  });

  it('finds 小計 and 合計, and negatives marked with a triangle', () => {
    const found = relationsIn(`
      科目   | 令和5年  | 令和6年
      給料   | 12,345  | 13,210
      手当   | 4,321   | 4,876
      戻入   | △1,108 | △987
      小計   | 15,558  | 17,099
      物件費 | 8,764   | 9,023
      補助費 | 3,377   | 2,981
      小計   | 12,141  | 12,004
      合計   | 27,699  | 29,103`);
    expect(found).toContain('4,1 = Sum of 1,1 2,1 3,1');
    expect(found).toContain('8,2 = Sum of 4,2 7,2');
  });

  it('accepts rounded parts', () => {
    const found = relationsIn(`
      Item  | 2022    | 2023    | 2024
      Coal  | 10433.4 | 11217.3 | 12893.3
      Oil   | 45871.4 | 44209.4 | 47771.9
      Gas   | 23617.4 | 25801.1 | 26004.6
      Total | 79922.3 | 81227.7 | 86669.9`);
    expect(across(found, 'Sum')).toHaveLength(3);
  });

  it('reports a difference as the inverse sum', () => {
    const found = relationsIn(`
      Item | Sales  | Cost  | Profit
      A    | 81234  | 51217 | 30017
      B    | 45871  | 40309 | 5562
      C    | 23617  | 19801 | 3816
      D    | 67012  | 31877 | 35135`);
    expect(found).toContain('1,1 = Sum of 1,2 1,3');
    expect(across(found, 'Sum')).toHaveLength(4);
  });

  it('adds a subtotal rather than its items, also where they are not adjacent', () => {
    const found = relationsIn(`
      Town | Adults | Rank | Boys | Rank | Girls | Rank | Pupils | Rank | All
      A    | 1783   | 39   | 1417 | 12   | 1372  | 7    | 2789   | 23   | 4572
      B    | 4190   | 42   | 2866 | 9    | 2911  | 14   | 5777   | 31   | 9967
      C    | 3209   | 6    | 913  | 25   | 1045  | 18   | 1958   | 17   | 5167
      D    | 3912   | 41   | 3128 | 20   | 2507  | 33   | 5635   | 8    | 9547`);
    expect(across(found, 'Sum')).toEqual(
      [1, 2, 3, 4].flatMap((row) => [
        `${row},7 = Sum of ${row},3 ${row},5`,
        `${row},9 = Sum of ${row},1 ${row},7`,
      ]),
    );
  });

  it('adds counts over the shares between them, whatever these are shares of', () => {
    const found = relationsIn(`
      Asked   | Schools | %    | Colleges | %    | Both | %    | Firms | %    | All
      Website | 17      | 0.81 | 37       | 0.95 | 54   | 0.90 | 20    | 0.87 | 74
      Logo    | 3       | 0.14 | 28       | 0.72 | 31   | 0.52 | 17    | 0.74 | 48
      News    | 12      | 0.57 | 8        | 0.21 | 20   | 0.33 | 2     | 0.09 | 22
      Search  | 9       | 0.43 | 21       | 0.54 | 30   | 0.50 | 11    | 0.48 | 41
      Help    | 14      | 0.67 | 33       | 0.85 | 47   | 0.78 | 5     | 0.22 | 52
      Map     | 6       | 0.29 | 19       | 0.49 | 25   | 0.42 | 13    | 0.57 | 38`);
    expect(found).toContain('1,5 = Sum of 1,1 1,3');
    expect(found).toContain('6,9 = Sum of 6,5 6,7');
  });

  it('finds sums of nothing where a column is a sum', () => {
    const found = relationsIn(`
      Name | Jan  | Feb  | Mar  | Total
      Ann  | 1417 | 1372 |      | 2789
      Bob  |      |      |      | 0
      Cid  | 913  | 1045 | 120  | 2078
      Dan  | 3128 | 2507 | 1833 | 7468`);
    expect(found).toContain('2,4 = Sum of 2,1 2,2 2,3');
    expect(across(found, 'Sum')).toHaveLength(4);
  });

  it('does not mistake small whole numbers for totals', () => {
    const found = relationsIn(`
      Name | Mon | Tue | Wed
      Ann  | 1   | 2   | 3
      Bob  | 2   | 2   | 1
      Cid  | 0   | 1   | 1
      Dan  | 3   | 1   | 2`);
    expect(found).toEqual([]);
  });
});

describe('ratios and averages', () => {
  it('finds the share of a column in another', () => {
    const found = relationsIn(`
      School | Pupils | Eligible | %
      North  | 1561   | 592      | 37.9
      South  | 6372   | 1113     | 17.5
      East   | 3453   | 1262     | 36.5
      West   | 2864   | 973      | 34.0`);
    expect(found).toContain('1,3 = Division of 1,2 1,1');
    expect(across(found, 'Division')).toHaveLength(4);
  });

  it('finds a share of few different values', () => {
    const found = relationsIn(`
      Team | Places | Came | Attendance
      A    | 6      | 5    | 0.83333
      B    | 6      | 6    | 1.00000
      C    | 8      | 4    | 0.50000
      D    | 6      | 4    | 0.66667
      E    | 8      | 6    | 0.75000
      F    | 6      | 5    | 0.83333
      G    | 6      | 4    | 0.66667
      H    | 8      | 6    | 0.75000
      I    | 6      | 5    | 0.83333
      J    | 8      | 4    | 0.50000`);
    expect(across(found, 'Division')).toHaveLength(10);
  });

  it('finds the change against the year before', () => {
    const found = relationsIn(`
      Item | 2023  | 2024  | Change
      A    | 81234 | 91217 | 12.29%
      B    | 45871 | 40309 | -12.13%
      C    | 23617 | 29801 | 26.18%
      D    | 67012 | 71877 | 7.26%`);
    expect(found).toContain('2,3 = RelativeChange of 2,1 2,2');
  });

  it('finds an average below the rows', () => {
    const found = relationsIn(`
      Student | Test 1 | Test 2 | Test 3
      1       | 87     | 64     | 91
      2       | 55     | 78     | 83
      3       | 93     | 81     | 77
      4       | 68     | 92     | 59
      Average | 75.75  | 78.75  | 77.5`);
    expect(across(found, 'Average')).toEqual([
      '5,1 = Average of 1,1 2,1 3,1 4,1',
      '5,2 = Average of 1,2 2,2 3,2 4,2',
      '5,3 = Average of 1,3 2,3 3,3 4,3',
    ]);
  });

  it('finds an average that passes over a line of what could be reached', () => {
    const found = relationsIn(`
      Student  | Test 1 | Test 2 | Test 3
      1        | 87     | 64     | 91
      2        | 55     | 78     | 83
      3        | 93     | 81     | 77
      4        | 68     | 92     | 59
      Possible | 100    | 100    | 95
      Average  | 75.75  | 78.75  | 77.5`);
    expect(across(found, 'Average')).toEqual([
      '6,1 = Average of 1,1 2,1 3,1 4,1',
      '6,2 = Average of 1,2 2,2 3,2 4,2',
      '6,3 = Average of 1,3 2,3 3,3 4,3',
    ]);
  });
});
