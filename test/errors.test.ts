import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemKinds } from '../server/src/core/problems.js';
import type { Answer, Api } from './support/api.js';
import { TestService } from './support/service.js';

const WORKBOOKS = '/api/v1/workbooks';

let service: TestService;
let session: Api;
beforeAll(async () => {
  service = await TestService.start();
  session = await service.signIn();
});
afterAll(() => service.dispose());

/** Checks what every refusal has in common. */
function expectProblem(
  { status, headers, body, bytes }: Answer<Record<string, unknown>>,
  slug: string,
): void {
  expect(body).toMatchObject({ type: `/problems/${slug}`, status });
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(headers.get('x-request-id')).toBe(body.request_id);
  expect(body.request_id).toMatch(/^req_/);
  for (const member of ['title', 'detail', 'suggested_fix']) expect(body[member]).toMatch(/\w+/);
  expect(new TextDecoder().decode(bytes)).not.toMatch(
    new RegExp(`node_modules|\\bat [^"]+:\\d+|\\.[jt]s\\b|FST_|${service.dataDir}`),
  );
}

test('a name that is almost right is answered with those it may be', async () => {
  const workbook = await session.workbook();
  for (const name of ['sales', 'stock', 'orders of 2024'])
    await session.post(`${workbook}/tables`, { name, columns: [{ name: 'a', type: 'BIGINT' }] });
  expect((await session.get(`${workbook}/tables/sale`)).body.suggested_fix).toBe('Did you mean "sales"?');
  await session.post(`${workbook}/versions`, { label: 'as printed' });
  expect((await session.get(`${workbook}/versions/as%20print`)).body.suggested_fix).toBe(
    'Did you mean "as printed"?',
  );
});

test('a problem says what it tells as data, beside the sentences', async () => {
  const workbook = await session.workbook();
  expect((await session.get(`${workbook}/tables/sale`)).body).toMatchObject({
    detail: 'No table "sale" in this workbook.',
    code: 'table-unknown',
    params: { table: 'sale' },
    suggested_fix: 'GET …/tables lists the tables of the workbook; percent-encode names in the path.',
    fix_code: 'fix-tables',
    fix_params: {},
  });
});

const json = { 'content-type': 'application/json' };

test.each([
  ['{"title":', json, 'malformed-json'],
  ['{"title":"x","__proto__":{}}', json, 'malformed-json'],
  ['[]', json, 'invalid-request'],
  ['{}', { 'content-type': 'text/plain' }, 'unsupported-media-type'],
  ['<a/>', { 'content-type': 'application/xml' }, 'unsupported-media-type'],
  ['--b--', { 'content-type': 'multipart/form-data; boundary=b' }, 'unsupported-media-type'],
])('the body %s of type %j is refused as %s', async (body, headers, slug) => {
  expectProblem(await session.send('POST', WORKBOOKS, body, headers), slug);
});

const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n1,2';

test.each([
  ['multipart/form-data', part, 'bad-request'],
  ['multipart/form-data; boundary=b', 'no parts', 'bad-request'],
  ['multipart/form-data; boundary=b', part, 'bad-request'],
  ['application/json', '{}', 'unsupported-media-type'],
  ['text/csv', 'a,b', 'unsupported-media-type'],
])(
  'an upload of type %s that is truncated or not a form is refused and leaves nothing',
  async (type, body, slug) => {
    const sources = `${await session.workbook()}/sources`;
    expectProblem(await session.send('POST', sources, body, { 'content-type': type }), slug);
    expect((await session.get(sources)).body.sources).toEqual([]);
  },
);

test('a form with too many fields is refused', async () => {
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`field${i}`, 'x']));
  const file = { name: 'a.csv', content: 'a\n1\n' };
  const answer = await session.upload(`${await session.workbook()}/sources`, file, fields);
  expectProblem(answer, 'invalid-request');
});

