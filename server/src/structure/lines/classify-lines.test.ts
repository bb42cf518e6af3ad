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

test('a sheet without cells has only empty lines', () => {
  expect(rolesOf([[''], ['']])).toEqual(['empty', 'empty']);
  expect(rolesOf([])).toEqual([]);
});

test('a long sheet of data is classified quickly', () => {
  const rows = Array.from({ length: 100_000 }, (_, row) =>
    Array.from({ length: 20 }, (_, column) =>
      column === 0 ? `item ${row}` : String((row * 31 + column * 7) % 997),
    ),
  );
  const grid = CellGrid.ofTexts([Array.from({ length: 20 }, (_, column) => `column ${column}`), ...rows]);
  const before = process.cpuUsage();
  const roles = classifyLines(grid);
  // CPU time, as other work may share the machine; twice the goal, as the code is still cold.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  expect(roles[0]).toBe('header');
});
