import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let table: string;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  const workbook = await session.workbook();
  const content = csvOf('a,b', 500, (row) => `${row},text of row ${row}`);
  await session.upload(`${workbook}/sources`, { name: 't.csv', content }, { structuring: 'skip' });
  table = `${workbook}/tables/t`;
});

test('JSON answers and problems end with a line break', async () => {
  const replayed = { 'idempotency-key': 'k' };
  const answers = [
    await session.get('/healthz'),
    await session.get('/api/v1/me'),
    await session.get(`${table}/rows?limit=1`),
    await session.get('/nowhere'),
    await session.post('/api/v1/workbooks', { title: 'x' }, replayed),
    await session.post('/api/v1/workbooks', { title: 'x' }, replayed),
  ];
  for (const { bytes } of answers) expect(new TextDecoder().decode(bytes)).toMatch(/\}\n$/);
});

test('a long answer is compressed for clients that accept it, and unchanged when decompressed', async () => {
  const sent = request(`${service.url}${table}/rows?limit=500`, {
    headers: { authorization: `Bearer ${session.token}`, 'accept-encoding': 'gzip' },
  });
  sent.end();
  const packed = await new Promise<Buffer>((resolve) => {
    sent.once('response', async (answer) => {
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      resolve(await buffer(answer));
    });
  });
  const { body, bytes } = await session.get(`${table}/rows?limit=500`, { 'accept-encoding': 'identity' });
  expect(JSON.parse(gunzipSync(packed).toString())).toEqual(body);
  expect(packed.length).toBeLessThan(bytes.length / 4);
});

test('rows that the client already has are not sent again', async () => {
  const read = (headers = {}, query = 'limit=1') =>
    fetch(`${service.url}${table}/rows?${query}`, {
      headers: { authorization: `Bearer ${session.token}`, ...headers },
    });
  const etag = (await read()).headers.get('etag') ?? '';
  const again = await read({ 'if-none-match': `"0", ${etag}` });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  expect((await read({ 'if-none-match': etag }, 'order_by=["nowhere"]')).status).toBe(422);
  // A description is part of the answer, but setting it makes no new version.
  await session.put(`${table}/columns/a/description`, { description: 'a number' });
  const described = await read({ 'if-none-match': etag });
  expect(described.status).toBe(200);
  expect(described.headers.get('etag')).toMatch(/^W\//);
});

test('If-Match and expected_version must agree', async () => {
  const version = (await session.get(`${table}/rows?limit=1`)).body.edit_version;
  const upsert = (expected: number | null | undefined, ifMatch: string) =>
    session.post(
      `${table}/rows/upsert`,
      { rows: [{ a: 1 }], ...(expected !== undefined && { expected_version: expected }) },
      { 'if-match': ifMatch },
    );
  for (const [expected, ifMatch] of [
    [version, `"${version + 1}"`],
    [null, `"${version}"`],
    [version, 'nonsense'],
  ] as const) {
    const { status, body } = await upsert(expected, ifMatch);
    expect([status, body.errors]).toMatchObject([
      422,
      [{ path: '/expected_version', message: 'disagrees with If-Match' }],
    ]);
  }
  expect((await upsert(version, `"${version}"`)).status).toBe(200);
  expect((await upsert(undefined, `W/"${version + 1}"`)).status).toBe(200);
  expect((await upsert(null, '*')).status).toBe(200);
});
