import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { classifyLines } from './classify-lines.js';

const rolesOf = (rows: string[][]) => classifyLines(CellGrid.ofTexts(rows));

test('a statistical table with title, groups, totals and source', () => {
  expect(
    rolesOf([
      ['Table 12. Energy Consumption by Sector', '', '', ''],
      ['[In thousands of tons]', '', '', ''],
      ['', '', '', ''],
      ['Sector', '2005', '2006', '2007'],
      ['', '', '', ''],
      ['INDUSTRY', '', '', ''],
      ['Total', '350', '362', '371'],
      ['Steel', '200', '205', '208'],
      ['Paper', '90', '93', '97'],
      ['Glass', '60', '64', '66'],
      ['', '', '', ''],
      ['HOUSEHOLDS', '', '', ''],
      ['Total', '140', '145', '151'],
      ['Heating', '100', '103', '108'],
      ['Lighting', '40', '42', '43'],
      ['', '', '', ''],
      ['Source: Ministry of Energy, Annual Review, 2008.', '', '', ''],
    ]),
  ).toEqual([
    'metadata',
    'metadata',
    'empty',
    'header',
    'empty',
    'group',
    'derived',
    'data',
    'data',
    'data',
    'empty',
    'group',
    'derived',
    'data',
    'data',
    'empty',
    'notes',
  ]);
});

test('a Japanese report with its unit above, totals below and a note', () => {
  const roles = rolesOf([
    ['第3表 部門別売上高の推移', '', '', ''],
    ['単位:百万円', '', '', ''],
    ['部門', '令和5年度', '令和6年度', '令和7年度'],
    ['国内営業部', '1,200', '1,310', '1,450'],
    ['海外営業部', '830', '845', '902'],
    ['通信販売部', '415', '398', '△12'],
    ['合計', '2,445', '2,553', '2,340'],
    ['', '', '', ''],
    ['(注)四捨五入のため合計は一致しない場合がある。', '', '', ''],
  ]);
  expect(roles.slice(0, 2)).toEqual(['metadata', 'metadata']);
  expect(roles.slice(2, 6)).toEqual(['header', 'data', 'data', 'data']);
  expect(roles.slice(6)).toEqual(['derived', 'empty', 'notes']);
});

test('a plain list is a header and data', () => {
  const people = Array.from({ length: 20 }, (_, i) => [`P-${100 + i}`, `Person ${i}`, 'Sales', `${30 + i}`]);
  const roles = rolesOf([['Code', 'Name', 'Department', 'Age'], ...people]);
  expect(roles[0]).toBe('header');
  expect(new Set(roles.slice(1))).toEqual(new Set(['data']));
});

const letters = { metadata: 'm', header: 'h', group: 'g', data: 'd', derived: 't', notes: 'n', empty: '-' };
/** One letter for each line of a sheet that is written as text. */
const shortRoles = (sheet: string) =>
  rolesOf(sheet.split('\n').map((line) => line.split('|').map((cell) => cell.trim())))
    .map((role) => letters[role])
    .join('');

test('a title, a date, fields and a unit above a small list are no header', () => {
  const sheet = `売上一覧
担当：佐藤
令和6年3月31日現在
||（単位：千円）
店舗|数量|売上高
神戸|12|340
大阪|8|221
京都|5|98`;
  expect(shortRoles(sheet)).toBe('mmmmhddd');
});

test('a header that is repeated on every page', () => {
  const page = (from: number) =>
    `Code|Name|Amount\n${[0, 1, 2].map((at) => `A-${from + at}|Item ${from * at + 7}|${(from + at) * 37}\n`).join('')}`;
  expect(shortRoles(page(1) + page(4) + page(7).trim())).toBe('hdddhdddhddd');
});

test('a part of a sheet with two columns', () => {
  expect(shortRoles('Colour|Pieces\nred|4\nblue|7\ngreen|2')).toBe('hddd');
  expect(shortRoles('店舗|売上\n神戸|40\n大阪|70\n合計|110')).toBe('hddt');
});

test('a profit that is the difference of the lines above it', () => {
  const sheet = `科目|2023年度|2024年度
売上高|1,200|1,410
売上原価|700|820
売上総利益|500|590
販売費|310|333
営業利益|190|257`;
  expect(shortRoles(sheet)).toBe('hddtdt');
});

test('a sheet without cells has only empty lines', () => {
  expect(rolesOf([[''], ['']])).toEqual(['empty', 'empty']);
  expect(rolesOf([])).toEqual([]);
});

test('a long sheet of data is classified quickly', () => {
  const rows = Array.from({ length: 25_000 }, (_, row) =>
    Array.from({ length: 20 }, (_, column) =>
      column === 0 ? `item ${row}` : String((row * 31 + column * 7) % 997),
    ),
  );
  const grid = CellGrid.ofTexts([Array.from({ length: 20 }, (_, column) => `column ${column}`), ...rows]);
  const before = process.cpuUsage();
  const roles = classifyLines(grid);
  // CPU time, as other work may share the machine; six times the goal, as the code is cold and cores may be shared.
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
  expect(roles[0]).toBe('header');
});

test('blank rows above a list change nothing', () => {
  const list = [
    ['Code', 'Country'],
    ['DE', 'Germany'],
    ['FR', 'France'],
    ['JP', 'Japan'],
    ['US', 'United States'],
  ];
  expect(rolesOf([['', ''], ...list])).toEqual(['empty', ...rolesOf(list)]);
});
