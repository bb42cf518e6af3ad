import { expect, test } from 'vitest';
import { columnIds, derivedColumns } from './derived-columns.js';

test.each([
  ['BIGINT', 'BIGINT'],
  ['DECIMAL(18,3)', 'DECIMAL(18,3)'],
  ['HUGEINT', 'DECIMAL(38,0)'],
  ['UBIGINT', 'DECIMAL(20,0)'],
  ['SMALLINT', 'INTEGER'],
  ['FLOAT', 'DOUBLE'],
  ['TIMESTAMP_NS', 'TIMESTAMP'],
  ['TIMESTAMPTZ', 'TIMESTAMPTZ'],
  ['UUID', 'VARCHAR'],
  ['INTERVAL', 'VARCHAR'],
  ['NULL', 'VARCHAR'],
  ['STRUCT(a BIGINT)', 'JSON'],
  ['VARCHAR[]', 'JSON'],
  ['MAP(VARCHAR, BIGINT)', 'JSON'],
])('%s is stored as %s', (engine, stored) => {
  expect(derivedColumns([{ name: 'a', type: engine }])[0]?.type).toBe(stored);
});

test('row ids of inputs are left out, and the other columns keep their position', () => {
  const columns = ['a', '__svc_row_id', 'b', '__SVC_ROW_ID_2'].map((name) => ({ name, type: 'BIGINT' }));
  expect(derivedColumns(columns).map(({ name, position }) => [name, position])).toEqual([
    ['a', 0],
    ['b', 2],
  ]);
});

test('a column keeps the id of its name, whatever its position; a new one never reuses an id', () => {
  const previous = [
    { id: 'c1', name: 'region' },
    { id: 'c4', name: 'total' },
  ];
  const columns = [{ name: 'Total' }, { name: 'count' }, { name: 'region' }, { name: 'mean' }];
  expect(columnIds(columns, previous, ['c1', 'c2', 'c4', 'c7'])).toEqual(['c4', 'c8', 'c1', 'c9']);
});
