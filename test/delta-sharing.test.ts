import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { CalledService } from './support/service.js';

/** The protocol as its clients speak it, and the files as another engine reads them. */
let service: CalledService;
let owner: Api;
let api: Api;
let workbook: string;
let folder: string;
/** The addresses of a schema and of its table. */
let schema: string;
let sales: string;

const columns = [
  { name: 'City', type: 'VARCHAR' },
  { name: 'qty', type: 'BIGINT' },
  { name: 'Unit price (€)', type: 'DECIMAL(20,4)' },
  { name: 'ok', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'moment', type: 'TIMESTAMPTZ' },
  { name: 'hour', type: 'TIME' },
  { name: 'doc', type: 'JSON' },
];
const row = {
  City: "Land's End",
  qty: '9007199254740993',
  'Unit price (€)': '1234567890123456.7891',
  ok: true,
  day: '2026-02-28',
  at: '2026-02-28T23:30:00.25',
  moment: '2026-02-28T23:30:00+09:00',
  hour: '08:15:30',
  doc: { a: [1] },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sharing-'));
  service = await CalledService.shared();
  owner = await service.signIn();
  api = await owner.mintWriter();
  workbook = await api.workbook('Sales 2026');
  const id = workbook.split('/').at(-1);
  await make('Sales (all)', columns, [row, { City: 'York', qty: 5 }]);
  await make(
    'pay',
    [
      { name: 'name', type: 'VARCHAR' },
      { name: 'salary', type: 'BIGINT' },
    ],
    [{ name: 'Ann', salary: 70001 }],
  );
  const description = { description: 'Where it was sold' };
  const described = await api.put(`${workbook}/tables/Sales%20(all)/columns/City/description`, description);
  expect(described.status).toBe(200);
  const { workspace_id } = (await api.get(workbook)).body;
  schema = `/sharing/shares/${workspace_id}/schemas/${id}`;
  sales = `${schema}/tables/Sales_all`;
});
afterAll(() => rm(folder, { recursive: true }));

async function make(name: string, its: object[], rows: object[]): Promise<void> {
  expect((await api.post(`${workbook}/tables`, { name, columns: its })).status).toBe(201);
  expect((await write(name, rows)).status).toBe(200);
}

const write = (name: string, rows: object[]) =>
  api.post(`${workbook}/tables/${encodeURIComponent(name)}/rows/upsert`, { rows, expected_version: null });

const linesOf = ({ body }: Answer<string>) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const query = (body: object = {}, headers = {}, by = api, table = sales) =>
  by.post<string>(`${table}/query`, body, headers);

async function filesOf(answer: Answer<string>): Promise<{ url: string; id: string; stats: string }[]> {
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return linesOf(answer)
    .slice(2)
    .map(({ file }) => file);
}

async function fileOf(answer: Answer<string>) {
  const [file, ...others] = await filesOf(answer);
  expect(others).toEqual([]);
  if (!file) throw new Error('the table has no file');
  return file;
}

const opened = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

