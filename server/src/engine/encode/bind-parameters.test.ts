import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ExactNumber } from '@workbook-data-service/sheets/exact-numbers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindParameters, type QueryParameters } from './bind-parameters.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

async function run(sql: string, parameters: QueryParameters) {
  const statement = await connection.prepare(sql);
  bindParameters(statement, parameters);
  return (await statement.runAndReadAll()).getRowsJson()[0];
}

describe('binds', () => {
  test.each<[string, QueryParameters, unknown[]]>([
    ['select 1', [], [1]],
    ['select 1', {}, [1]],
    ['select typeof($1), $1', ['a'], ['VARCHAR', 'a']],
    ['select typeof(?)', [5], ['BIGINT']],
    ['select typeof(?)', [1e18], ['BIGINT']],
    ['select typeof(?)', [1e19], ['DOUBLE']],
    ['select typeof(?)', [-0.5], ['DOUBLE']],
    ['select typeof(?)', ['9007199254740993'], ['VARCHAR']],
    ['select typeof($1), $1', [new ExactNumber('9007199254740993')], ['BIGINT', '9007199254740993']],
    ['select typeof($1), $1', [new ExactNumber('1e22')], ['DECIMAL(23,0)', '10000000000000000000000']],
    ['select $1', [new ExactNumber('-0.12345678901234567891')], ['-0.12345678901234567891']],
    ['select typeof(?)', [true], ['BOOLEAN']],
    ['select ? is null', [null], [true]],
    ['select ?, ?', ['a', 'b'], ['a', 'b']],
    ['select $2, $1, $2', ['a', 'b'], ['b', 'a', 'b']],
    ['select $b, $a', { a: 'x', b: 'y' }, ['y', 'x']],
    ['select $Name', { name: 'x' }, ['x']],
    ['select $1', { 1: 'x' }, ['x']],
    ['select count(*) from range($1)', [3], ['3']],
    ["select '' || $__proto__", JSON.parse('{"__proto__": "x"}') as QueryParameters, ['x']],
  ])('%s with %j', async (sql, parameters, row) => {
    expect(await run(sql, parameters)).toEqual(row);
  });
});

describe('refuses', () => {
  test.each<[string, QueryParameters, RegExp]>([
    ['select $1, $2', ['a'], /no value is given for parameter \$2/],
    ['select $a, $b', {}, /parameters \$a, \$b|parameters \$b, \$a/],
    ['select $a', ['x'], /\$a/],
    ['select ?', ['a', 'b'], /no parameter \$2/],
    ['select $a', { a: 1, c: 2 }, /no parameter \$c/],
    ['select ?', [[1]], /parameter \$1 must be/],
    ['select $a', { a: { b: 1 } }, /parameter \$a must be/],
    ['select $a', { a: { text: 'b' } }, /parameter \$a must be/],
    ['select ?', [new ExactNumber('1e400')], /parameter \$1 has more than 38 digits/],
    ['select $2', ['a', 'b'], /without gaps/],
  ])('%s with %j', async (sql, parameters, detail) => {
    await expect(run(sql, parameters)).rejects.toMatchObject({
      slug: 'invalid-request',
      detail: expect.stringMatching(detail),
    });
  });
});
