import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectSelect } from '../guard/inspect-select.js';
import { parseOn } from '../guard/parse-sql.js';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

test.each<[string, string[]]>([
  ['select a, b from t', []],
  ['select a, b from t order by b desc, a', ['1 desc', '0']],
  ['select a, b as total from t order by Total nulls first', ['1 nulls first']],
  ['select a, sum(b) from t group by a order by sum(b) desc limit 3', ['1 desc']],
  ['select t.a as x from t order by a', ['0']],
  ['select a from t order by t.a', ['0']],
  ['select x.id, y.id from t x join t y using (k) order by y.id', ['1']],
  ['select __svc_row_id, a, b from t order by 3', ['1']],
  ['select a, b from t order by all', ['0', '1']],
  ['select * from t order by a desc, t.b', ['a desc', 'b']],
  ['select * from t order by 2', []],
  ['select a from t union all select b from t order by a', ['0']],
  ['with c as (select a from t order by b) select a from c', []],
  ['select a, b from t order by b, c, a', ['1']],
  ['select a from t order by lower(a)', []],
])('%s', async (sql, expected) => {
  const { order } = await inspectSelect(parseOn(connection), sql);
  const written = order.map(
    ({ column, descending, nullsFirst }) =>
      `${column}${descending ? ' desc' : ''}${nullsFirst ? ' nulls first' : ''}`,
  );
  expect(written).toEqual(expected);
});
