import { expect, test } from 'vitest';
import type { RegionCorrection, RegionSpec, SheetSpec } from '../parse-spec.js';
import { mergeCorrection } from './merge-correction.js';

const region: RegionSpec = {
  id: 'r1',
  kind: 'data',
  name: 'sales',
  range: { top: 0, left: 0, bottom: 8, right: 2 },
  headerRows: [0],
  headerColumns: 1,
  rowRoles: { group: [1, 4], derived: [3, 8] },
  rowParents: { 2: 1, 5: 4 },
  columns: [
    { name: 'region', source: 0, type: 'VARCHAR', role: 'key' },
    { name: 'sold', source: 1, type: 'BIGINT', role: 'period', period: '2025' },
    { name: 'note', source: 2, type: 'VARCHAR', role: 'attribute' },
  ],
  layout: 'report',
  steps: [],
  confidence: 0.5,
  reasons: [],
};
const note: RegionSpec = {
  ...region,
  id: 'r2',
  kind: 'note',
  range: { top: 10, left: 0, bottom: 11, right: 0 },
  columns: [],
};
const sheet: SheetSpec = {
  name: 'Sheet',
  hidden: false,
  usedRange: { top: 0, left: 0, bottom: 11, right: 3 },
  regions: [region, note],
  unassigned: [],
};

const merged = (regions: RegionCorrection[], remove: string[] = []) =>
  mergeCorrection(sheet, { name: 'Sheet', regions }, remove).regions;
const corrected = (given: Omit<RegionCorrection, 'id'>) => merged([{ id: 'r1', ...given }])[0];

test('what is left out stays as it was', () => {
  expect(merged([])).toEqual([region, note]);
  expect(corrected({ name: 'other' })).toEqual({ ...region, name: 'other' });
  const columns = [{ source: 1, name: 'Sold', unit: 't' }];
  expect(corrected({ columns })?.columns).toEqual([
    region.columns[0],
    { ...region.columns[1], name: 'Sold', unit: 't' },
    region.columns[2],
  ]);
});

test('columns stand in the order in which all of them are given', () => {
  const names = corrected({ columns: region.columns.toReversed() })?.columns.map(({ name }) => name);
  expect(names).toEqual(['note', 'sold', 'region']);
});

test('a column that is no period any more has none', () => {
  expect(corrected({ columns: [{ source: 1, role: 'value' }] })?.columns[1]).toEqual({
    name: 'sold',
    source: 1,
    type: 'BIGINT',
    role: 'value',
  });
});

test('a smaller range leaves out what lies beyond it, and a larger one can have more columns', () => {
  const smaller = corrected({ range: { ...region.range, bottom: 4, right: 1 } });
  expect(smaller?.columns.map(({ name }) => name)).toEqual(['region', 'sold']);
  expect([smaller?.rowRoles, smaller?.rowParents]).toEqual([{ group: [1, 4], derived: [3] }, { 2: 1 }]);
  const tax = { source: 3, name: 'tax', type: 'DOUBLE' as const };
  const larger = corrected({ range: { ...region.range, right: 3 }, columns: [tax] });
  expect(larger?.columns[3]).toEqual({ ...tax, role: 'attribute' });
});

test('a row that becomes a header or a total has no other role', () => {
  expect(corrected({ headerRows: [0, 1] })?.rowRoles).toEqual({ group: [4], derived: [3, 8] });
  expect(corrected({ rowRoles: { derived: [4, 8] } })?.rowRoles).toEqual({ group: [1], derived: [4, 8] });
  expect(corrected({ rowRoles: { derived: [0] } })?.headerRows).toEqual([]);
});

test('rows apart, made names and the table that is continued stay until they are given', () => {
  const said = { rowRoles: { note: [2], skip: [5], ungrouped: [8] }, continues: 'r0', spreadMerged: true };
  const first = corrected({ ...said, madeNames: { value: 'sold' } }) as RegionSpec;
  expect(first).toMatchObject({
    rowRoles: { group: [1, 4], derived: [3, 8], ...said.rowRoles },
    continues: 'r0',
    madeNames: { value: 'sold' },
    spreadMerged: true,
  });
  const again = (given: Omit<RegionCorrection, 'id'>) =>
    mergeCorrection({ ...sheet, regions: [first] }, { name: 'Sheet', regions: [{ id: 'r1', ...given }] }, [])
      .regions[0];
  expect(again({})).toEqual(first);
  expect(again({ rowRoles: { group: [5] } })?.rowRoles).toMatchObject({ group: [5], skip: [] });
  expect(again({ continues: null })?.continues).toBeUndefined();
});

test('the fields of a form are known by their cells', () => {
  const field = (row: number) =>
    ({ name: `f${row}`, source: 1, cell: { row, column: 1 }, type: 'VARCHAR', role: 'attribute' }) as const;
  const form = { ...sheet, regions: [{ ...region, layout: 'form' as const, columns: [field(0), field(1)] }] };
  const columns = [{ source: 1, cell: { row: 1, column: 1 }, type: 'DATE' as const }];
  const { regions } = mergeCorrection(form, { name: 'Sheet', regions: [{ id: 'r1', columns }] }, []);
  expect(regions[0]?.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'DATE']);
});

test('regions go where a given one covers them, and where they are to', () => {
  const all = { top: 0, left: 0, bottom: 11, right: 2 };
  expect(merged([{ id: 'r1', range: all }]).map(({ id }) => id)).toEqual(['r1']);
  expect(merged([{ id: 'mine', range: all }]).map(({ id }) => id)).toEqual(['mine']);
  expect(merged([], ['r2']).map(({ id }) => id)).toEqual(['r1']);
  expect(merged([], ['r1.B'])[0]?.columns.map(({ name }) => name)).toEqual(['region', 'note']);
});
