import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSameInFile } from './file-precision.js';

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

async function isSame(type: ColumnType, value: string, inFile: string): Promise<unknown> {
  const stored = type === 'JSON' ? 'VARCHAR' : type;
  const result = await connection.runAndReadAll(
    `select ${isSameInFile('a', 'b', type)} from (select (${value})::${stored} as a, (${inFile})::${stored} as b)`,
  );
  return result.value(0, 0);
}

test.each<[ColumnType, string, string]>([
  ['DOUBLE', '0.1 + 0.2', '0.3'],
  ['DOUBLE', "'nan'", 'null'],
  ['DOUBLE', "'-inf'", 'null'],
  ['DOUBLE', '1.2345678901234567e300', '1.23456789012346e300'],
  ['DECIMAL(17,2)', '123456789012345.67', '123456789012346.00'],
  ['DECIMAL(38,2)', "'1000000000000001.00'", "'1000000000000000.00'"],
  ['DECIMAL(38,20)', "'-0.12345678901234567891'", "'-0.12345678901234600000'"],
  ['BIGINT', '4111111111111111', '4111111111111110'],
  ['BIGINT', '-1234567890123456789', '-1234567890123460000'],
  ['BIGINT', '-1234567890123456789', '-1234567890123457000'],
  ['DECIMAL(38,0)', "'-12345678901234567890123456789012345678'", "'-12345678901234600000000000000000000000'"],
  ['BIGINT', '9999999999999999', '10000000000000000'],
  ['BIGINT', '9007199254740993', '9007199254740992'],
  ['BIGINT', '1234567890123456880', '1234567890123456800'],
  ['DECIMAL(38,20)', "'0.12345678901234567891'", "'0.12345678901234568000'"],
  ['DECIMAL(38,20)', "'0.12345678901234567891'", "'0.12345678901234570000'"],
  ['TIMESTAMP', "'2026-01-31 12:00:00.129'", "'2026-01-31 12:00:00.12'"],
  ['TIMESTAMP', "'2026-01-31 12:00:00.123456'", "'2026-01-31 12:00:00.123'"],
  ['TIMESTAMPTZ', "'2026-01-31 12:00:00.999999+00'", "'2026-01-31 12:00:01+00'"],
  ['TIMESTAMP', "'infinity'", 'null'],
  ['TIME', "'12:00:00.0004'", "'12:00:00'"],
  ['DATE', "'infinity'", 'null'],
  ['VARCHAR', "''", 'null'],
  ['VARCHAR', 'null', "''"],
  ['VARCHAR', "'a' || chr(13) || chr(10) || 'b' || chr(13)", "'a' || chr(10) || 'b' || chr(10)"],
  ['VARCHAR', "'a' || chr(7) || 'b'", "'ab'"],
  ['VARCHAR', "repeat('x', 40000)", "repeat('x', 32767)"],
  ['VARCHAR', "repeat('😀', 20000)", "repeat('😀', 16383)"],
  ['JSON', `'{"a": [1, 2]}'`, `'{"a":[1,2]}'`],
  ['JSON', `'"' || repeat('x', 40000) || '"'`, `'"' || repeat('x', 32766)`],
])('%s: %s is saved as %s', async (type, value, inFile) => {
  expect(await isSame(type, value, inFile)).toBe(true);
});

test.each<[ColumnType, string, string]>([
  ['DOUBLE', '0.3', '0.30000000000001'],
  ['DOUBLE', '0', '1e-300'],
  ['DOUBLE', '1', 'null'],
  ['DOUBLE', 'null', '1'],
  ['DECIMAL(38,0)', "'12345678901234567890'", "'12345678901234567891'"],
  ['BIGINT', '9007199254740992', '9007199254740993'],
  ['BIGINT', '4111111111111111', '4111111111111120'],
  ['BIGINT', '4111111111111119', '4111111111111110'],
  ['BIGINT', '4111111111111111', '4111111111111112'],
  ['BIGINT', '411111111111111', '411111111111110'],
  ['BIGINT', '4111111111111111', '-4111111111111110'],
  ['BIGINT', '-4111111111111111', 'null'],
  ['BIGINT', '0', '1'],
  ['DECIMAL(17,2)', '123456789012345.67', '123456789012345.68'],
  ['DECIMAL(38,0)', "'99999999999999999999999999999999999999'", "'-99999999999999999999999999999999999999'"],
  ['DECIMAL(38,20)', "'0.00012345678901234567'", "'0.00012345678901234568'"],
  ['DECIMAL(15,2)', '1234567890123.45', '1234567890123.40'],
  ['TIMESTAMP', "'2026-01-31 12:00:00.123'", "'2026-01-31 12:00:00.124'"],
  ['TIMESTAMP', "'2026-01-31 12:00:00.12'", "'2026-01-31 12:00:00.13'"],
  ['TIMESTAMP', "'2026-01-31 12:00:00.123'", "'2026-01-31 12:00:00'"],
  ['DATE', "'2026-01-31'", 'null'],
  ['VARCHAR', "' a'", "'a'"],
  ['VARCHAR', "'a'", 'null'],
  ['VARCHAR', 'null', "'a'"],
  ['VARCHAR', "repeat('x', 40000)", "repeat('x', 32000)"],
  ['BOOLEAN', 'true', 'false'],
  ['JSON', `'{"a":1}'`, `'{"a":2}'`],
  ['JSON', `'{"a":1}'`, `'{"a":'`],
  ['JSON', `'{"a":1}'`, 'null'],
])('%s: %s was edited where a file has %s', async (type, value, inFile) => {
  expect(await isSame(type, value, inFile)).toBe(false);
});
