import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { approximateDistinctStatement, bucketsOf, candidatesStatement } from './profile-sql.js';

test('for too many values to count, likely candidates are counted exactly', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(
    `create table rows as select case when i % 10 = 0 then 'often' when i % 10 = 1 then null
       else 'name ' || i end as v, i as __svc_row_id from range(120000) t(i)`,
  );
  const column = { name: 'v', type: 'VARCHAR' };
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()[0] ?? {};
  const found = await ask(candidatesStatement(column));
  expect(found).toMatchObject({ min: 'name 100002', max: 'often' });
  expect([(found.top as string[])[0], (found.counts as string[])[0]]).toEqual(['often', '12000']);
  const { distinct_0 } = await ask(approximateDistinctStatement([column]));
  expect(Math.abs(Number(distinct_0) / 96_001 - 1)).toBeLessThan(0.2);
  connection.closeSync();
});

test.each<[string, string, string, number]>([
  ['BIGINT', '1', '20', 20],
  ['BIGINT', '1', '21', 11],
  ['INTEGER', '5', '5', 1],
  ['DOUBLE', '0', '1', 20],
  ['DOUBLE', '3', '3', 1],
  ['DATE', '0', '364', 20],
])('%s from %s to %s fall into %i buckets', (type, low, high, count) => {
  const buckets = bucketsOf(type, low, high);
  expect([buckets?.count, buckets?.edges.length]).toEqual([count, count + 1]);
});

test('numbers whose distance overflows have no buckets', () => {
  expect(bucketsOf('DOUBLE', '-1.7e308', '1.7e308')).toBeUndefined();
});
