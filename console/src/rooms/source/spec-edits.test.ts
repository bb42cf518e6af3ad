import { expect, test } from 'vitest';
import { rangeOf } from './cells.js';
import { changesBetween } from './spec-changes.js';
import {
  addRegion,
  asCorrection,
  changeColumn,
  continuable,
  forService,
  moveRegion,
  removedRegions,
  type SpecRegion,
  type SpecSheet,
  setContinued,
  setRecordRows,
  setRowLabel,
  setRowRole,
} from './spec-edits.js';

const region = (id: string, range: string, more: Partial<SpecRegion> = {}): SpecRegion => ({
  id,
  kind: 'data',
  name: id,
  range,
  header_rows: [3],
  header_columns: 1,
  row_roles: { group: [], derived: [] },
  columns: ['A', 'B'].map((source) => ({ name: source, source, type: 'VARCHAR', role: 'attribute' })),
  layout: 'flat',
  confidence: 1,
  reasons: [],
  ...more,
});
const table = region('r2', 'A3:B9');
const sheets: SpecSheet[] = [
  {
    name: 'S',
    hidden: false,
    used_range: 'A1:D12',
    regions: [region('r1', 'A1:D1', { kind: 'title' }), table, region('r3', 'A11:B12', { kind: 'note' })],
    unassigned: [],
  },
];
const ranges = (edited: readonly SpecSheet[]) => edited[0]?.regions.map(({ id, range }) => `${id} ${range}`);

test('a region that grows takes in what it covers, and cuts into what it meets', () => {
  const { sheets: edited, describe } = moveRegion(sheets, 'r2', rangeOf('A1:D11'));
  expect(ranges(edited)).toEqual(['r2 A1:D11', 'r3 A12:B12']);
  expect(describe).toEqual(['r2', 'r3']);
});

test('a new region has an id of its own and is left to the service to describe', () => {
  const { id, sheets: edited, describe } = addRegion(sheets, 'S', rangeOf('C3:D9'), 'data');
  expect([id, describe]).toEqual(['r4', ['r4']]);
  expect(ranges(edited)).toContain('r4 C3:D9');
});

test('a row has one role, and another header is read anew', () => {
  const computed = setRowRole(sheets, table, 9, 'derived');
  expect(computed.describe).toEqual([]);
  expect(computed.sheets[0]?.regions[1]).toMatchObject({ row_roles: { derived: [9] }, header_rows: [3] });
  const headed = setRowRole(sheets, { ...table, row_roles: { group: [4], derived: [] } }, 4, 'header');
  expect(headed.describe).toEqual(['r2']);
  expect(headed.sheets[0]?.regions[1]).toMatchObject({ row_roles: { group: [] }, header_rows: [3, 4] });
});

test('columns that a person changed stay when the others are found anew', () => {
  const { sheets: renamed } = changeColumn(sheets, 'r2', 'B', { name: 'amount' });
  const sent = forService(moveRegion(renamed, 'r2', rangeOf('A3:C9')), { r2: ['B'] }, sheets);
  expect(sent[0]?.regions?.[1]?.columns?.map(({ name }) => name)).toEqual(['amount']);
});

test('what the service is to find is left out, and roles of rows that a person chose are not', () => {
  const moved = moveRegion(sheets, 'r2', rangeOf('A3:C9'));
  expect(forService(moved, {}, sheets)[0]?.regions?.[1]).not.toHaveProperty('layout');
  expect(forService(moved, {}, sheets)[0]?.regions?.[1]).not.toHaveProperty('row_roles');
  const headed = setRowRole(sheets, { ...table, row_roles: { group: [4], derived: [] } }, 4, 'header');
  const before = sheets.map((sheet) => ({
    ...sheet,
    regions: [{ ...table, row_roles: { group: [4], derived: [] } }],
  }));
  expect(forService(headed, {}, before)[0]?.regions?.[1]).toMatchObject({ row_roles: { group: [] } });
});

test('records of several rows are found anew, but for the columns that a person changed', () => {
  const columns = table.columns.map((column) => ({ ...column, line: 2 }));
  const two = [{ ...(sheets[0] as SpecSheet), regions: [{ ...table, columns }] }];
  const [sent] = forService(setRecordRows(two, 'r2', 3), { r2: ['B:2'] }, two);
  expect(sent?.regions?.[0]).toMatchObject({ record_rows: 3, columns: [{ source: 'B', line: 2 }] });
  expect(asCorrection(sheets)[0]?.regions?.[1]).toMatchObject({ record_rows: 1 });
});

test('the label of a row and what is taken of a text are said, and taken back', () => {
  const labelled = setRowLabel(sheets, 'r2', 9, 'B9').sheets;
  expect(asCorrection(labelled)[0]?.regions?.[1]).toMatchObject({ row_labels: { 9: 'B9' } });
  const taken = asCorrection(setRowLabel(labelled, 'r2', 9, '').sheets)[0]?.regions?.[1];
  expect(taken).toMatchObject({ row_labels: {} });
  const { sheets: read } = changeColumn(sheets, 'r2', 'B', { type: 'DOUBLE', extract: 'number' });
  const again = changeColumn(read, 'r2', 'B', { type: 'VARCHAR', extract: undefined });
  const extracts = [read, again.sheets].map(
    (all) => asCorrection(all)[0]?.regions?.[1]?.columns?.[1]?.extract,
  );
  expect(extracts).toEqual(['number', null]);
});

test('a region that is gone is to be removed', () => {
  const { sheets: edited } = moveRegion(sheets, 'r2', rangeOf('A1:D11'));
  expect(removedRegions(sheets, edited)).toEqual(['r1']);
});

test('what somebody else changed is told region by region', () => {
  const { sheets: moved } = moveRegion(sheets, 'r2', rangeOf('A3:B11'));
  const { sheets: edited } = changeColumn(moved, 'r2', 'A', { name: 'shop' });
  expect(changesBetween(sheets, edited).map(({ id, what }) => [id, what])).toEqual([
    ['r2', ['range', 'columns']],
    ['r3', ['range']],
  ]);
});

test('a remark has no other role, and what is left of its table is found anew', () => {
  const { sheets: edited, describe } = setRowRole(sheets, table, 3, 'note');
  expect(describe).toEqual(['r2']);
  expect(edited[0]?.regions[1]).toMatchObject({ header_rows: [], row_roles: { note: [3], skip: [] } });
});

test('a region goes on with the table of another, and says so when it is one of its own again', () => {
  const two = [{ ...(sheets[0] as SpecSheet), regions: [table, region('r4', 'C3:D9')] }];
  const joined = setContinued(two, 'r4', 'r2').sheets;
  expect(continuable(joined[0] as SpecSheet, 'r2')).toEqual([]);
  expect(asCorrection(joined)[0]?.regions?.map(({ continues }) => continues)).toEqual([null, 'r2']);
  const apart = setContinued(joined, 'r4', undefined).sheets;
  expect(asCorrection(apart)[0]?.regions?.map(({ continues }) => continues)).toEqual([null, null]);
});
