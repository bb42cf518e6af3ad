import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { placeOf } from '@workbook-data-service/sheets/addresses';
import type { CellRange, Sheet } from '@workbook-data-service/sheets/grid';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import type { ColumnSpec, RegionCorrection, RegionSpec, SheetCorrection, SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { decideAll } from './decide-all.js';

const merge = (top: number, left: number, bottom: number, right: number): CellRange => ({
  top,
  left,
  bottom,
  right,
});

const months: DrawnCell[][] = [
  ['Sales by shop'],
  [],
  ['Shop', 'Q1', null, null, 'Q2', null, null],
  [null, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Oslo', 'Bergen', 'Bodø', 'Narvik'].map((shop, at) => [shop, 11, 22, 33, 44, 55, 66 + at]),
  ['Source: the ledger'],
];
const report: DrawnCell[][] = [
  ['Code', 'Item', 'Plan', 'Actual', 'Remark'],
  ['10', 'Food', null, null, null],
  ['11', 'Bread', 4, 5, 'late'],
  ['12', 'Milk', 6, 7, null],
  ['', 'Subtotal', 10, 12, null],
  ['20', 'Drinks', null, null, null],
  ['21', 'Tea', 1, 2, null],
  ['22', 'Juice', 2, 3, 'new'],
  ['', 'Subtotal', 3, 5, null],
  ['', 'Total', 13, 17, null],
];
const form: DrawnCell[][] = [
  ['Order'],
  [],
  ['Customer', 'Harbour Ltd', null, 'Date', '2025-04-01'],
  ['Address', 'Pier 3', null, 'Number', '4711'],
  ['Phone', '555 010', null, 'Clerk', 'Ann'],
];

/** The heading is merged beyond the last column. */
const drawn: [string, Sheet][] = [
  ['months', drawSheet(months, [merge(0, 0, 0, 8), merge(2, 1, 2, 3), merge(2, 4, 2, 6)])],
  ['report', drawSheet(report)],
  ['form', drawSheet(form)],
];
const sheets = drawn.map(([name, sheet]) => ({ ...sheet, name }));
const file: SpreadsheetFile = { format: 'xlsx', dialect: null, sheets, definedNames: [] };
let regionsBefore = 0;
const kept: SheetSpec[] = sheets.map((sheet) => {
  const spec = analyzeSheet(sheet, null, { regionsBefore });
  regionsBefore += spec.regions.length;
  return spec;
});

const noCorrection = { sheets: [], remove: [], describe: [], accept: [], answers: {} };

/** Some of what can be said about a region, each or not. */
function regionCorrection(region: RegionSpec): fc.Arbitrary<RegionCorrection> {
  const { range } = region;
  const row = fc.integer({ min: range.top, max: range.bottom });
  const rows = fc.uniqueArray(row, { maxLength: 2 });
  const column = fc.record(
    {
      source: fc.constantFrom(...region.columns.map(({ source }) => source), range.right),
      name: fc.constantFrom('renamed', 'other', 'x y'),
      type: fc.constant('VARCHAR' as const),
      role: fc.constantFrom('key' as const, 'value' as const, 'attribute' as const),
    },
    { requiredKeys: ['source'] },
  );
  return fc.record(
    {
      id: fc.constant(region.id),
      kind: fc.constantFrom('data' as const, 'note' as const),
      name: fc.constantFrom('mine', 'theirs'),
      range: fc.record({
        top: fc.integer({ min: range.top, max: Math.min(range.top + 1, range.bottom) }),
        left: fc.constant(range.left),
        bottom: fc.integer({ min: Math.max(range.bottom - 1, range.top + 1), max: range.bottom + 1 }),
        right: fc.integer({ min: Math.max(range.right - 1, range.left), max: range.right + 1 }),
      }),
      headerRows: someOf([range.top, Math.min(range.top + 1, range.bottom)]),
      rowRoles: fc.record({ group: rows, derived: rows }, { requiredKeys: [] }),
      columns: fc.uniqueArray(column, { maxLength: 3, selector: ({ source }) => source }),
      layout: fc.constantFrom('flat' as const, 'crosstab' as const, 'report' as const),
    },
    { requiredKeys: ['id'] },
  );
}

const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values]);
const allRegions = kept.flatMap(({ regions }) => regions);

