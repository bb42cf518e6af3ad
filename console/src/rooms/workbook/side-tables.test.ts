import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { expect, test } from 'vitest';
import { foundTables, tableGroups } from './side-tables.js';

const table = (name: string, source_id: string | null, column: string): ArtifactSummary => ({
  id: `art_${name}`,
  name,
  type: 'table',
  layer: source_id === null ? 'derived' : 'base',
  description: null,
  row_count: 1,
  schema: [{ name: column, type: 'VARCHAR' }],
  state: 'active',
  table_name: name,
  updated_at: null,
  workbook_id: 'wb_1',
  edit_version: 1,
  source_id,
  freshness: { stale: false, stale_since: null },
});
const files = [
  { id: 'report', name: 'report', filename: 'Report.xlsx' },
  { id: 'list', name: 'list', filename: 'Customers.csv' },
];
const tables = [
  table('sales', 'report', 'amount'),
  table('targets', 'report', 'goal'),
  table('customers', 'list', 'phone'),
  table('by region', null, 'region'),
];

test('tables of one file stand together, and derived ones below', () => {
  const names = tableGroups(tables, files).map(({ kind, name, tables: of }) => [
    kind,
    name,
    of.map((one) => one.name),
  ]);
  expect(names).toEqual([
    ['single', '', ['customers']],
    ['file', 'Report.xlsx', ['sales', 'targets']],
    ['derived', '', ['by region']],
  ]);
});

test.each([
  ['REPORT', ['sales', 'targets']],
  ['goal', ['targets']],
  ['ｒｅｇｉｏｎ', ['by region']],
  ['customers phone', ['customers']],
])('%s finds tables by their names, columns and files', (words, names) => {
  expect(foundTables(tables, files, words).map(({ name }) => name)).toEqual(names);
});
