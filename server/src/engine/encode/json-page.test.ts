import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeColumns } from './describe-columns.js';
import { type JsonLayout, JsonPage } from './json-page.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
  await connection.run("set timezone = 'Asia/Tokyo'");
});
afterAll(() => connection.closeSync());

interface Asked {
  layout?: JsonLayout;
  limit?: number;
  maxBytes?: number;
}

async function pageOf(sql: string, { layout = 'json', ...bounds }: Asked = {}): Promise<JsonPage> {
  const result = await connection.run(sql);
  const names = describeColumns(result).map(({ name }) => name);
  const page = new JsonPage(layout, { names, types: result.columnTypes(), ...bounds });
  for (const chunk of await result.fetchAllChunks()) page.add(chunk);
  return page;
}

const textOf = async (sql: string, asked?: Asked) => (await pageOf(sql, asked)).finish();

describe('writes one value', () => {
  test.each<[string, string]>([
    ['null', 'null'],
    ['true', 'true'],
    ['1::tinyint', '1'],
    ['-5::integer', '-5'],
    ['9007199254740991::bigint', '9007199254740991'],
    ['9007199254740993::bigint', '"9007199254740993"'],
    ['1000000000000000000::bigint', '1000000000000000000'],
    ['(-9223372036854775807 - 1)::bigint', '"-9223372036854775808"'],
    ['1152921504606846976::bigint', '"1152921504606846976"'],
    ['1234567890123457000::bigint', '"1234567890123457000"'],
    ['9223372036854775807::bigint', '"9223372036854775807"'],
    ['18446744073709551615::ubigint', '"18446744073709551615"'],
    ['sum(i) from range(10) t(i)', '45'],
    ["'170141183460469231731687303715884105727'::hugeint", '"170141183460469231731687303715884105727"'],
    ["'123456789012345678901234567890123456789012'::bignum", '"123456789012345678901234567890123456789012"'],
    ['1.50::decimal(4,2)', '1.50'],
    ['-0.05::decimal(4,2)', '-0.05'],
    ['0::decimal(18,3)', '0.000'],
    ['1::decimal(38,20)', '1.00000000000000000000'],
    ['123456789012.345::decimal(18,3)', '123456789012.345'],
    ['1234567890123.456::decimal(18,3)', '1234567890123.456'],
    ['90071992547409.93::decimal(18,2)', '"90071992547409.93"'],
    ["'12345678901234567890123456.789'::decimal(38,3)", '"12345678901234567890123456.789"'],
    ['0.1::float', '0.1'],
    ['16777217::float', '16777216'],
    ['0.1::double', '0.1'],
    ['1e300::double', '1e+300'],
    ["'nan'::double", 'null'],
    ["'-inf'::double", 'null'],
    ["'inf'::float", 'null'],
    ["'a\"b\\\n\u2028é😀'", JSON.stringify('a"b\\\n\u2028é😀')],
    ["date '2024-01-31'", '"2024-01-31"'],
    ["date '1969-12-31'", '"1969-12-31"'],
    ["date '2000-02-29'", '"2000-02-29"'],
    ["date '0044-03-15 (BC)'", '"-000043-03-15"'],
    ["date '0001-01-01'", '"0001-01-01"'],
    ["date '12345-06-07'", '"+012345-06-07"'],
    ["'infinity'::date", 'null'],
    ["time '13:05:00'", '"13:05:00"'],
    ["time '13:05:00.25'", '"13:05:00.250000"'],
    ["'13:05:00+02:30'::timetz", '"13:05:00+02:30"'],
    ["'13:05:00+00'::timetz", '"13:05:00Z"'],
    ["timestamp '2024-01-31 13:05:00'", '"2024-01-31T13:05:00"'],
    ["timestamp '2024-01-31 13:05:00.000001'", '"2024-01-31T13:05:00.000001"'],
    ["timestamp '1969-12-31 23:59:59.5'", '"1969-12-31T23:59:59.500000"'],
    ["timestamp '9999-12-31 23:59:59.999999'", '"9999-12-31T23:59:59.999999"'],
    ["timestamp '0001-01-01 00:00:00.000001'", '"0001-01-01T00:00:00.000001"'],
    ["'-infinity'::timestamp", 'null'],
    ["timestamptz '2024-01-31 13:05:00+01'", '"2024-01-31T12:05:00Z"'],
    ["'infinity'::timestamptz", 'null'],
    ["timestamp_s '2024-01-31 13:05:00'", '"2024-01-31T13:05:00"'],
    ["timestamp_ms '2024-01-31 13:05:00.123'", '"2024-01-31T13:05:00.123000"'],
    ["timestamp_ns '2024-01-31 13:05:00.123456789'", '"2024-01-31T13:05:00.123456789"'],
    ["interval '1 year 2 months 3 days 04:05:06.7'", '"P1Y2M3DT4H5M6.700000S"'],
    ["interval '-1 month 2 days -1 second'", '"P-1M2DT-1S"'],
    ["interval '0 days'", '"PT0S"'],
    ["'\\x00\\xFFa'::blob", '"AP9h"'],
    ["'4ac7a9e9-607c-4c8a-84f3-843f0191e3fd'::uuid", '"4ac7a9e9-607c-4c8a-84f3-843f0191e3fd"'],
    ["'b'::enum('a', 'b')", '"b"'],
    ["'10101'::bit", '"10101"'],
    ['union_value(n := 2)::union(s varchar, n integer)', '2'],
    ['[1, null, 3]', '[1,null,3]'],
    ["[[date '2024-01-31'], []]", '[["2024-01-31"],[]]'],
    ['[9007199254740993::bigint]', '["9007199254740993"]'],
    ['[[1, 2], [3, 4]]::integer[2][2]', '[[1,2],[3,4]]'],
    ["{'a': 1, 'b c': {'d': 'x'}}", '{"a":1,"b c":{"d":"x"}}'],
    ['row(1, 2)', '[1,2]'],
    ["[row(1, 'a'), null]", '[[1,"a"],null]'],
    ['struct_pack("__proto__" := 1)', '{"__proto__":1}'],
    ["map {'k': 1, 'l': null}", '{"k":1,"l":null}'],
    ["map {1: 'a'}", '[{"key":1,"value":"a"}]'],
    ['\'{"a": [1, 2]}\'::json', '{"a": [1, 2]}'],
    ['\'{"a":\n1}\'::json', '{"a": 1}'],
    ["to_json('nan'::double)", 'null'],
    ["to_json({'a': 'inf'::double, 'b': 'NaN'})", '{"a":null,"b":"NaN"}'],
    ['[\'{"a":1}\'::json]', '[{"a":1}]'],
  ])('%s', async (expression, json) => {
    expect(await textOf(`select * from (select ${expression}) t(v)`)).toBe(`[{"v":${json}}]`);
    expect(() => JSON.parse(json)).not.toThrow();
  });
});