test('unknown, missing and mistyped fields are refused, each by name', async () => {
  const answer = await session.post(WORKBOOKS, { titel: 'x', description: 7 });
  expectProblem(answer, 'invalid-request');
  expect(answer.status).toBe(422);
  const paths = answer.body.errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/titel', '/title', '/description']));
});

test.each([0, 1001, -1, 1.5, 'many', ''])('a list refuses limit=%s', async (limit) => {
  for (const path of ['/api/v1/me/workbooks', '/api/v1/me/data', '/api/v1/jobs', '/api/v1/search']) {
    const answer = await session.get(`${path}?limit=${limit}`);
    expectProblem(answer, 'invalid-request');
    expect(answer.body.errors[0].path).toBe('/limit');
  }
});

test('a list refuses a cursor that it did not issue', async () => {
  const cursors = ['zzz', Buffer.from('{"a":1}').toString('base64url')];
  for (const path of ['/api/v1/me/workbooks?', '/api/v1/me/data?', '/api/v1/jobs?', '/api/v1/search?q=a&']) {
    for (const cursor of cursors) {
      const answer = await session.get(`${path}cursor=${cursor}`);
      expectProblem(answer, 'invalid-request');
      expect(answer.body.errors[0].path).toBe('/cursor');
    }
  }
});

test('an unknown route is a problem, with or without a credential', async () => {
  for (const api of [service.anonymous, session])
    for (const path of ['/nowhere', '/api', '/api/v1/nowhere', '/api/v2/me'])
      expectProblem(await api.get(path), 'route-not-found');
});

test('the refusal of a wrong method lists the allowed ones', async () => {
  const answer = await session.put('/api/v1/me/tokens', {});
  expectProblem(answer, 'method-not-allowed');
  expect(answer.headers.get('allow')).toBe('GET, POST');
});

test('a path that is malformed or too long is a problem too', async () => {
  expectProblem(await session.get(`${WORKBOOKS}/%E0%A4%A`), 'bad-request');
  expectProblem(await session.get(`${WORKBOOKS}/${'x'.repeat(5000)}`), 'bad-request');
  expectProblem(await session.get(`${WORKBOOKS}/${'x'.repeat(20_000)}`), 'bad-request');
});

test('bytes that are not HTTP are a problem too', async () => {
  const { hostname, port } = new URL(service.url);
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write('HELLO\r\n\r\n'));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]+application\/problem\+json[\s\S]+"\/problems\/bad-request"/);
});

test.each(['..%2F..%2Fetc%2Fpasswd', '%27%20or%201%3D1', '🙈'])(
  'an identifier such as %s finds nothing',
  async (id) => {
    expectProblem(await session.get(`${WORKBOOKS}/${id}`), 'not-found');
    expectProblem(await session.get(`/api/v1/jobs/${id}`), 'not-found');
    expectProblem(await session.delete(`/api/v1/me/tokens/${id}`), 'not-found');
  },
);

test('the character U+0000, which PostgreSQL cannot store, is refused everywhere', async () => {
  expectProblem(await session.get(`${WORKBOOKS}/%00`), 'bad-request');
  const answer = await session.post(WORKBOOKS, { title: 'a\0b' });
  expectProblem(answer, 'invalid-request');
  expect(answer.body.errors[0].path).toBe('/title');
});

test('every problem has a page, and the index links to all of them', async () => {
  const index = await (await fetch(`${service.url}/problems`)).text();
  for (const [slug, { status, title }] of Object.entries(problemKinds)) {
    expect(index).toContain(`href="/problems/${slug}"`);
    const page = await fetch(`${service.url}/problems/${slug}`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const text = await page.text();
    expect(text).toContain(title);
    expect(text).toContain(String(status));
  }
  expectProblem(await session.get('/problems/none-such'), 'not-found');
});

test('every answer has its own request id', async () => {
  const [a, b] = [await session.get('/api/v1/me'), await session.get('/api/v1/me')];
  expect(a.headers.get('x-request-id')).toMatch(/^req_/);
  expect(a.headers.get('x-request-id')).not.toBe(b.headers.get('x-request-id'));
});
