import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../sheets/src/spreadsheet/read-delimited.js';
import { analyzeSheet } from './analyze/analyze-sheet.js';
import { checkSpec } from './check-spec.js';
import type { RegionSpec } from './parse-spec.js';

const { sheets, dialect } = readDelimited(
  Buffer.from('city,people\nOslo,7\nBergen,3\nBodø,1\n'),
  'a.csv',
  'csv',
);
const sheet = sheets[0] as Sheet;

/** The faults of a spec whose only region was changed, as `path: message`. */
function faultsOf(change: (region: RegionSpec) => RegionSpec[]): string[] {
  const spec = analyzeSheet(sheet, dialect);
  const regions = change(spec.regions[0] as RegionSpec);
  return checkSpec(sheet, { ...spec, regions }).map(({ path, message }) => `${path}: ${message}`);
}

test('a proposed spec has no faults', () => {
  expect(faultsOf((region) => [region])).toEqual([]);
});

test.each<[string, (region: RegionSpec) => RegionSpec[], string]>([
  [
    'a range that leaves the sheet',
    (region) => [{ ...region, range: { ...region.range, bottom: 9 } }],
    '/regions/0/range: A1:B10 is not inside the sheet, which ends at B4.',
  ],
  [
    'a header row outside its range',
    (region) => [{ ...region, headerRows: [8] }],
    '/regions/0/header_rows: Row 9 is not in A1:B4.',
  ],
  [
    'a row with two roles',
    (region) => [{ ...region, rowRoles: { group: [2], derived: [2] } }],
    '/regions/0/row_roles/derived: Row 3 is already among row_roles/group.',
  ],
  [
    'regions that overlap',
    (region) => [region, { ...region, id: 'r2' }],
    '/regions/1/range: A1:B4 overlaps A1:B4 of region "r1".',
  ],
  [
    'a column outside its range',
    (region) => [
      { ...region, columns: region.columns.map((column) => ({ ...column, source: column.source + 1 })) },
    ],
    '/regions/0/columns/1/source: Column C is not in A1:B4.',
  ],
  [
    'a name that is there twice',
    (region) => [{ ...region, columns: region.columns.map((column) => ({ ...column, name: 'x' })) }],
    '/regions/0/columns/1/name: The name "x" is there twice.',
  ],
  [
    'a form without the cell of a value',
    (region) => [{ ...region, layout: 'form', columns: region.columns.slice(0, 1) }],
    '/regions/0/columns/0/cell: A column of a form needs the cell of its value.',
  ],
  [
    'a form with a cell outside its range',
    (region) => [
      {
        ...region,
        layout: 'form',
        columns: region.columns.slice(0, 1).map((column) => ({ ...column, cell: { row: 4, column: 0 } })),
      },
    ],
    '/regions/0/columns/0/cell: The cell is not in A1:B4.',
  ],
])('%s is a fault', (_, change, fault) => {
  expect(faultsOf(change)).toEqual([fault]);
});
