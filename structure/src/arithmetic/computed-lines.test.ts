import { expect, test } from 'vitest';
import { type Cell, labelledTable } from '../../test-support/labelled-table.js';
import { computedLines } from './computed-lines.js';
import type { ComputedLine } from './operation.js';

/** Each computed line as `name = operation parts`. */
function linesOf(rows: Cell[][], formulas: Record<string, string> = {}) {
  const { grid, body } = labelledTable(rows, formulas);
  const { rows: down, columns: across } = computedLines(grid, body);
  const shown = ({ line, operation, parts, ratio }: ComputedLine, nameOf: (line: number) => string) => {
    const terms = parts.map((part) => `${part.sign === 1 ? '+' : '-'}${nameOf(part.line)}`).join('');
    return `${nameOf(line)} = ${operation} ${terms}${ratio?.shareOf === undefined ? '' : ' of total'}`;
  };
  return [
    ...down.map((line) => shown(line, (row) => grid.text(row, 0))),
    ...across.map((line) => shown(line, (column) => grid.text(0, column))),
  ];
}

test('a total named so needs only two small numbers', () => {
  expect(
    linesOf([
      ['品目', '数量'],
      ['りんご', 3],
      ['みかん', 4],
      ['合計', 7],
    ]),
  ).toEqual(['合計 = sum +りんご+みかん']);
});

test('a total of what is above is not the sum of the costs and the profit below', () => {
  expect(
    linesOf([
      ['', '2022', '2023'],
      ['Food', 482, 510],
      ['Drinks', 190, 201],
      ['Total sales', 672, 711],
      ['Cost of food', 149, 163],
      ['Cost of drinks', 47, 52],
      ['Gross margin', 476, 496],
    ]),
  ).toEqual([
    'Total sales = sum +Food+Drinks',
    'Gross margin = difference +Total sales-Cost of food-Cost of drinks',
  ]);
});

test('totals and profits are known by their German and French names', () => {
  expect(
    linesOf([
      ['', '2022', '2023'],
      ['Material', 331, 352],
      ['Löhne', 298, 317],
      ['Gesamtkosten', 629, 669],
      ['Ventes', 1000, 1500],
      ['Achats', 400, 700],
      ['Résultat', 600, 800],
    ]),
  ).toEqual(['Gesamtkosten = sum +Material+Löhne', 'Résultat = difference +Ventes-Achats']);
});

test('a profit is a difference, from the profit before and what comes between', () => {
  expect(
    linesOf([
      ['', '4月', '5月'],
      ['売上高', 1000, 1200],
      ['売上原価', 600, 700],
      ['売上総利益', 400, 500],
      ['販管費', 250, 260],
      ['営業利益', 150, 240],
      ['営業外収益', 30, 20],
      ['営業外費用', 10, 40],
      ['経常利益', 170, 220],
    ]),
  ).toEqual([
    '売上総利益 = difference +売上高-売上原価',
    '営業利益 = difference +売上総利益-販管費',
    '経常利益 = difference +営業利益+営業外収益-営業外費用',
  ]);
});

test('averages, ratios, shares of a total and differences are not taken for sums', () => {
  expect(
    linesOf([
      ['店', '予算', '実績', '差異', '達成率', '構成比'],
      ['東', 120, 130, 10, 1.083, 0.342],
      ['西', 80, 60, -20, 0.75, 0.158],
      ['南', 200, 190, -10, 0.95, 0.5],
      ['計', 400, 380, -20, 0.95, 1],
      ['平均', 133.3, 126.7, -6.7],
    ]),
  ).toEqual([
    '計 = sum +東+西+南',
    '平均 = average +東+西+南',
    '差異 = difference -予算+実績',
    '達成率 = ratio +実績+予算',
    '構成比 = ratio +実績 of total',
  ]);
});

test('a balance runs from row to row', () => {
  expect(
    linesOf([
      ['日', '入金', '出金', '残高'],
      ['1', '', '', 1000],
      ['2', 200, '', 1200],
      ['3', '', 350, 850],
      ['4', 90, 40, 900],
    ]),
  ).toEqual(['残高 = running_balance +入金-出金']);
});

