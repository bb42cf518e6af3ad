import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let table: string;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
  table = `${workbook}/tables/items`;
  // 25 rows: groups of five share a value, every seventh is empty.
  const line = (row: number) =>
    [
      row % 7 === 0 ? '' : Math.floor(row / 5),
      `name ${row}`,
      row % 2 === 0 ? 'true' : 'false',
      `2026-01-${String((row % 28) + 1).padStart(2, '0')}`,
      row % 3 === 0 ? '' : row / 4,
    ].join(',');
  await upload('items.csv', csvOf('grp,name,even,day,amount', 25, line));
});

async function upload(name: string, content: string) {
  const { body } = await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
  return body;
}

const rows = (query: Record<string, string | number>) =>
  api.get(`${table}/rows?${new URLSearchParams(query as Record<string, string>)}`);

async function everyRow(query: Record<string, string | number>): Promise<Record<string, unknown>[]> {
  const seen: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await rows({ ...query, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    expect(body.total).toBe(25);
    seen.push(...body.rows);
    cursor = body.next_cursor;
  }
  return seen;
}

describe('paging', () => {
  test.each(['', 'grp', '-grp', 'even,-grp', '-amount,name', 'day', '__svc_row_id', '-__svc_row_id'])(
    'visits every row once, ordered by "%s"',
    async (order_by) => {
      const whole = (await rows({ order_by, limit: 100 })).body.rows;
      for (const limit of [1, 4, 25]) expect(await everyRow({ order_by, limit })).toEqual(whole);
      expect(new Set(whole.map((row: { __svc_row_id: number }) => row.__svc_row_id)).size).toBe(25);
    },
  );

  test('puts empty cells last, ascending and descending', async () => {
    for (const [order_by, first] of [
      ['grp', 0],
      ['-grp', 4],
    ] as const) {
      const values = (await everyRow({ order_by, limit: 6 })).map((row) => row.grp);
      expect(values[0]).toBe(first);
      expect(values.slice(-4)).toEqual([null, null, null, null]);
    }
  });

  test('continues with a filter, and counts matching rows', async () => {
    const filter = JSON.stringify({ column: 'even', op: 'eq', value: true });
    const first = (await rows({ filter, limit: 10 })).body;
    expect([first.total, first.rows.length]).toEqual([13, 10]);
    const last = (await rows({ filter, limit: 10, cursor: first.next_cursor })).body;
    expect([last.total, last.rows.length, last.next_cursor]).toEqual([13, 3, null]);
  });

  test('begins anywhere by an offset, also in an order and with a filter, and goes on from there', async () => {
    for (const order_by of ['', '-amount,name']) {
      const filter = JSON.stringify({ column: 'even', op: 'eq', value: true });
      const whole = (await rows({ order_by, filter, limit: 100 })).body.rows;
      const page = (await rows({ order_by, filter, limit: 3, offset: 5 })).body;
      expect(page.rows).toEqual(whole.slice(5, 8));
      expect(page.total).toBe(whole.length);
      const next = await rows({ order_by, filter, limit: 3, cursor: page.next_cursor });
      expect(next.body.rows).toEqual(whole.slice(8, 11));
    }
    expect((await rows({ offset: 25 })).body).toMatchObject({ rows: [], total: 25, next_cursor: null });
    const cursor = (await rows({ limit: 1 })).body.next_cursor;
    expect((await rows({ cursor, offset: 1 })).body.detail).toMatch(/offset and cursor/);
  });

  test('finds the same pages by offset and by cursor when rows were deleted', async () => {
    await upload('sparse.csv', csvOf('n', 40, String));
    const sparse = `${workbook}/tables/sparse/rows`;
    const row_ids = [1, 2, 11, 12, 13, 20, 38, 40];
    await api.post(`${sparse}/delete`, { row_ids, expected_version: null });
    const whole = (await api.get(`${sparse}?limit=100`)).body.rows;
    expect(whole).toHaveLength(32);
    for (let offset = 0; offset <= 32; offset += 4) {
      const page = (await api.get(`${sparse}?limit=4&offset=${offset}`)).body;
      expect(page.rows).toEqual(whole.slice(offset, offset + 4));
      if (offset < 28) {
        const next = await api.get(`${sparse}?limit=4&cursor=${page.next_cursor}`);
        expect(next.body.rows).toEqual(whole.slice(offset + 4, offset + 8));
      } else expect(page.next_cursor).toBeNull();
    }
  });

  test('refuses a cursor of another order, of another list, and limits out of range', async () => {
    const { next_cursor } = (await rows({ limit: 5, order_by: 'grp' })).body;
    for (const query of [
      { cursor: next_cursor, order_by: 'name' },
      { cursor: 'rubbish' },
      { limit: 0 },
      { limit: 10_001 },
      { limit: 'many' },
      { order_by: 'nothing' },
      { columns: 'nothing' },
      { format: 'yaml' },
    ]) {
      const { status, body } = await rows(query as Record<string, string>);
      expect([status, body.type]).toEqual([422, '/problems/invalid-request']);
    }
  });
});

describe('a filter', () => {
  const count = async (filter: unknown): Promise<number> => {
    const { status, body } = await rows({ filter: JSON.stringify(filter) });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.total;
  };

  test.each([
    [{ column: 'name', op: 'eq', value: 'name 3' }, 1],
    [{ column: 'NAME', op: 'ne', value: 'name 3' }, 24],
    [{ column: 'grp', op: 'lt', value: 1 }, 4],
    [{ column: 'grp', op: 'le', value: 1 }, 8],
    [{ column: 'grp', op: 'gt', value: 3 }, 4],
    [{ column: 'grp', op: 'ge', value: '3' }, 9],
    [{ column: 'grp', op: 'in', value: [1, 2] }, 8],
    [{ column: 'grp', op: 'in', value: [] }, 0],
    [{ column: 'name', op: 'contains', value: '2' }, 7],
    [{ column: 'name', op: 'contains', value: '%' }, 0],
    [{ column: 'name', op: 'starts_with', value: 'name 1' }, 11],
    [{ column: 'grp', op: 'is_null' }, 4],
    [{ column: 'grp', op: 'is_null', value: false }, 21],
    [{ column: 'day', op: 'gt', value: '2026-01-20' }, 5],
    [{ column: 'amount', op: 'eq', value: 0.25 }, 1],
    [{ column: '__svc_row_id', op: 'le', value: 3 }, 3],
    [
      {
        and: [
          { column: 'grp', op: 'eq', value: 1 },
          { column: 'even', op: 'eq', value: false },
        ],
      },
      2,
    ],
    [
      {
        or: [
          { column: 'grp', op: 'eq', value: 1 },
          { column: 'grp', op: 'is_null' },
        ],
      },
      8,
    ],
    [{ not: { column: 'grp', op: 'eq', value: 1 } }, 21],
    [{ not: { or: [{ column: 'grp', op: 'ge', value: 0 }] } }, 4],
  ])('%j finds %i rows', async (filter, expected) => {
    expect(await count(filter)).toBe(expected);
  });

  test.each([
    'not json',
    '[]',
    '{}',
    '{"and":[]}',
    '{"column":"nope","op":"eq","value":1}',
    '{"column":"grp","op":"like","value":1}',
    '{"column":"grp","op":"eq"}',
    '{"column":"grp","op":"eq","value":null}',
    '{"column":"grp","op":"eq","value":{"a":1}}',
    '{"column":"grp","op":"in","value":1}',
    '{"column":"grp","op":"eq","value":"not a number"}',
    '{"column":"day","op":"gt","value":"someday"}',
    '{"column":"name","op":"contains","value":5}',
    '{"column":"grp","op":"eq","value":1,"sql":"1=1"}',
    '{"not":{"not":{"column":"grp"}}}',
    '{"column":"grp","op":"eq","value":99999999999999999999}',
    `${'{"not":'.repeat(600)}1${'}'.repeat(600)}`,
  ])('that is invalid is refused: %s', async (filter) => {
    const { status, body } = await rows({ filter });
    expect(status).toBe(422);
    expect(body.suggested_fix).toBeTruthy();
  });

  test('binds its values, so that SQL in them is text', async () => {
    expect(await count({ column: 'name', op: 'eq', value: "' or 1=1 --" })).toBe(0);
  });
});

describe('an answer', () => {
  test('has the chosen columns in the chosen order, and the row id last', async () => {
    const { body } = await rows({ columns: 'amount,NAME', limit: 1 });
    expect(Object.keys(body.rows[0])).toEqual(['amount', 'name', '__svc_row_id']);
    expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['amount', 'name']);
  });

  test('has its version as ETag and in the body', async () => {
    const { headers, body } = await rows({ limit: 1 });
    expect([headers.get('etag'), body.edit_version]).toEqual(['"1"', 1]);
    expect(body).toMatchObject({ masked_columns: [], freshness: { stale: false, stale_since: null } });
  });

  test('is the same as of the current version, and 404 as of an unknown one', async () => {
    expect((await rows({ as_of: 1, limit: 3 })).body).toEqual((await rows({ limit: 3 })).body);
    for (const as_of of ['2', '0', '-1', 'yesterday', '99999999999999999999'])
      expect((await rows({ as_of })).status).toBe(404);
  });

  test('in NDJSON has one row per line, with the rest in headers', async () => {
    const json = await rows({ limit: 3 });
    const lines = await rows({ limit: 3, format: 'ndjson' });
    expect(lines.headers.get('content-type')).toContain('application/x-ndjson');
    const parsed = String(lines.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(parsed).toEqual(json.body.rows);
    expect(lines.headers.get('x-svc-total')).toBe('25');
    expect(lines.headers.get('x-svc-next-cursor')).toBe(json.body.next_cursor);
    expect(lines.headers.get('etag')).toBe('"1"');
  });

  test('in Arrow is a stream that apache-arrow can read', async () => {
    const { bytes, headers } = await rows({ limit: 3, format: 'arrow' });
    expect(headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    const arrow = tableFromIPC(bytes);
    expect(arrow.schema.fields.map(({ name }) => name)).toEqual([
      'grp',
      'name',
      'even',
      'day',
      'amount',
      '__svc_row_id',
    ]);
    expect(arrow.numRows).toBe(3);
    expect(arrow.getChild('name')?.toArray()).toEqual(['name 0', 'name 1', 'name 2']);
    expect(arrow.getChild('grp')?.get(0)).toBeNull();
    expect(Number(arrow.getChild('__svc_row_id')?.get(2))).toBe(3);
    expect(arrow.getChild('amount')?.get(1)).toBe(0.25);
  });

  test('of an empty page is an empty list in every format', async () => {
    const filter = JSON.stringify({ column: 'grp', op: 'eq', value: 77 });
    expect((await rows({ filter })).body).toMatchObject({ rows: [], total: 0, next_cursor: null });
    expect((await rows({ filter, format: 'ndjson' })).body).toBe('');
    expect(tableFromIPC((await rows({ filter, format: 'arrow' })).bytes).numRows).toBe(0);
  });

  test('contains numbers beyond a double as text, and NaN and infinities as null', async () => {
    await upload('wide.csv', 'big,small,text\n9007199254740993,5,NaN\n9223372036854775807,6,Infinity\n');
    const { body } = await api.get(`${workbook}/tables/wide/rows`);
    expect(body.rows.map((row: { big: unknown }) => row.big)).toEqual([
      '9007199254740993',
      '9223372036854775807',
    ]);
    const sql = `select 'nan'::double as n, 'infinity'::double as i, 12345678901234567.25::decimal(30,2) as d,
      timestamp '2026-01-05 06:07:08.5' as t, date '2026-01-05' as day, time '06:07:08' as at,
      timestamptz '2026-01-05 06:07:08+00' as z`;
    const { rows: found } = (await api.post(`${workbook}/query`, { sql })).body;
    expect(found).toEqual([
      {
        n: null,
        i: null,
        d: '12345678901234567.25',
        t: '2026-01-05T06:07:08.500000',
        day: '2026-01-05',
        at: '06:07:08',
        z: '2026-01-05T06:07:08Z',
      },
    ]);
  });
});

test('the schema has columns, types, row count and five rows', async () => {
  const { body } = await api.get(`${table}/schema`);
  expect(body).toMatchObject({ name: 'items', row_count: 25, edit_version: 1 });
  expect(body.columns.map(({ type }: { type: string }) => type)).toEqual([
    'BIGINT',
    'VARCHAR',
    'BOOLEAN',
    'DATE',
    'DOUBLE',
  ]);
  expect(body.sample).toHaveLength(5);
});

test('the JSON Schema of a row allows only its columns', async () => {
  const { body } = await api.get(`${table}/schema?format=json-schema`);
  expect(body.additionalProperties).toBe(false);
  expect(Object.keys(body.properties)).toEqual(['grp', 'name', 'even', 'day', 'amount', '__svc_row_id']);
  for (const cell of Object.values<{ type: string[] }>(body.properties)) expect(cell.type).toContain('null');
});

test('a table is found under both prefixes, by name in any case, by id, and percent-encoded', async () => {
  const { artifacts } = await upload('売上 表.csv', 'a\n1\n');
  const paths = [
    `tables/${encodeURIComponent('売上 表')}`,
    `artifacts/${encodeURIComponent('売上 表')}`,
    `tables/${artifacts[0].id}`,
    `artifacts/${artifacts[0].id}`,
  ];
  for (const path of paths) {
    for (const part of ['', '/columns', '/schema', '/rows'])
      expect((await api.get(`${workbook}/${path}${part}`)).status).toBe(200);
  }
  expect((await api.get(`${workbook}/tables/ITEMS`)).body.name).toBe('items');
  const missing = await api.get(`${workbook}/tables/nothing/rows`);
  expect([missing.status, missing.body.type]).toEqual([404, '/problems/not-found']);
});
