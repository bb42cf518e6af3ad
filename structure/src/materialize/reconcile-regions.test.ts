import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import type { RegionSpec } from '../parse-spec.js';
import { materializeSheet } from './materialize-sheet.js';

const cellsThatDiffer = (rows: DrawnCell[][], regions?: RegionSpec[]) => {
  const sheet = drawSheet(rows);
  const spec = analyzeSheet(sheet, null, { baseName: 'list' });
  const { reconciliation } = materializeSheet(sheet, null, { ...spec, ...(regions && { regions }) }, 'list');
  return reconciliation.filter(({ agrees }) => !agrees);
};

test('a grand total of subtotals that is off is told, though the total beside it was made from it', () => {
  const shops: DrawnCell[][] = [
    ['地域', '店舗', '4月', '5月', '6月', '計'],
    ['東部', '三宮', 648, 411, 837, 1896],
    [null, '元町', 514, 301, 497, 1312],
    [null, '小計', 1162, 712, 1334, 3208],
    ['西部', '灘', 711, 938, 736, 2385],
    [null, '六甲', 530, 912, 716, 2158],
    [null, '小計', 1241, 1850, 1452, 4543],
  ];
  expect(cellsThatDiffer([...shops, ['総合計', null, 2403, 2562, 2786, 7751]])).toEqual([]);
  expect(cellsThatDiffer([...shops, ['総合計', null, 2403, 2602, 2786, 7791]])).toMatchObject([
    { cell: { row: 7, column: 3 }, stated: 2602, computed: 2562 },
  ]);
});

test('totals of records that take several rows are compared with the cells in the same row of each', () => {
  const column = (name: string, source: number, line: number, type: 'VARCHAR' | 'BIGINT') =>
    ({ name, source, line, type, role: type === 'BIGINT' ? 'value' : 'key' }) as const;
  const region: RegionSpec = {
    id: 'r1',
    kind: 'data',
    name: 'list',
    range: { top: 0, left: 0, bottom: 7, right: 1 },
    headerRows: [0, 1],
    recordRows: 2,
    headerColumns: 1,
    rowRoles: { group: [], derived: [6, 7] },
    columns: [
      column('Name', 0, 1, 'VARCHAR'),
      column('Fee', 1, 1, 'BIGINT'),
      column('Town', 0, 2, 'VARCHAR'),
      column('Paid', 1, 2, 'BIGINT'),
    ],
    layout: 'flat',
    steps: [],
    confidence: 1,
    reasons: [],
  };
  const people = [
    ['Name', 'Fee'],
    ['Town', 'Paid'],
    ['Ann', 120],
    ['Oslo', 70],
    ['Bo', 80],
    ['Graz', 35],
  ];
  expect(cellsThatDiffer([...people, ['Total', 200], [null, 105]], [region])).toEqual([]);
  const [wrong, ...others] = cellsThatDiffer([...people, ['Total', 200], [null, 115]], [region]);
  expect(others).toEqual([]);
  expect(wrong).toMatchObject({ cell: { row: 7, column: 1 }, stated: 115, computed: 105 });
  expect(wrong?.parts.map(({ top }) => top)).toEqual([3, 5]);
});