const corrections = fc
  .record({
    given: someOf(allRegions).chain((regions) => fc.tuple(...regions.map(regionCorrection))),
    removed: someOf(allRegions.map(({ id }) => id)),
    described: someOf(allRegions.map(({ id }) => id)),
  })
  .map(({ given, removed, described }) => ({
    ...noCorrection,
    sheets: kept.flatMap(({ name, regions }): SheetCorrection[] => {
      const own = given.filter(({ id }) => regions.some((region) => region.id === id));
      return own.length > 0 ? [{ name, regions: own }] : [];
    }),
    remove: removed.filter((id) => !given.some((region) => region.id === id)),
    describe: described.filter((id) => given.some((region) => region.id === id)),
  }));

const saidOf = ({ confidence, reasons, doubts, questions, suggestions, ...said }: RegionSpec) => said;
const contains = ({ top, left, bottom, right }: CellRange, row: number, column: number) =>
  top <= row && row <= bottom && left <= column && column <= right;

function filledPlaces(sheet: Sheet): [row: number, column: number][] {
  const cells = new SheetCells(sheet);
  const range = cells.usedRange();
  if (!range) return [];
  return cells
    .filledRows(range)
    .flatMap((row) => cells.filledInRow(row, range).map((column): [number, number] => [row, column]));
}

test('of a corrected spec, what is given wins, what is left out stays, and no cell is lost unseen', () => {
  let fitting = 0;
  fc.assert(
    fc.property(corrections, (correction) => {
      const { specs, faults } = decideAll(file, kept, correction);
      if (faults.length > 0) return;
      fitting++;
      expect(specs.map(({ name }) => name)).toEqual(kept.map(({ name }) => name));
      const given = new Map(
        correction.sheets.flatMap(({ regions = [] }) => regions.map((one) => [one.id, one])),
      );
      specs.forEach((spec, at) => {
        const after = new Map(spec.regions.map((region) => [region.id, region]));
        for (const region of kept[at]?.regions ?? []) {
          const { columns = [], rowRoles = {}, ...said } = given.get(region.id) ?? { id: region.id };
          const now = after.get(region.id);
          if (given.has(region.id)) {
            if (said.kind === 'note' || region.kind !== 'data') continue;
            const { range, ...fields } = said;
            expect(now).toMatchObject({
              ...fields,
              columns: expect.arrayContaining(columns.map((one) => expect.objectContaining(one))),
            });
            if (range) expect(now?.range).toEqual(range);
            if (!correction.describe.includes(region.id)) expect(now?.rowRoles).toMatchObject(rowRoles);
          } else if (now) expect(saidOf(now)).toEqual(saidOf(region));
          else
            expect(
              correction.remove.includes(region.id) ||
                [...given.values()].some(
                  ({ range }) =>
                    range &&
                    contains(range, region.range.top, region.range.left) &&
                    contains(range, region.range.bottom, region.range.right),
                ),
            ).toBe(true);
        }
        expectNothingLost(sheets[at] as Sheet, spec);
      });
    }),
    { numRuns: 150, seed: 37 },
  );
  expect(fitting).toBeGreaterThan(20);
});