test('formulas tell what no name does', () => {
  expect(
    linesOf(
      [
        ['x', 'a', 'b', 'c'],
        ['p', 2, 3, 5],
        ['q', 4, 1, 5],
        ['r', 3, 2, 5],
      ],
      { B4: 'AVERAGE(B2:B3)', C4: 'AVERAGE(C2:C3)', D2: 'B2+C2', D3: 'B3+C3', D4: 'B4+C4' },
    ),
  ).toEqual(['r = average +p+q', 'c = sum +a+b']);
});

test('an address or a rate in brackets does not name a ratio, and zeros are no shares', () => {
  expect(
    linesOf([
      ['cost', '2024', '2025', '2026'],
      ['Benefits', 2480, 2554, 2631],
      ['Phone', 500, 500, 500],
      ['Unemployment (0.8%)', 496, 511, 526],
      ['Page https://example.org/a/b', 0, 0, 0],
      ['Fines/fees', 0, 0, 0],
    ]),
  ).toEqual([]);
});

test('totals above their parts head them', () => {
  expect(
    linesOf([
      ['', '2020', '2021'],
      ['Norway', 75105, 90491],
      ['Oslo', 51234, 61377],
      ['Bergen', 23871, 29114],
      ['Sweden', 52141, 56111],
      ['Lund', 18422, 17905],
      ['Malmö', 33719, 38206],
    ]),
  ).toEqual(['Norway = sum +Oslo+Bergen', 'Sweden = sum +Lund+Malmö']);
});

test('the subtotals and the grand total of a long table are found', () => {
  const rows: Cell[][] = [['', 'a', 'b', 'c']];
  const grand = [0, 0, 0];
  for (let section = 0; section < 100; section++) {
    const subtotal = [0, 0, 0];
    for (let item = 0; item < 40; item++) {
      const numbers = [7919, 10477, 12553].map(
        (prime) => ((section * 40 + item + 1) * prime * prime) % 99991,
      );
      numbers.forEach((number, at) => {
        subtotal[at] = (subtotal[at] ?? 0) + number;
        grand[at] = (grand[at] ?? 0) + number;
      });
      rows.push([`Item ${item}`, ...numbers]);
    }
    rows.push([`Section ${section}`, ...subtotal]);
  }
  rows.push(['Everything', ...grand]);
  const found = linesOf(rows);
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toMatch(/^Everything = sum \+Section 0\+Section 1\+/);
});

test('a thermometer is not a total', () => {
  expect(
    linesOf([
      ['品目', '区分'],
      ['鍋', 1],
      ['時計', 3],
      ['体温計', 4],
    ]),
  ).toEqual([]);
});

test('costs written as negative numbers are added to make a profit', () => {
  const lines = linesOf([
    ['', '2022', '2023'],
    ['Gross profit', 400, 500],
    ['Selling expenses', -120, -140],
    ['Administrative expenses', -80, -90],
    ['Operating profit', 200, 270],
    ['Interest', -20, -25],
    ['Profit before tax', 180, 245],
  ]);
  expect(lines).toContain('Operating profit = sum +Gross profit+Selling expenses+Administrative expenses');
  expect(lines).toContain('Profit before tax = sum +Operating profit+Interest');
});

test('percentages beside the numbers of a total need not add up', () => {
  const lines = linesOf([
    ['区', '票数', '得票率', '当日有権者', '投票率'],
    ['大田区計', 332741, 60.2, 552727, 61.5],
    ['大田区4区', 219225, 58.1, 377324, 59.9],
    ['大田区26区', 113516, 64.7, 175403, 66.2],
    ['渋谷区', 103777, 55.4, 187323, 57.1],
  ]);
  expect(lines).toContain('大田区計 = sum +大田区4区+大田区26区');
});

test('what is called the whole of something is the sum of the rows beside it', () => {
  const parts = [
    ['', '昼', '夜'],
    ['15歳以下', 12, 5],
    ['16～64歳', 40, 33],
    ['65歳以上', 71, 52],
  ];
  expect(linesOf([...parts, ['全年齢層', 123, 90]])).toContain('全年齢層 = sum +15歳以下+16～64歳+65歳以上');
  expect(linesOf([...parts, ['全日制', 130, 90]])).toEqual([]);
});