/** The rows of a file, as DuckDB reads it. */
async function rowsIn(url: string, sql = 'from file'): Promise<unknown[]> {
  const path = join(folder, 'file.parquet');
  await writeFile(path, Buffer.from(await (await opened(url)).arrayBuffer()));
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run("set TimeZone = 'UTC'");
  await connection.run(`create view file as select columns(*)::varchar from read_parquet('${path}')`);
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

describe('lists', () => {
  test('shares are workspaces, schemas workbooks and tables tables, under names that every engine takes', async () => {
    const shares = await api.get('/sharing/shares');
    expect(shares.status).toBe(200);
    const share = shares.body.items[0].name;
    const schemas = await api.get(`/sharing/shares/${share.toUpperCase()}/schemas`);
    expect(schemas.body.items).toEqual([
      { name: 'Sales_2026', share, id: expect.anything(), displayName: 'Sales 2026', comment: 'Sales 2026' },
    ]);
    const tables = await api.get(`/sharing/shares/${share}/schemas/sales_2026/tables`);
    expect(tables.body.items.map(({ name }: { name: string }) => name)).toEqual(['Sales_all', 'pay']);
    expect((await api.get(`/sharing/shares/${share}`)).body.share.name).toBe(share);
  });

  test('pages lead on until there is nothing more', async () => {
    const all = `${schema.split('/schemas')[0]}/all-tables`;
    const first = await api.get(`${all}?maxResults=1`);
    const second = await api.get(`${all}?maxResults=1&pageToken=${first.body.nextPageToken}`);
    expect([first, second].map(({ body }) => body.items[0].name)).toEqual(['Sales_all', 'pay']);
    expect(second.body.nextPageToken).toBeUndefined();
    expect((await api.get(`${all}?maxResults=-1`)).status).toBe(400);
    expect((await api.get(`${all}?pageToken=foreign`)).status).toBe(400);
  });

  test('workbooks with one title are told apart', async () => {
    await api.workbook('Twin');
    await api.workbook('twin');
    const { body } = await api.get(schema.replace(/\/schemas.*/, '/schemas'));
    const names = body.items.map(({ name }: { name: string }) => name);
    expect(names.slice(1)).toEqual([
      expect.stringMatching(/^Twin_[0-9a-f]{8}$/),
      expect.stringMatching(/^twin_/),
    ]);
  });
});

describe('a table', () => {
  test('has a schema of Delta Lake, with true names and descriptions as comments', async () => {
    const answer = await api.get<string>(`${sales}/metadata`);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const { edit_version } = (await api.get(`${workbook}/tables/Sales%20(all)`)).body;
    expect(answer.headers.get('delta-table-version')).toBe(String(edit_version));
    const [{ protocol }, { metaData }] = linesOf(answer);
    expect(protocol).toEqual({ minReaderVersion: 1 });
    expect(metaData).toMatchObject({ format: { provider: 'parquet' }, partitionColumns: [] });
    const fields = JSON.parse(metaData.schemaString).fields;
    expect(fields.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
      'City string',
      'qty long',
      'Unit_price decimal(20,4)',
      'ok boolean',
      'day date',
      'at timestamp',
      'moment timestamp',
      'hour string',
      'doc string',
    ]);
    expect(fields[0].metadata).toEqual({ comment: 'Where it was sold' });
    expect(fields[2].metadata).toEqual({ comment: 'Unit price (€)' });
  });

  test('is files that other engines read, with exact values and statistics', async () => {
    const file = await fileOf(await query());
    expect(await rowsIn(file.url)).toEqual([
      {
        ...{ City: "Land's End", qty: '9007199254740993', Unit_price: '1234567890123456.7891', ok: 'true' },
        ...{ day: '2026-02-28', at: '2026-02-28 23:30:00.25+00', moment: '2026-02-28 14:30:00+00' },
        ...{ hour: '08:15:30', doc: '{"a":[1]}' },
      },
      expect.objectContaining({ City: 'York', qty: '5', Unit_price: null }),
    ]);
    expect(file.stats).toContain('"numRecords":2,"minValues":{"City":"Land\'s End","qty":5,');
    expect(file.stats).toContain('"qty":9007199254740993,"Unit_price":1234567890123456.7891,');
  });

  test('comes in the format of Delta Lake to clients that ask for it', async () => {
    const capabilities = { 'delta-sharing-capabilities': 'responseformat=delta;includeendstreamaction=true' };
    const answer = await query({}, { ...capabilities, fileidhash: 'Delta' });
    expect(answer.headers.get('delta-sharing-capabilities')).toBe(
      'responseformat=delta;includeendstreamaction=true',
    );
    expect(answer.headers.get('fileidhash')).toBe('delta');
    const [{ protocol }, { metaData }, { file }, { endStreamAction }] = linesOf(answer);
    expect(protocol.deltaProtocol).toEqual({ minReaderVersion: 1, minWriterVersion: 2 });
    expect(metaData.deltaMetadata.schemaString).toContain('Unit_price');
    expect(file.deltaSingleAction.add).toMatchObject({
      size: file.size,
      partitionValues: {},
      dataChange: true,
    });
    expect(await rowsIn(file.deltaSingleAction.add.path, 'select count(*)::int as n from file')).toEqual([
      { n: 2 },
    ]);
    expect(endStreamAction.minUrlExpirationTimestamp).toBe(file.expirationTimestamp);
  });

  test('files are made once, also for several who ask at once', async () => {
    await make('wide', [{ name: 'n', type: 'BIGINT' }], [{ n: 1 }]);
    const wide = `${schema}/tables/wide`;
    const answers = await Promise.all([1, 2, 3].map(() => query({}, {}, api, wide)));
    const paths = await Promise.all(
      answers.map(async (answer) => new URL((await fileOf(answer)).url).pathname),
    );
    expect(new Set(paths).size).toBe(1);
  });

  test('is read as it was at a version or a time', async () => {
    await make('log', [{ name: 'n', type: 'BIGINT' }], [{ n: 1 }]);
    const log = `${schema}/tables/log`;
    const early = new Date().toISOString();
    await write('log', [{ n: 2 }]);
    const numbers = async (asked: object) => {
      const answer = await query(asked, {}, api, log);
      const files = await filesOf(answer);
      const rows = await Promise.all(
        files.map(({ url }) => rowsIn(url, 'select n::int as n from file order by n')),
      );
      return [
        answer.headers.get('delta-table-version'),
        ...rows.flat().map((found) => (found as { n: number }).n),
      ];
    };
    expect(await numbers({ version: 1 })).toEqual(['1']);
    expect(await numbers({ timestamp: early })).toEqual(['2', 1]);
    expect(await numbers({})).toEqual(['3', 1, 2]);
    const version = async (path: string) => (await api.get(log + path)).headers.get('delta-table-version');
    expect(await version('/version')).toBe('3');
    expect(await version(`/version?startingTimestamp=${early}`)).toBe('3');
    expect(await version('/version?startingTimestamp=2000-01-01T00:00:00Z')).toBe('1');
    expect((await query({ version: 9 }, {}, api, log)).status).toBe(404);
    expect((await query({ timestamp: '2000-01-01T00:00:00Z' }, {}, api, log)).status).toBe(404);
    expect((await query({ version: 1, timestamp: early }, {}, api, log)).status).toBe(400);
  });

  test('files that a query needs no rows of are left out', async () => {
    expect(await filesOf(await query({ limitHint: 0 }))).toEqual([]);
    expect(await filesOf(await query({ limitHint: 1 }))).toHaveLength(1);
    expect(await filesOf(await query({ predicateHints: ['qty < 5'] }))).toEqual([]);
    const jsonPredicateHints = JSON.stringify({
      op: 'equal',
      children: [
        { op: 'column', name: 'city', valueType: 'string' },
        { op: 'literal', value: 'Zürich', valueType: 'string' },
      ],
    });
    expect(await filesOf(await query({ jsonPredicateHints }))).toEqual([]);
    expect(await filesOf(await query({ predicateHints: ['nothing we know'], limitHint: 0 }))).toHaveLength(1);
  });

  test('what is not shared is refused in the form of the protocol', async () => {
    const refused = [
      query({ startingVersion: 1 }),
      api.get(`${sales}/changes?startingVersion=1`),
      api.post(`${sales}/temporary-table-credentials`),
      query({}, { 'delta-sharing-capabilities': 'responseformat=orc' }),
      query({}, { fileidhash: 'other' }),
      query([]),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect(status).toBe(400);
      const error = typeof body === 'string' ? JSON.parse(body) : body;
      expect(error).toEqual({ errorCode: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
    }
    expect((await api.get(`${schema}/tables/nothing/metadata`)).body.errorCode).toBe('NOT_FOUND');
    expect((await service.anonymous.get('/sharing/shares')).status).toBe(401);
  });
});

describe('addresses of files', () => {
  test('open without a token, whole or in ranges, and say how much there is', async () => {
    const file = await fileOf(await query());
    const whole = await opened(file.url);
    const size = Number(whole.headers.get('content-length'));
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const end = await opened(file.url, { range: 'bytes=-4' });
    expect([end.status, end.headers.get('content-range'), await end.text()]).toEqual([
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      'PAR1',
    ]);
    expect((await opened(file.url, { range: `bytes=${size}-` })).status).toBe(416);
    const head = await fetch(file.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    const forged = file.url.replace('0.parquet', '1.parquet');
    expect((await opened(forged)).status).toBe(403);
  });

  test('end with the token, and lead to nothing for those who see less by now', async () => {
    const steward = await owner.mint(['governance:configure', 'workbooks:write']);
    const reader = await owner.mint(['workbooks:read']);
    const pay = `${schema}/tables/pay`;
    const before = await fileOf(await query({}, {}, reader, pay));
    expect(await rowsIn(before.url)).toEqual([{ name: 'Ann', salary: '70001' }]);

    await steward.post(`${workbook}/tables/pay/columns/salary/tags`, { tag: 'pii' });
    await steward.put(`${workbook}/policies/pii`, { effect: 'mask', role: '*' });
    expect((await opened(before.url)).status).toBe(410);
    const masked = await fileOf(await query({}, {}, reader, pay));
    expect(await rowsIn(masked.url)).toEqual([{ name: 'Ann', salary: null }]);
    expect(masked.stats).not.toContain('70001');
    expect(masked.stats).toContain('"nullCount":{"name":0,"salary":1}');

    await steward.put(`${workbook}/policies/pii`, { effect: 'deny', role: '*' });
    const denied = await fileOf(await query({}, {}, reader, pay));
    expect(await rowsIn(denied.url)).toEqual([{ name: 'Ann' }]);
    const { tokens } = (await owner.get('/api/v1/me/tokens')).body;
    for (const { id, scopes } of tokens)
      if (scopes.join() === 'workbooks:read') await owner.delete(`/api/v1/me/tokens/${id}`);
    expect((await opened(denied.url)).status).toBe(410);
  });
});

test('the profile file has the token that asked for it', async () => {
  const { body, headers } = await api.get('/sharing/profile');
  expect(headers.get('content-disposition')).toContain('.share');
  expect(body).toEqual({
    shareCredentialsVersion: 1,
    endpoint: `${api.url}/sharing/`,
    bearerToken: api.token,
    expirationTime: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await owner.get('/sharing/profile')).status).toBe(403);
});

test('a token for one workbook is shared that workbook alone', async () => {
  const other = await api.workbook('Other');
  const pinned = await owner.mint(['workbooks:read'], { resource: `workbook:${other.split('/').at(-1)}` });
  const { body } = await pinned.get(schema.replace(/\/schemas.*/, '/schemas'));
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Other']);
  expect((await pinned.get(`${sales}/metadata`)).status).toBe(404);
});
