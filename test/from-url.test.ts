import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { book } from './support/files.js';
import { CalledService, TestService } from './support/service.js';

const csv = 'region,qty\nNorth,3\nSouth,4\n';
const xlsx = book('xlsx', { S: [['a'], [1]] });

/** The answers of the remote server by path. */
const pages: Record<string, (response: ServerResponse) => unknown> = {
  '/sales.csv': (response) => response.end(csv),
  '/export': (response) =>
    response
      .writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''%E5%A3%B2%E4%B8%8A.xlsx" })
      .end(xlsx),
  '/moved.csv': (response) => response.writeHead(302, { location: '/sales.csv' }).end(),
  '/missing.csv': (response) => response.writeHead(404).end('no'),
  '/packed.csv': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(csv)),
  '/cut.csv': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write(csv, () => response.destroy());
  },
  '/endless.csv': (response) => {
    const line = `${'x'.repeat(1000)}\n`;
    const flood = (): void => {
      while (!response.destroyed && response.write(line));
      response.once('drain', flood);
    };
    flood();
  },
};

let web: Server;
let address: string;
let service: TestService;
let api: Api;
const asked: string[] = [];
beforeAll(async () => {
  web = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    if (page) page(response);
    else response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  service = await TestService.start({
    env: { SVC_ALLOW_PRIVATE_NETWORK: 'true', SVC_URL_INGEST_MAX_MB: '1' },
  });
  api = await service.writer();
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await service.dispose();
});

const fromUrl = (workbook: string, body: object, headers = {}) =>
  api.post(`${workbook}/sources/from-url`, { structuring: 'skip', ...body }, headers);

test('a file is fetched and ingested as if it had been uploaded', async () => {
  const workbook = await api.workbook();
  const { status, body } = await fromUrl(workbook, { url: `${address}/sales.csv?token=secret#top` });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    structuring: 'skipped',
    source: { name: 'sales.csv', size: csv.length, status: 'materialized' },
    artifacts: [{ name: 'sales', row_count: 2 }],
  });
  const download = await api.get(`${workbook}/sources/sales.csv/download`);
  expect(Buffer.from(download.bytes).toString()).toBe(csv);
  const { ops } = (await api.get(`${workbook}/ops`)).body;
  expect(body.source.provenance).toMatchObject({ kind: 'url', url: `${address}/sales.csv` });
  expect(ops[0].code.fetched_from).toBe(`${address}/sales.csv`);
  expect((await fromUrl(workbook, { url: `${address}/sales.csv` })).status).toBe(200);
  await api.upload(`${workbook}/sources/sales.csv/revise`, { name: 'sales.csv', content: 'region\nEast\n' });
  const agent = await Agent.connect(api);
  const workbook_id = workbook.split('/').at(-1);
  const again = await agent.call('upload', { workbook_id, url: `${address}/sales.csv` });
  expect(again.body.suggested_fix).toContain('call `revise_source` with source "sales.csv"');
  const read = await fromUrl(await api.workbook(), { url: `${address}/sales.csv`, structuring: 'auto' });
  expect(read.body.reading).toMatchObject({ confidence: expect.any(Number), faults: [] });
});

test('the name is the given one, or else the one that the server reports', async () => {
  const workbook = await api.workbook();
  const said = await fromUrl(workbook, { url: `${address}/export?id=7` });
  expect(said.body.source.filename).toBe('売上.xlsx');
  const given = await fromUrl(await api.workbook(), { url: `${address}/export`, filename: 'mine.xlsx' });
  expect(given.body.source.filename).toBe('mine.xlsx');
});

test('a fetched file may be staged, or read by a job', async () => {
  const workbook = await api.workbook();
  const staged = await fromUrl(workbook, { url: `${address}/sales.csv`, mode: 'staged' });
  expect(staged.body).toMatchObject({ source: { status: 'registered' }, artifacts: [] });
  const accepted = await fromUrl(workbook, { url: `${address}/export`, async: true });
  expect(accepted.status).toBe(202);
  const job = await eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${accepted.body.job_id}`);
    return body.status === 'succeeded' ? body : undefined;
  });
  expect(job.result.artifacts).toMatchObject([{ name: '売上' }]);
  const both = await fromUrl(workbook, { url: `${address}/sales.csv`, mode: 'staged', async: true });
  expect(both.status).toBe(422);
});

test('a repeated key returns the same answer and fetches nothing', async () => {
  const workbook = await api.workbook();
  const url = `${address}/sales.csv?once`;
  const first = await fromUrl(workbook, { url }, { 'idempotency-key': 'fetch-once' });
  const again = await fromUrl(workbook, { url }, { 'idempotency-key': 'fetch-once' });
  expect(again.body).toEqual(first.body);
  expect(asked.filter((path) => path.endsWith('?once'))).toHaveLength(1);
});

test.each([
  ['a redirect', '/moved.csv', 422, 'url-refused', /302, a redirect/],
  ['a missing file', '/missing.csv', 422, 'url-failed', /404/],
  ['a compressed file', '/packed.csv', 422, 'url-failed', /compressed/],
  ['a truncated answer', '/cut.csv', 422, 'url-failed', /failed/],
  ['more bytes than the cap', '/endless.csv', 413, 'too-large', /1048576/],
])('%s is refused, and nothing is stored', async (_, path, expected, slug, detail) => {
  const workbook = await api.workbook();
  const { status, body } = await fromUrl(workbook, { url: address + path });
  expect([status, body.type]).toEqual([expected, `/problems/${slug}`]);
  expect(body.detail).toMatch(detail);
  expect(body.suggested_fix).toBeTruthy();
  expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
});

test('redirects are not followed', () => {
  expect(asked.slice(asked.indexOf('/moved.csv') + 1)).not.toContain('/sales.csv');
});

test('private networks are refused by default, in every spelling of an address', async () => {
  const strict = await (await CalledService.shared()).signIn();
  const workbook = await strict.workbook();
  const { port } = new URL(address);
  const before = asked.length;
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ]) {
    const url = `http://${host}:${port}/sales.csv`;
    const { status, body } = await strict.post(`${workbook}/sources/from-url`, { url });
    expect([url, status, body.type]).toEqual([url, 422, '/problems/url-refused']);
  }
  expect(asked).toHaveLength(before);
  for (const url of ['file:///etc/passwd', 'ftp://example.com/a', 'http://u:p@example.com/a', 'nonsense']) {
    const { body } = await strict.post(`${workbook}/sources/from-url`, { url });
    expect([url, body.type]).toEqual([url, '/problems/url-refused']);
  }
});

test('a credential that may only read a workbook cannot fetch into it', async () => {
  const workbook = await api.workbook();
  const reader = await (await service.signIn()).mint(['workbooks:read']);
  const { status } = await reader.post(`${workbook}/sources/from-url`, { url: `${address}/sales.csv` });
  expect(status).toBe(403);
});