describe('writes rows', () => {
  test('in order, across chunks', async () => {
    const rows = JSON.parse(await textOf('select i, i::varchar as s from range(5000) t(i)'));
    expect(rows).toHaveLength(5000);
    expect(rows[4999]).toEqual({ i: 4999, s: '4999' });
  });

  test('at most as many as requested', async () => {
    expect(await textOf('from range(5000) t(i)', { limit: 2 })).toBe('[{"i":0},{"i":1}]');
    const page = await pageOf('from range(5000) t(i)', { limit: 3000 });
    expect([page.rowCount, page.cutBy]).toEqual([3000, 'limit']);
    expect(JSON.parse(page.finish())).toHaveLength(3000);
    expect((await pageOf('from range(5000) t(i)', { limit: 5000 })).cutBy).toBeUndefined();
    expect(await textOf('from range(5) t(i)', { limit: 0 })).toBe('[]');
  });

  test.each(['json', 'ndjson', 'cells'] as const)(
    'as %s within so many bytes, all of them used',
    async (layout) => {
      const page = await pageOf("select 'é' as s, i from range(5000) t(i)", { layout, maxBytes: 10_000 });
      const bytes = Buffer.byteLength(page.finish());
      expect(page.cutBy).toBe('bytes');
      expect(bytes).toBeLessThanOrEqual(10_000);
      expect(bytes).toBeGreaterThan(9_900);
      const lines =
        layout === 'ndjson'
          ? page.finish().trimEnd().split('\n')
          : JSON.parse(layout === 'cells' ? `[${page.finish()}]` : page.finish());
      expect(lines).toHaveLength(page.rowCount);
    },
  );

  test('or refuses if a single one is too large', async () => {
    await expect(pageOf("select repeat('x', 2000) as s", { maxBytes: 1000 })).rejects.toMatchObject({
      slug: 'too-large',
    });
  });

  test('as lines', async () => {
    expect(await textOf("select i, E'a\nb' as s from range(2) t(i)", { layout: 'ndjson' })).toBe(
      '{"i":0,"s":"a\\nb"}\n{"i":1,"s":"a\\nb"}\n',
    );
    expect(await textOf('select 1 where false', { layout: 'ndjson' })).toBe('');
  });

  test('as lists of cells', async () => {
    expect(await textOf("select i, 'a' as s from range(2) t(i)", { layout: 'cells' })).toBe(
      '[0,"a"],[1,"a"]',
    );
  });

  test('of no rows', async () => {
    expect(await textOf('select 1 where false')).toBe('[]');
  });

  test('under awkward names', async () => {
    expect(await textOf('select 1 as "__proto__", 2 as a, 3 as "A", 4 as "q""", 5 as a_2')).toBe(
      '[{"__proto__":1,"a":2,"A_3":3,"q\\"":4,"a_2":5}]',
    );
  });
});

describe('writes one value of an entity', () => {
  test.each<[string, string]>([
    ['null::bigint', 'null'],
    ['9007199254740993::bigint', '9007199254740993'],
    ['123456789012345678.90::decimal(38,2)', '123456789012345678.90'],
    ["'nan'::double", '"NaN"'],
    ["'-infinity'::double", '"-INF"'],
    ['\'{"a": [1]}\'::json', '"{\\"a\\": [1]}"'],
    ["timestamp '2026-02-28 23:30:00.25'", '"2026-02-28T23:30:00.250000Z"'],
    ["timestamp '12026-02-28 00:00:00'", '"12026-02-28T00:00:00Z"'],
    ["date '0044-03-15 (BC)'", '"-0043-03-15"'],
    ["'infinity'::timestamp", 'null'],
    ["'infinity'::date", 'null'],
    ['null::timestamp', 'null'],
    ["'08:15:30'::time", '"08:15:30"'],
  ])('%s', async (sql, text) => {
    expect(await textOf(`select ${sql} as v`, { layout: 'odata' })).toBe(`[{"v":${text}}]`);
  });

  test('with long numbers as texts', async () => {
    const sql = 'select 1::bigint as a, 1.50::decimal(4,2) as b, 2::integer as c, 0.5::double as d';
    expect(await textOf(sql, { layout: 'odata-ieee754' })).toBe('[{"a":"1","b":"1.50","c":2,"d":0.5}]');
  });
});