/** Every cell is in a region or listed, and one that counts as placed stands in a table as a value or within a name. */
function expectNothingLost(sheet: Sheet, spec: SheetSpec): void {
  const { tables, coverage } = materializeSheet(sheet, null, spec, sheet.name, () => {});
  const cells = new SheetCells(sheet);
  const places = filledPlaces(sheet);
  const ranges = [...spec.regions, ...spec.unassigned].map(({ range }) => range);
  const origins = new Set(tables.flatMap(({ sources }) => sources.flatMap((column) => [...column])));
  const names = tables
    .flatMap(({ columns }) =>
      columns.map(({ name, originalName, unit }) => [name, originalName, unit].join(' ')),
    )
    .join('\n');
  const values = tables
    .flatMap(({ columns, rowCount }) =>
      columns.flatMap((column) =>
        column.type === 'VARCHAR' ? Array.from({ length: rowCount }, (_, row) => column.textAt(row)) : [],
      ),
    )
    .join('\n');
  const unplaced = new Set(coverage.unplaced.cells.map(({ row, column }) => placeOf(row, column)));
  expect([coverage.cells, coverage.placed]).toEqual([places.length, places.length - unplaced.size]);
  for (const [row, column] of places) {
    const text = cells.text(row, column);
    expect(
      ranges.some((range) => contains(range, row, column)),
      `${text} is in no region`,
    ).toBe(true);
    const isHeld = origins.has(placeOf(row, column)) || names.includes(text) || values.includes(text);
    if (!unplaced.has(placeOf(row, column))) expect(isHeld, `${text} stands nowhere`).toBe(true);
  }
}

test('quarters over months stand among the notes', () => {
  const [sheet, spec] = [sheets[0] as Sheet, kept[0] as SheetSpec];
  const { tables, coverage } = materializeSheet(sheet, null, spec, 'months');
  const notes = tables.find(({ role }) => role === 'notes');
  const text = notes?.columns[1];
  const texts = Array.from(
    { length: notes?.rowCount ?? 0 },
    (_, row) => text?.type === 'VARCHAR' && text.textAt(row),
  );
  expect(texts).toEqual(['Sales by shop', 'Q1', 'Q2', 'Source: the ledger']);
  expect(coverage.unplaced.total).toBe(0);
});

test('a merged cell may reach beyond the last cell that is filled', () => {
  const [title] = kept[0]?.regions ?? [];
  const sheetsGiven = [{ name: 'months', regions: [{ id: title?.id ?? '', range: merge(0, 0, 0, 8) }] }];
  expect(decideAll(file, kept, { ...noCorrection, sheets: sheetsGiven }).faults).toEqual([]);
});

test('layout, totals and columns that are given stay when the rest is found anew', () => {
  const region = kept[1]?.regions.find(({ kind }) => kind === 'data') as RegionSpec;
  const given: RegionCorrection = {
    id: region.id,
    layout: 'flat',
    rowRoles: { derived: [9] },
    columns: [{ source: 4, name: 'Why', type: 'VARCHAR', role: 'attribute' }],
  };
  const { specs, faults } = decideAll(file, kept, {
    ...noCorrection,
    sheets: [{ name: 'report', regions: [given] }],
    describe: [region.id],
  });
  expect(faults).toEqual([]);
  const found = specs[1]?.regions.find(({ id }) => id === region.id);
  expect(found).toMatchObject({ layout: 'flat', rowRoles: { derived: [9] } });
  expect(found?.columns.at(-1)).toEqual(given.columns?.[0]);
});

test('a sheet that an older correction left out is back, with its cells in no region', () => {
  const { specs } = decideAll(file, kept.slice(0, 1), noCorrection);
  expect(specs.map(({ name, regions }) => [name, regions.length > 0])).toEqual([
    ['months', true],
    ['report', false],
    ['form', false],
  ]);
  expect(specs[1]?.unassigned.length).toBeGreaterThan(0);
});

test('one cell is in one field of a form alone', () => {
  const region = kept[2]?.regions.find(({ layout }) => layout === 'form') as RegionSpec;
  const [customer] = region.columns as [ColumnSpec];
  const again = { ...customer, name: 'again' };
  const { faults } = decideAll(file, kept, {
    ...noCorrection,
    sheets: [{ name: 'form', regions: [{ id: region.id, columns: [customer, again] }] }],
  });
  expect(faults).toEqual([
    {
      path: '/sheets/0/regions/0/columns/1/cell',
      message: 'A cell of this field is already in the field "Customer".',
      code: 'spec-cell-taken',
      params: { field: 'Customer' },
    },
  ]);
});
