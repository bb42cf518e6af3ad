import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueColumnNames } from './column-names.js';
import { describeColumns } from './describe-columns.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

describe('unique column names', () => {
  test.each<[string[], string[]]>([
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', 'a', 'A'],
      ['a', 'a_2', 'A_3'],
    ],
    [
      ['a', 'a', 'a_2'],
      ['a', 'a_3', 'a_2'],
    ],
    [
      ['__proto__', '__proto__'],
      ['__proto__', '__proto___2'],
    ],
    [
      ['', ''],
      ['', '_2'],
    ],
  ])('%j', (names, unique) => {
    expect(uniqueColumnNames(names)).toEqual(unique);
  });
});

describe('type names', () => {
  test.each(
    [
      'BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE',
      'VARCHAR BLOB BIT UUID DATE TIME TIMETZ TIMESTAMP TIMESTAMPTZ TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS INTERVAL',
      'JSON DECIMAL(18,3) BIGINT[] JSON[] INTEGER[3] DECIMAL(4,1)[][]',
    ].flatMap((line) => line.split(' ')),
  )('%s', async (type) => {
    const statement = await connection.prepare(`select null::${type} as v`);
    expect(describeColumns(statement)).toEqual([{ name: 'v', type }]);
  });

  test.each([
    ['struct(a bigint, "b c" json)', 'STRUCT(a BIGINT, "b c" JSON)'],
    ['map(varchar, integer[])', 'MAP(VARCHAR, INTEGER[])'],
    ['union(n integer, s varchar)', 'UNION(n INTEGER, s VARCHAR)'],
    ["enum('a')", 'ENUM'],
  ])('%s', async (type, name) => {
    expect(describeColumns(await connection.run(`select null::${type} as v`))).toEqual([
      { name: 'v', type: name },
    ]);
  });

  test('a type that depends on a parameter is unknown before it is bound', async () => {
    expect(describeColumns(await connection.prepare('select $1 as v'))).toMatchObject([{ type: 'UNKNOWN' }]);
  });
});
