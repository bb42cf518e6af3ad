import type { ColumnType } from '@workbook-data-service/sheets/values';
import { expect, test } from 'vitest';
import { compileFilter } from './filter-sql.js';

const columns: { name: string; type: ColumnType }[] = [
  { name: 'qty', type: 'BIGINT' },
  { name: 'the "name"', type: 'VARCHAR' },
  { name: 'doc', type: 'JSON' },
  { name: 'at', type: 'TIMESTAMP' },
];

function compile(filter: unknown): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  return { sql: compileFilter(JSON.stringify(filter), columns, parameters), parameters };
}

test.each<[object, string, unknown[]]>([
  [{ column: 'QTY', op: 'gt', value: 3 }, '"qty" > cast($1 as BIGINT)', [3]],
  [
    { column: 'the "name"', op: 'eq', value: "x' or 1=1" },
    '"the ""name""" = cast($1 as VARCHAR)',
    ["x' or 1=1"],
  ],
  [{ column: 'qty', op: 'in', value: [1, 2] }, '"qty" in (cast($1 as BIGINT), cast($2 as BIGINT))', [1, 2]],
  [{ column: 'qty', op: 'in', value: [] }, 'false', []],
  [
    { column: 'qty', op: 'contains', value: '1' },
    'contains(cast("qty" as varchar), cast($1 as VARCHAR))',
    ['1'],
  ],
  [
    { column: 'qty', op: 'search', value: 'A' },
    'contains(lower(cast("qty" as varchar)), lower(cast($1 as VARCHAR)))',
    ['A'],
  ],
  [
    { column: '*', op: 'search', value: 'A' },
    '(contains(lower(cast("the ""name""" as varchar)), lower(cast($1 as VARCHAR))))',
    ['A'],
  ],
  [{ column: 'qty', op: 'ne', value: '7' }, '"qty" is distinct from cast($1 as BIGINT)', [7]],
  [{ column: 'doc', op: 'eq', value: true }, `"doc"->>'$' = cast($1 as VARCHAR)`, ['true']],
  [
    { column: 'qty', op: 'ends_with', value: 'z' },
    'ends_with(cast("qty" as varchar), cast($1 as VARCHAR))',
    ['z'],
  ],
  [{ column: 'at', apply: 'month', op: 'in', value: [1] }, 'month("at") in (cast($1 as BIGINT))', [1]],
  [{ column: 'qty', op: 'is_null' }, '"qty" is null', []],
  [{ column: 'qty', op: 'is_null', value: false }, '"qty" is not null', []],
  [
    { and: [{ column: 'qty', op: 'lt', value: 1 }, { or: [{ column: 'qty', op: 'is_null' }] }] },
    '("qty" < cast($1 as BIGINT) and ("qty" is null))',
    [1],
  ],
  // Rows whose cell is empty do not meet the condition, so they meet its opposite.
  [{ not: { column: 'qty', op: 'eq', value: 1 } }, 'not coalesce("qty" = cast($1 as BIGINT), false)', [1]],
])('%j', (filter, sql, parameters) => {
  expect(compile(filter)).toEqual({ sql, parameters });
});

test.each<[unknown, string]>([
  [{ column: 'nope', op: 'eq', value: 1 }, '/filter/column'],
  [{ column: 'qty', op: 'like', value: 1 }, '/filter/op'],
  [{ column: 'qty', apply: 'month', op: 'eq', value: 1 }, '/filter/apply'],
  [{ column: 'at', apply: 'lower', op: 'eq', value: 1 }, '/filter/apply'],
  [{ column: 'at', apply: 'month', op: 'eq', value: 'May' }, '/filter/value'],
  [{ column: 'qty', op: 'eq', value: null }, '/filter/value'],
  [{ column: 'qty', op: 'eq', value: 1, extra: 1 }, '/filter/extra'],
  [{ and: [] }, '/filter/and'],
  [{ or: [{ column: 'qty', op: 'in', value: 3 }] }, '/filter/or/0/value'],
  [{ column: 'qty', op: 'eq', value: 'abc' }, '/filter/value'],
  [{ column: 'qty', op: 'in', value: [1, 'abc'] }, '/filter/value/1'],
  [{ column: 'qty', op: 'lt', value: 1.5 }, '/filter/value'],
  [{ column: 'doc', op: 'eq', value: {} }, '/filter/value'],
  [[], '/filter'],
])('%j is refused with the place', (filter, path) => {
  expect(() => compile(filter)).toThrow(
    expect.objectContaining({
      slug: 'invalid-request',
      members: { errors: [expect.objectContaining({ path })] },
    }),
  );
});

test('a search in a table without texts finds nothing, and leaves no parameter behind', () => {
  const parameters: unknown[] = [];
  const filter = JSON.stringify({ column: '*', op: 'search', value: 'a' });
  expect(compileFilter(filter, [{ name: 'qty', type: 'BIGINT' }], parameters)).toBe('false');
  expect(parameters).toEqual([]);
});
