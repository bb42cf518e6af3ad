import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exactCases, guessedCases, type LineageCase } from '../../../test-support/lineage-cases.js';
import { LineageOracle } from '../../../test-support/lineage-oracle.js';
import { columnLineage, type InputColumn, type Lineage } from './column-lineage.js';

let oracle: LineageOracle;
beforeAll(async () => {
  oracle = await LineageOracle.create(1);
});
afterAll(() => oracle.close());

const listed = (columns: readonly InputColumn[]) =>
  columns
    .map(({ table, column }) => `${table}.${column}`)
    .sort()
    .join(' ');

function described({ columns, influences }: Lineage): { columns: string; influences: string } {
  const parts = columns.map(({ name, sources, exact }) =>
    `${name}${exact ? '' : '?'}: ${listed(sources)}`.trim(),
  );
  return { columns: parts.join(', '), influences: listed(influences) };
}

for (const [group, cases] of Object.entries(exactCases)) {
  describe(group, () => {
    test.each<LineageCase>(cases)('%s', async (sql, columns, influences) => {
      const lineage = await oracle.lineageOf(sql);
      expect(described(lineage)).toEqual({ columns, influences });
      // Exact also means that DuckDB gives these columns the names found here.
      expect(lineage.exact).toBe(true);
    });
  });
}

test.each([
  ['select a from u', 'u.a'],
  ['select x.b from (select a as b from u) x', 'u.a'],
  ['select round(sum(a), 2)::double as b from u', 'u.a'],
  ['select sum(a) filter (where c > 1) as b from u', 'u.a'],
  ['select a * 100 as b from u', ''],
  ['select x.b from (select a / 2 as b from u) x', ''],
  ['select count(a) as b from u', ''],
  ['select case when c > 1 then a end as b from u', ''],
  ['select a from u union all select c from u', ''],
])('%s has values of the kind of %j', async (sql, kind) => {
  const [{ kindOf } = { kindOf: undefined }] = (await oracle.lineageOf(sql)).columns;
  expect(kindOf ? listed([kindOf]) : '').toBe(kind);
});

describe('uncertain lineage names too many columns and says so', () => {
  test.each<LineageCase>(guessedCases)('%s', async (sql, columns, influences) => {
    const lineage = await oracle.lineageOf(sql);
    expect(described(lineage)).toEqual({ columns, influences });
    expect(lineage.exact).toBe(false);
  });
});

const everything = 'u.a u.c u.d u.id';

describe('an unsupported statement comes from everything', () => {
  const inputs = new Map([['u', ['id', 'a', 'c', 'd']]]);

  test.each([
    ['a column more than was found', ['c', 'd', 'e']],
    ['a column less', ['c']],
    ['a column of another name', ['c', 'e']],
  ])('%s', async (_, names) => {
    const lineage = columnLineage(await oracle.parse('select c, d from u'), inputs, names);
    expect(lineage.columns.map(({ name }) => name)).toEqual(names);
    expect(lineage.columns.map(({ sources }) => listed(sources))).toEqual(names.map(() => everything));
    expect([listed(lineage.influences), lineage.exact]).toEqual([everything, false]);
  });

  test('a table whose columns are not given', async () => {
    const lineage = columnLineage(await oracle.parse('select x from other'), inputs, ['x']);
    expect(described(lineage).columns).toBe(`x?: ${everything}`);
  });

  test('a statement whose analysis would never end', async () => {
    const nested = Array.from({ length: 25 }).reduce<string>(
      (inner) => `select 1 as one having exists (${inner})`,
      'select c as one from u',
    );
    const lineage = columnLineage(await oracle.parse(nested), inputs, ['one']);
    expect(described(lineage).columns).toBe(`one?: ${everything}`);
  });
});

test('tables and columns have the names of the inputs, however the statement spells them', async () => {
  const inputs = new Map([['Sales 2024', ['Größe', 'ID']]]);
  const statement = await oracle.parse('select id, "größe" as x from "sales 2024"');
  expect(described(columnLineage(statement, inputs, ['ID', 'x']))).toEqual({
    columns: 'ID: Sales 2024.ID, x: Sales 2024.Größe',
    influences: '',
  });
});
