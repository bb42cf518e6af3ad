import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { applyReshape } from './apply-reshape.js';
import { proposeReshape } from './propose-reshape.js';
import { rowOf, type Table, tableOf } from './table.js';

/** A table written as lines with `|` between cells. */
function table(text: string, headerRows = 1): Table {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const grid = CellGrid.ofTexts(rows);
  return tableOf(
    grid,
    { top: 0, left: 0, bottom: grid.rowCount - 1, right: grid.columnCount - 1 },
    headerRows,
  );
}

function reshape(text: string, headerRows = 1) {
  const before = table(text, headerRows);
  const plan = proposeReshape(before);
  const after = applyReshape(before, plan);
  const rows = Array.from({ length: after.rowCount }, (_, row) => rowOf(after, row));
  return {
    operators: plan.steps.map((step) => step.operator),
    lines: rows.map((row) => row.map((cell) => cell.text).join('|')),
    rows,
  };
}

test('a table of records is unchanged', () => {
  const { operators } = reshape(`
    id | name  | city  | age | joined
    1  | Alice | Oslo  | 34  | 2020-01-05
    2  | Bob   | Turin | 41  | 2021-03-09
    3  | Carol | Kyoto | 29  | 2019-11-23`);
  expect(operators).toEqual([]);
});

test('periods across columns become a column', () => {
  const { operators, lines } = reshape(`
    科目 | 令和7年4月 | 令和7年5月 | 令和7年6月
    売上 | 100 | 110 | 120
    原価 | 60  | 70  | 75`);
  expect(operators).toEqual(['stack']);
  expect(lines).toContain('原価|令和7年5月|70');
});

test('a value refers to its cell and a period to its header', () => {
  const { rows } = reshape(`
    region | Q1 | Q2 | Q3
    North  | 5  | 6  | 7
    South  | 8  | 9  | 4`);
  const row = rows.find((cells) => cells.at(-1)?.text === '9');
  expect(row?.map((cell) => cell.source)).toEqual([
    { row: 2, column: 0 },
    { row: 0, column: 2 },
    { row: 2, column: 2 },
  ]);
});

test('a year above its months joins them', () => {
  const { lines } = reshape(
    `
    店  | 2024年 |     | 2025年 |
        | 11月   | 12月 | 1月   | 2月
    東京 | 10    | 11  | 12   | 13
    大阪 | 20    | 21  | 22   | 23`,
    2,
  );
  expect(lines).toContain('大阪|2025年 2月|23');
});

test('a total between the periods stays beside them', () => {
  const { operators, lines } = reshape(`
    部門 | 4月 | 5月 | 6月 | 上期 | 10月 | 11月 | 12月 | 合計
    営業 | 1   | 2   | 3   | 6    | 4    | 5    | 6    | 21
    開発 | 2   | 3   | 4   | 9    | 5    | 6    | 7    | 27`);
  expect(operators).toEqual(['stack']);
  expect(lines).toContain('開発|9|27|11月|6');
  expect(lines).toHaveLength(12);
});

test('variables repeated under numbers become columns', () => {
  const { operators, lines } = reshape(`
    name | task 1 | done 1 | task 2 | done 2 | task 3 | done 3
    Ann  | sweep  | yes    | cook   | no     | paint  | no
    Ben  | cook   | no     | wash   | yes    | sweep  | yes`);
  expect(operators).toEqual(['wide_to_long']);
  expect(lines).toContain('Ben|2|wash|yes');
});

test('rows with only a label head the rows below', () => {
  const { operators, lines } = reshape(`
    item   | price | stock
    Fruit  |       |
    apple  | 3     | 12
    pear   | 4     | 7
    Bread  |       |
    rye    | 5     | 3
    wheat  | 6     | 9`);
  expect(operators).toEqual(['subtitle']);
  expect(lines).toContain('Bread|rye|5|3');
});

test('blanks below a label repeat it, and periods beside them are stacked too', () => {
  const { operators, lines } = reshape(`
    region | product | 2023 | 2024 | 2025
    East   | tea     | 1    | 2    | 3
           | milk    | 4    | 5    | 6
    West   | tea     | 7    | 8    | 9
           | milk    | 2    | 3    | 4`);
  expect(operators).toEqual(['ffill', 'stack']);
  expect(lines).toContain('West|milk|2024|3');
});

test('records in columns are transposed', () => {
  const { operators, lines } = reshape(`
    model   | A1        | B2        | C3
    maker   | Acme      | Bolt      | Crane
    weight  | 12.5      | 14.25     | 11.75
    price   | $1,200    | $1,450    | $1,100
    release | 2019-05-01 | 2020-06-01 | 2021-07-01`);
  expect(operators).toEqual(['transpose']);
  expect(lines).toContain('B2|Bolt|14.25|$1,450|2020-06-01');
});

test('fields written downwards become records', () => {
  const { operators, lines } = reshape(`
    name  | Ann
    phone | 123
    name  | Ben
    phone | 456
    name  | Cy
    phone | 789`);
  expect(operators).toEqual(['pivot']);
  expect(lines).toEqual(['Ann|123', 'Ben|456', 'Cy|789']);
});

test('lists in cells become rows', () => {
  const { operators, lines } = reshape(`
    team | members
    1    | Ann, Ben, Cy
    2    | Ann, Cy
    3    | Ben, Cy, Ann, Dee
    4    | Dee, Ann`);
  expect(operators).toEqual(['explode']);
  expect(lines).toContain('2|Cy');
});

test('commas within numbers and dates do not make lists', () => {
  const { operators } = reshape(`
    Flat | Rents          | Seen
    1    | 1,403 pcm (36) | Cook July 7, 2017
    2    | 1,698 pcm (19) | Cook June 22, 2017
    3    | 1,208 pcm (21) | Reed May 3, 2017
    4    | 1,188 pcm (23) | Reed May 9, 2017`);
  expect(operators).toEqual([]);
});
