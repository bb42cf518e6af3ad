import type { Static } from '@sinclair/typebox';
import type { SpecRegion, SpecSheet } from '@workbook-data-service/contract/parse-spec';
import { expect, test } from 'vitest';
import { patchRegions } from './patch-regions.js';

const region: Static<typeof SpecRegion> = {
  id: 'r1',
  kind: 'data',
  name: 'sales',
  range: 'A1:C9',
  header_rows: [1],
  header_columns: 1,
  row_roles: { group: [2, 5], derived: [4, 9] },
  row_parents: { 3: 2, 6: 5 },
  columns: [
    { name: 'region', source: 'A', type: 'VARCHAR', role: 'key' },
    { name: 'sold', source: 'B', type: 'BIGINT', role: 'value' },
    { name: 'note', source: 'C', type: 'VARCHAR', role: 'attribute' },
  ],
  layout: 'report',
  confidence: 0.5,
  reasons: [],
};
const sheets: Static<typeof SpecSheet>[] = [
  { name: 'Sheet', hidden: false, used_range: 'A1:D9', regions: [region], unassigned: [] },
];
const patched = (patch: object) => patchRegions(sheets, [{ id: 'r1', ...patch }])[0]?.regions[0];

test('what is not named stays', () => {
  const columns = [{ source: 'b', name: 'Sold', unit: 't' }];
  expect(patched({ columns })?.columns[1]).toMatchObject({ name: 'Sold', type: 'BIGINT', unit: 't' });
  expect(patched({ name: 'other' })).toEqual({ ...region, name: 'other' });
});

test('a smaller range leaves out what lies beyond it, and a larger one can have more columns', () => {
  const smaller = patched({ range: 'A1:B5' });
  expect(smaller?.columns.map(({ name }) => name)).toEqual(['region', 'sold']);
  expect([smaller?.row_roles, smaller?.row_parents]).toEqual([{ group: [2, 5], derived: [4] }, { 3: 2 }]);
  const larger = patched({ range: 'A1:D9', columns: [{ source: 'D', name: 'tax', type: 'DOUBLE' }] });
  expect(larger?.columns[3]).toEqual({ source: 'D', name: 'tax', type: 'DOUBLE', role: 'attribute' });
});

test('a row that becomes a header or a total has no other role', () => {
  expect(patched({ header_rows: [1, 2] })?.row_roles).toEqual({ group: [5], derived: [4, 9] });
  expect(patched({ total_rows: [5, 9] })?.row_roles).toEqual({ group: [2], derived: [5, 9] });
});

test('the fields of a form are known by their cells', () => {
  const fields = [
    { name: 'Customer', source: 'B', cell: 'B1', type: 'VARCHAR', role: 'attribute' },
    { name: 'Date', source: 'B', cell: 'B2', type: 'VARCHAR', role: 'attribute' },
  ] as const;
  const form = [
    { ...sheets[0], regions: [{ ...region, layout: 'form', columns: [...fields] }] },
  ] as typeof sheets;
  const columns = [{ source: 'B', cell: 'B2', type: 'DATE' as const }];
  const [sheet] = patchRegions(form, [{ id: 'r1', columns }]);
  expect(sheet?.regions[0]?.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'DATE']);
});
