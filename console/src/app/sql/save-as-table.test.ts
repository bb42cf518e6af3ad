import { expect, test } from 'vitest';
import { transformOf } from './save-as-table.js';

test('a statement becomes a transform that names its inputs', () => {
  expect(transformOf('select region from sales;\n', {}, ['sales'])).toEqual({
    code: 'with sales as (select * from {{ sales }})\nselect region from sales',
    args: { sales: 'sales' },
  });
});

test('names that are no plain words keep their name in the statement', () => {
  const { code, args } = transformOf('select * from "売上 2026" join costs using (id)', {}, [
    '売上 2026',
    'costs',
  ]);
  expect(code).toMatch(
    '"売上 2026" as (select * from {{ input_1 }}),\n  costs as (select * from {{ costs }})\n',
  );
  expect(args).toEqual({ input_1: '売上 2026', costs: 'costs' });
});

test('inputs join the common table expressions that the statement begins with', () => {
  const { code } = transformOf('-- by region\nWITH RECURSIVE a as (from sales) from a', {}, ['sales']);
  expect(code).toBe(
    '-- by region\nwith RECURSIVE sales as (select * from {{ sales }}),\n  a as (from sales) from a',
  );
});

test('parameters become the values of now', () => {
  const { code } = transformOf('select * from sales where region = $region', { region: 'north' }, ['sales']);
  expect(code).toMatch("region = 'north'");
});
