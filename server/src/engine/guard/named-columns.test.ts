import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { namedColumns } from './named-columns.js';
import { parseOn } from './parse-sql.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

const namesIn = async (sql: string) => (await namedColumns(parseOn(connection), sql))?.filter(Boolean).sort();

test('columns are named wherever a statement uses them', async () => {
  expect(
    await namesIn('select A, sum("b c") as total from t where t.d > 1 group by a order by total'),
  ).toEqual(['a', 'b c', 'd', 't', 'total']);
  expect(await namesIn('select x.a from t x join u using (k) where exists (select b from v)')).toEqual(
    expect.arrayContaining(['a', 'b', 'k']),
  );
  expect(await namesIn('with c as (select a from t) select list_transform([1], n -> n + z) from c')).toEqual(
    expect.arrayContaining(['a', 'z']),
  );
  expect(await namesIn('select a.upper() from t')).toEqual(['a']);
  expect(await namesIn('select count(*) from t')).toEqual([]);
});

test.each([
  'select * from t',
  'from t',
  "select columns('a.*') from t",
  'select t from t',
  'select row_to_json(x) from t as x',
  'select a from t natural join u',
  'select a from t positional join u',
  'select p from t as x(p, q)',
  'pivot t on a in (1, 2) using sum(b)',
  'select a from t order by all',
  'selekt a',
])('a statement may need columns that it does not name: %s', async (sql) => {
  expect(await namedColumns(parseOn(connection), sql)).toBeNull();
});
