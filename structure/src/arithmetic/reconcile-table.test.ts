import { cellAddress, formatRange } from '@workbook-data-service/sheets/addresses';
import { expect, test } from 'vitest';
import { type Cell, labelledTable } from '../../test-support/labelled-table.js';
import { reconcileTable } from './reconcile-table.js';

/** Each total as `cell operation parts`, with the difference where it does not agree. */
function totalsOf(rows: Cell[][], formulas: Record<string, string> = {}): string[] {
  const { grid, body } = labelledTable(rows, formulas);
  return reconcileTable(grid, body).map(({ cell, operation, parts, agrees, difference }) => {
    const ranges = parts.map(
      ({ sign, ...range }) =>
        (sign === 1 ? '' : '-') + formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 }),
    );
    const off = agrees ? '' : ` off by ${difference}`;
    return `${cellAddress(cell.row + 1, cell.column)} ${operation} ${ranges}${off}`;
  });
}

test('every total is checked by its own operation, and none twice', () => {
  expect(
    totalsOf([
      ['店', '予算', '実績', '差異', '達成率'],
      ['東', 120, 130, 10, 1.083],
      ['西', 80, 60, -20, 0.75],
      ['計', 200, 190, -10, 0.95],
      ['平均', 100, 95, -5, ''],
    ]),
  ).toEqual([
    'D2 difference -B2,C2',
    'E2 ratio C2,B2',
    'D3 difference -B3,C3',
    'E3 ratio C3,B3',
    'B4 sum B2:B3',
    'C4 sum C2:C3',
    'D4 sum D2:D3',
    'E4 ratio C4,B4',
    'B5 average B2:B3',
    'C5 average C2:C3',
    'D5 average D2:D3',
  ]);
});

test('a total that is wrong is listed where its neighbours or its name tell that it is one', () => {
  expect(
    totalsOf([
      ['', 'a', 'b', 'c'],
      ['x', 11, 23, 37],
      ['y', 15, 29, 41],
      ['Total', 26, 52, 79],
    ]),
  ).toEqual(['B4 sum B2:B3', 'C4 sum C2:C3', 'D4 sum D2:D3 off by 1']);
  expect(
    totalsOf([
      ['品目', '金額'],
      ['りんご', 300],
      ['みかん', 450],
      ['なし', 120],
      ['合計', 890],
    ]),
  ).toEqual(['B5 sum B2:B4 off by 20']);
});

test('rounded parts may miss their total by roundings', () => {
  expect(
    totalsOf([
      ['', '割合 A', '割合 B'],
      ['x', 33.3, 14.3],
      ['y', 33.3, 28.6],
      ['z', 33.3, 57.2],
      ['計', 100, 100],
    ]),
  ).toEqual(['B5 sum B2:B4', 'C5 sum C2:C4']);
});

test('formulas say what is added, also where their stored result is out of date', () => {
  expect(
    totalsOf(
      [
        ['日', '入金', '出金', '残高'],
        ['1', 500, '', 500],
        ['2', '', 120, 380],
        ['3', 40, '', 400],
        ['計', 540, 120, ''],
      ],
      { D3: 'D2+B3-C3', D4: 'D3+B4-C4', B5: 'SUM(B2:B4)', C5: 'SUM(C2:C4)' },
    ),
  ).toEqual([
    'D3 running_balance D2,B3,-C3',
    'D4 running_balance D3,B4,-C4 off by -20',
    'B5 sum B2:B4',
    'C5 sum C2:C4',
  ]);
});

test('sums of a wide table are found whatever they are called and whatever stands before their parts', () => {
  const blocks = Array.from({ length: 10 }, (_, block) => block);
  const people = Array.from({ length: 45 }, (_, person) => person);
  const scoresOf = (person: number, block: number) => {
    const written = 400 + ((person * 137 + block * 61) % 509);
    const spoken = 300 + ((person * 89 + block * 151) % 401);
    return [(person * 7 + block) % 45, written, spoken, written + spoken];
  };
  const found = totalsOf([
    ['', ...blocks.flatMap((block) => ['seat', 'written', 'spoken', `exam ${block + 1}`])],
    ...people.map((person) => [`p${person}`, ...blocks.flatMap((block) => scoresOf(person, block))]),
  ]);
  expect(found).toHaveLength(blocks.length * people.length);
  expect(found.slice(0, 2)).toEqual(['E2 sum C2:D2', 'I2 sum G2:H2']);
});
