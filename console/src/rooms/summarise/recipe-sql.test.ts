import { expect, test } from 'vitest';
import { columnNames } from './column-names.js';
import { type Recipe, recipeOf, recipeSearch } from './recipe.js';
import { acrossSql, preparedColumns, recipeSql } from './recipe-sql.js';

const tables = {
  main: [
    { name: 'date', type: 'DATE' },
    { name: 'region', type: 'VARCHAR' },
    { name: 'Amount', type: 'DOUBLE' },
  ],
  joined: [
    { name: 'Region', type: 'VARCHAR' },
    { name: 'date', type: 'DATE' },
    { name: 'head "X"', type: 'VARCHAR' },
  ],
};
const recipe = (part: Partial<Recipe>) => recipeOf('sales', part);
const join = { table: 'Targets', left: 'region', right: 'Region' };

test('a table is grouped, and its groups are counted and added up', () => {
  const group = [{ column: 'date', part: 'month' as const }, { column: 'region' }];
  const measures = [
    { column: 'Amount', how: 'sum' as const },
    { column: 'region', how: 'distinct' as const },
  ];
  expect(recipeSql(recipe({ group, measures }), tables, columnNames.en)).toBe(`select
  cast(date_trunc('month', date) as date) as "month of date",
  region,
  sum("Amount") as "sum of Amount",
  count(distinct region) as "different region"
from sales
group by all
order by "month of date", region`);
});

test('the columns of another table stand beside those of the table, under names that are free', () => {
  expect(preparedColumns(recipe({ join }), tables).map(({ name }) => name)).toEqual([
    'date',
    'region',
    'Amount',
    'Targets date',
    'head "X"',
  ]);
  expect(recipeSql(recipe({ join }), tables, columnNames.en)).toBe(`select
  main.*,
  other.date as "Targets date",
  other."head ""X"""
from sales as main
left join "Targets" as other on main.region = other."Region"`);
});

test('a calculated column is summed up like any other', () => {
  const calculated = [{ name: 'net', formula: '"Amount" / 1.1' }];
  expect(
    recipeSql(recipe({ calculated, measures: [{ column: 'net', how: 'avg' }] }), tables, columnNames.en),
  ).toBe(`with prepared as (
  select
    *,
    "Amount" / 1.1 as net
  from sales
)
select
  avg(net) as "average of net"
from prepared`);
});

test('values of a column become columns', () => {
  const across = recipe({ across: 'region', group: [{ column: 'date' }] });
  expect(recipeSql(across, tables, columnNames.en, ["d'Or", 'North'])).toBe(`select
  date,
  count(*) filter (where region = 'd''Or') as "d'Or",
  count(*) filter (where region = 'North') as "North"
from sales
group by all
order by date`);
  expect(acrossSql({ ...across, across: 'region' }, tables, 30)).toContain('select distinct region as value');
});

test('what makes no sense in a link is dropped', () => {
  const group = [{ column: 'a', part: 'month' }, { column: 'b', part: 'era' }, { column: 1 }, 'c'];
  expect(recipeSearch({ table: 'sales', recipe: { group, measures: 'all', join: { table: 'x' } } })).toEqual({
    table: 'sales',
    recipe: { group: [{ column: 'a', part: 'month' }] },
  });
  expect(recipeSearch({ table: 1, recipe: [] })).toEqual({ table: undefined, recipe: undefined });
});
