import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castExpression, lossyCondition, nextColumnId } from './column-changes.js';

test.each([
  [[], 'c1'],
  [['c1', 'c2'], 'c3'],
  [['c10', 'c9', 'c2'], 'c11'],
  [['c1', 'odd'], 'c2'],
])('after %j comes %s', (used, next) => expect(nextColumnId(used)).toBe(next));

test('a cast gives NULL where a value does not fit, and JSON gives its text', () => {
  expect(castExpression('"c1"', 'VARCHAR', 'DATE')).toBe('try_cast("c1" as DATE)');
  expect(castExpression('"c1"', 'JSON', 'DATE')).toBe(`try_cast("c1"->>'$' as DATE)`);
});

describe('a cast is lossy where the value that is left says less', () => {
  let connection: DuckDBConnection;
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create()).connect();
    await connection.run("set timezone = 'UTC'");
  });
  afterAll(() => connection.closeSync());

  async function isLossy(value: string, from: ColumnType, to: ColumnType): Promise<unknown> {
    const sql = `select ${lossyCondition('v', from, to)} from (select cast($1 as ${from}) as v)`;
    return (await connection.runAndReadAll(sql, [value])).getRows()[0]?.[0];
  }

  test.each<[string, ColumnType, ColumnType]>([
    ['2026-01-31 13:05:00', 'TIMESTAMP', 'DATE'],
    ['2026-01-31 13:05:00', 'TIMESTAMP', 'TIME'],
    ['2026-01-31 13:05:00', 'TIMESTAMPTZ', 'DATE'],
    ['1.239', 'DECIMAL(10,3)', 'DECIMAL(10,2)'],
    ['1.5', 'DECIMAL(10,1)', 'BIGINT'],
    ['0.12345678901234567', 'DECIMAL(38,20)', 'DOUBLE'],
    ['9007199254740993', 'BIGINT', 'DOUBLE'],
    ['9007199254740993', 'DECIMAL(20,0)', 'DOUBLE'],
    ['2147483648', 'BIGINT', 'INTEGER'],
    ['2.5', 'DOUBLE', 'INTEGER'],
    ['1.239', 'DOUBLE', 'DECIMAL(10,2)'],
    ['NaN', 'DOUBLE', 'DECIMAL(10,2)'],
    ['5', 'INTEGER', 'BOOLEAN'],
    ['1.239', 'VARCHAR', 'DECIMAL(10,2)'],
    ['0.001', 'VARCHAR', 'DECIMAL(10,2)'],
    ['2.7', 'VARCHAR', 'INTEGER'],
    ['12345678901234567', 'VARCHAR', 'DOUBLE'],
    ['abc', 'VARCHAR', 'DOUBLE'],
    ['2026-01-31 13:05:00', 'VARCHAR', 'DATE'],
    ['"2.7"', 'JSON', 'INTEGER'],
  ])('%s from %s to %s', async (value, from, to) => {
    expect(await isLossy(value, from, to)).toBe(true);
  });

  test.each<[string, ColumnType, ColumnType]>([
    ['2026-01-31 00:00:00', 'TIMESTAMP', 'DATE'],
    ['2026-01-31 13:05:00', 'TIMESTAMP', 'TIMESTAMPTZ'],
    ['2026-01-31', 'DATE', 'TIMESTAMP'],
    ['1.230', 'DECIMAL(10,3)', 'DECIMAL(10,2)'],
    ['0.1', 'DECIMAL(38,20)', 'DOUBLE'],
    ['0.3', 'DECIMAL(38,30)', 'DOUBLE'],
    ['4611686018427387904', 'BIGINT', 'DOUBLE'],
    ['9007199254740991', 'BIGINT', 'DOUBLE'],
    ['0.1', 'DOUBLE', 'DECIMAL(38,30)'],
    ['-3.0', 'DOUBLE', 'INTEGER'],
    ['true', 'BOOLEAN', 'INTEGER'],
    ['1', 'INTEGER', 'BOOLEAN'],
    [' +2.0 ', 'VARCHAR', 'DECIMAL(10,2)'],
    ['1.5e3', 'VARCHAR', 'INTEGER'],
    ['0.30000000000000004', 'VARCHAR', 'DOUBLE'],
    ['-0', 'VARCHAR', 'DOUBLE'],
    ['2026-01-31', 'VARCHAR', 'DATE'],
    ['13:05:00', 'VARCHAR', 'TIME'],
    ['yes', 'VARCHAR', 'BOOLEAN'],
    ['"5"', 'JSON', 'INTEGER'],
    ['{"a": 1}', 'JSON', 'VARCHAR'],
    ['0.1', 'DOUBLE', 'VARCHAR'],
  ])('and not: %s from %s to %s', async (value, from, to) => {
    expect(await isLossy(value, from, to)).toBe(false);
  });
});
