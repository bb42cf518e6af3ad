import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { confidenceOf } from '../confidence-of.js';
import { decideAll } from '../decisions/decide-all.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import type { SheetSpec } from '../parse-spec.js';
import { chooseReading } from './choose-reading.js';

const unspent = { isSpent: () => false };
const read = (sheet: Sheet, budget = unspent) =>
  chooseReading(sheet, null, analyzeSheet(sheet, null, { baseName: 'list' }), 'list', budget);
const tablesOf = (sheet: Sheet, spec: SheetSpec) =>
  materializeSheet(sheet, null, spec, 'list').tables.map(({ name, columns, rowCount }) => [
    name,
    columns.map((column) => column.name),
    rowCount,
  ]);

/** Nothing tells which of its rows are names, records or totals. */
const muddle: DrawnCell[][] = [
  ['Item', 'Size', 'Size', null, 'Note'],
  ['a', 1, 2, 'x', null],
  ['b', 'many', 3, null, null],
  [null, 5, null, null, null],
  ['Subtotal', 2, 'few', 'y', null],
  ['c', null, 4, 'x', null],
];
const quarters: DrawnCell[][] = [
  ['Shop', 'Q1', null, null, 'Q2', null, null],
  [null, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Oslo', 'Bergen', 'Bodø'].map((shop, at) => [shop, 1 + at, 2, 3, 4, 5, 6]),
];

test('a sheet that no reading is sure of stays as it is, with what was found as the first alternative', () => {
  const sheet = drawSheet(muddle);
  const found = analyzeSheet(sheet, null, { baseName: 'list' });
  const spec = read(sheet);
  expect(spec).toMatchObject({ keptAsSheet: true, chosen: { id: 'r1.a' } });
  expect(tablesOf(sheet, spec)).toEqual([['list', ['A', 'B', 'C', 'D', 'E'], 6]]);
  expect(spec.alternatives?.[0]).toMatchObject({
    id: 'r1.b',
    regions: found.regions.map(({ id, range, headerRows, rowRoles }) => ({
      id,
      range,
      headerRows,
      rowRoles,
    })),
  });
  expect(spec.alternatives?.[0]?.tables.map(({ name, columns, rows }) => [name, columns, rows])).toEqual(
    tablesOf(sheet, found),
  );
});

test('of alternatives different tables come, and each says how it differs', () => {
  const sheet = drawSheet(quarters);
  const spec = read(sheet);
  expect(spec.keptAsSheet).toBeUndefined();
  const wide = spec.alternatives?.find(({ why }) => why[0]?.code === 'alternative-periods-across');
  expect(wide?.tables[0]).toMatchObject({ rows: 3, columns: expect.arrayContaining(['Shop']) });
  expect(spec.alternatives?.length).toBeLessThanOrEqual(3);
  const most = 1 - (confidenceOf(spec.regions) ?? 1);
  for (const { confidence } of spec.alternatives ?? []) expect(confidence).toBeLessThanOrEqual(most + 0.005);
  const seen = [spec.chosen, ...(spec.alternatives ?? [])].map((one) => JSON.stringify(one?.tables));
  expect(new Set(seen).size).toBe(seen.length);
});

test('an alternative can be taken and the former reading taken again', () => {
  const sheet = { ...drawSheet(muddle), name: 'S' };
  const kept = read(sheet);
  const decide = (spec: SheetSpec, reading: string) => {
    const file = { format: 'xlsx' as const, dialect: null, sheets: [sheet], definedNames: [] };
    return decideAll(file, [spec], {
      sheets: [],
      remove: [],
      describe: [],
      accept: [],
      answers: {},
      reading,
    });
  };
  const taken = decide(kept, 'r1.b').specs[0] as SheetSpec;
  expect(taken.keptAsSheet).toBeUndefined();
  expect(tablesOf(sheet, taken)).toEqual(tablesOf(sheet, analyzeSheet(sheet, null, { baseName: 'list' })));
  expect(taken.alternatives?.[0]).toMatchObject({ id: 'r1.a', why: kept.chosen?.why });
  const back = decide(taken, 'r1.a').specs[0] as SheetSpec;
  expect(tablesOf(sheet, back)).toEqual(tablesOf(sheet, kept));
  expect(decide(kept, 'r1.z').faults).toMatchObject([{ path: '/reading', code: 'spec-part-unknown' }]);
});

test('a sure list has no alternatives, and looks for none', () => {
  const rows = Array.from({ length: 20 }, (_, at) => [at + 1, `name ${at % 4}`, at * 1.5]);
  const spec = read(drawSheet([['id', 'name', 'price'], ...rows]), {
    isSpent: () => {
      throw new Error('looked');
    },
  });
  expect(spec).not.toHaveProperty('alternatives');
});

test('what was found is told when time is up', () => {
  const spec = read(drawSheet(quarters), { isSpent: () => true });
  expect(spec.alternatives ?? []).toEqual([]);
  const unsure = read(drawSheet(muddle), { isSpent: () => true });
  expect(unsure.alternatives?.map(({ id }) => id)).toEqual(['r1.b']);
});
