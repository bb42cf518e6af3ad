import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArrowPage } from './arrow-page.js';
import { describeColumns } from './describe-columns.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

async function pageOf(sql: string, bounds: { limit?: number; maxBytes?: number } = {}): Promise<ArrowPage> {
  const result = await connection.run(sql);
  const names = describeColumns(result).map(({ name }) => name);
  const page = new ArrowPage({ names, types: result.columnTypes(), ...bounds });
  for (const chunk of await result.fetchAllChunks()) page.add(chunk);
  return page;
}

async function arrow(sql: string, limit = Infinity) {
  return tableFromIPC((await pageOf(sql, { limit })).finish());
}

describe('a column of', () => {
  test.each<[string, string, unknown]>([
    ['true', 'Bool', true],
    ['7::smallint', 'Int32', 7],
    ['4294967295::uinteger', 'Int64', 4294967295n],
    ['9007199254740993::bigint', 'Int64', 9007199254740993n],
    ['18446744073709551615::ubigint', 'Uint64', 18446744073709551615n],
    ['1.5::double', 'Float64', 1.5],
    ['1.5::float', 'Float32', 1.5],
    ["'é😀'", 'Utf8', 'é😀'],
    ["date '2024-01-31'", 'Date32<DAY>', Date.UTC(2024, 0, 31)],
    ["time '00:00:01'", 'Time64<MICROSECOND>', 1_000_000n],
    ["timestamp '2024-01-31 13:05:00'", 'Timestamp<MICROSECOND>', Date.UTC(2024, 0, 31, 13, 5)],
    ["timestamptz '2024-01-31 13:05:00+01'", 'Timestamp<MICROSECOND, UTC>', Date.UTC(2024, 0, 31, 12, 5)],
    ["timestamp_s '2024-01-31 13:05:00'", 'Timestamp<MICROSECOND>', Date.UTC(2024, 0, 31, 13, 5)],
    ['\'{"a":1}\'::json', 'Utf8', '{"a":1}'],
    ["'x'::enum('x')", 'Utf8', 'x'],
    ['[1, 2]', 'Utf8', '[1,2]'],
    ["{'a': date '2024-01-31'}", 'Utf8', '{"a":"2024-01-31"}'],
    ["interval '1 day'", 'Utf8', 'P1D'],
    ["'infinity'::date", 'Date32<DAY>', null],
    ["'infinity'::timestamp", 'Timestamp<MICROSECOND>', null],
  ])('%s', async (expression, type, value) => {
    const table = await arrow(`select ${expression} as v, null::integer as n`);
    expect(String(table.schema.fields[0]?.type)).toBe(type);
    expect(table.getChildAt(0)?.get(0)).toEqual(value);
    expect(table.getChildAt(1)?.get(0)).toBeNull();
  });

  test.each<[string, bigint]>([
    ['-12.345::decimal(18,3)', -12345n],
    ["'12345678901234567890123456789.01'::decimal(38,2)", 1234567890123456789012345678901n],
    ['sum(i) from range(10) t(i)', 45n],
    ["'-170141183460469231731687303715884105'::hugeint", -170141183460469231731687303715884105n],
  ])('%s, as Decimal128', async (expression, scaled) => {
    const table = await arrow(`select ${expression}`);
    const words = table.getChildAt(0)?.get(0) as Uint32Array;
    const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
    expect(BigInt.asIntN(128, unsigned)).toBe(scaled);
  });
});

test('NULLs and texts keep their rows across chunks', async () => {
  const table = await arrow(
    "select case when i % 3 = 0 then null else i end as n, case when i % 2 = 0 then 'v' || i end as s from range(5000) t(i)",
    4500,
  );
  expect(table.numRows).toBe(4500);
  expect([0, 1, 4097].map((row) => table.getChildAt(0)?.get(row))).toEqual([null, 1n, 4097n]);
  expect([0, 1, 4098].map((row) => table.getChildAt(1)?.get(row))).toEqual(['v0', null, 'v4098']);
  expect(table.getChildAt(0)?.nullCount).toBe(1500);
});

test('no rows still have a schema', async () => {
  const table = await arrow('select 1 as a where false');
  expect(table.numRows).toBe(0);
  expect(table.schema.names).toEqual(['a']);
});

test('a page ends before it exceeds its byte limit', async () => {
  const sql = "select i, repeat('é', (i % 10 * 10)::int) as s from range(5000) t(i)";
  const page = await pageOf(sql, { maxBytes: 300_000 });
  const bytes = page.finish();
  expect([page.cutBy, bytes.length <= 300_000, bytes.length > 290_000]).toEqual(['bytes', true, true]);
  const table = tableFromIPC(bytes);
  expect(table.numRows).toBe(page.rowCount);
  expect(table.getChildAt(1)?.get(page.rowCount - 1)).toBe('é'.repeat(((page.rowCount - 1) % 10) * 10));
  await expect(pageOf("select repeat('x', 2000) as s", { maxBytes: 1000 })).rejects.toMatchObject({
    slug: 'too-large',
  });
});
