import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

const MB = 1024 * 1024;

let service: TestService;
let session: Api;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await TestService.start();
  session = await service.signIn();
  api = await session.mintWriter();
  workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'a' }] });
});
afterAll(() => service.dispose());

const json = { 'content-type': 'application/json' };

/** The result of the work, and the longest time that /healthz took to answer meanwhile. */
async function measureHealthDuring<Result>(
  work: Promise<Result>,
): Promise<{ result: Result; longest: number }> {
  let longest = 0;
  let ended = false;
  // Whether it succeeded is seen at the end: a failure before that would be one that nobody handles.
  void Promise.allSettled([work]).then(() => {
    ended = true;
  });
  while (!ended) {
    const from = performance.now();
    expect((await service.anonymous.get('/healthz')).status).toBe(200);
    longest = Math.max(longest, performance.now() - from);
  }
  return { result: await work, longest };
}

/** Sends headers that announce a body, but no body: an answer shows that none was read. */
async function answerWithoutBody(method: string, path: string, headers: Record<string, string>) {
  const sent = request(service.url + path, {
    method,
    headers: { ...json, 'content-length': '1000', ...headers },
  });
  sent.flushHeaders();
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.once('response', async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    );
    sent.once('error', reject);
  });
  sent.destroy();
  return { status: answer.status, type: JSON.parse(answer.body).type as string };
}

test('sign-in accepts a few kilobytes, and refuses a body with many errors', async () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
  const large = await service.anonymous.send('POST', '/api/auth/login', keys(100_000), json);
  expect([large.status, large.body.type]).toEqual([413, '/problems/too-large']);
  expect(large.body.detail).toContain('64 KB');
  const many = await service.anonymous.send('POST', '/api/auth/login', keys(2000), json);
  expect([many.status, many.body.type]).toEqual([422, '/problems/invalid-request']);
});

test('a body that is announced as too large is refused before it is read', async () => {
  const { token } = await session.mint(['workbooks:write']);
  const headers = { authorization: `Bearer ${token}`, 'content-length': String(17 * 1024 * 1024) };
  expect(await answerWithoutBody('POST', '/api/v1/workbooks', headers)).toEqual({
    status: 413,
    type: '/problems/too-large',
  });
});

test('an unauthorized request is refused before its body is read', async () => {
  const reader = await session.mint(['workbooks:read']);
  const bearer = (token = 'none') => ({ authorization: `Bearer ${token}` });
  const rows = `${workbook}/tables/t/rows/upsert`;
  const elsewhere = '/api/v1/workbooks/wb_0/tables/t/rows/upsert';
  const refused = await Promise.all([
    answerWithoutBody('POST', rows, {}),
    answerWithoutBody('POST', rows, bearer()),
    answerWithoutBody('POST', rows, bearer(reader.token)),
    answerWithoutBody('POST', elsewhere, bearer(api.token)),
    answerWithoutBody('POST', elsewhere, { ...bearer(api.token), 'idempotency-key': 'k' }),
    answerWithoutBody('POST', `${rows}?dry=1`, bearer(api.token)),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 403, 404, 404, 422]);
});

test('a request that matches no route is refused before its body is read', async () => {
  expect(await answerWithoutBody('POST', '/nowhere', {})).toEqual({
    status: 404,
    type: '/problems/route-not-found',
  });
  expect(await answerWithoutBody('PUT', '/api/auth/login', {})).toMatchObject({ status: 405 });
  expect(await answerWithoutBody('POST', '/healthz', { 'content-type': 'text/plain' })).toMatchObject({
    status: 405,
  });
});

const lists = `[${'[],'.repeat(1_000_000)}1]`;
const attacks: [string, () => [path: string, body: string]][] = [
  [
    'rows',
    () => [
      `${workbook}/tables/t/rows/upsert`,
      `{"expected_version": 1, "rows": [${'{},'.repeat(5_000_000)}{}]}`,
    ],
  ],
  [
    'row ids',
    () => [
      `${workbook}/tables/t/rows/delete`,
      `{"expected_version": 1, "row_ids": [${'1,'.repeat(7_900_000)}1]}`,
    ],
  ],
  ['cells', () => [`${workbook}/tables/t/rows/upsert`, `{"expected_version": 1, "rows": [{"a": ${lists}}]}`]],
  ['levels', () => [`${workbook}/tables/t/rows/upsert`, '['.repeat(16 * MB)]],
  [
    'names',
    () => [
      `${workbook}/tables/t/rows/upsert`,
      `{${Array.from({ length: 1_000_000 }, (_, i) => `"${i}":1`).join()}}`,
    ],
  ],
];
test.each(attacks)(
  'a body of millions of %s is refused without delaying other requests',
  async (_, attack) => {
    const [path, body] = attack();
    const { result, longest } = await measureHealthDuring(api.send('POST', path, body, json));
    expect([result.status, result.body.type]).toEqual([422, '/problems/invalid-request']);
    expect(longest).toBeLessThan(3000);
  },
);

test('the number of tables to export is limited', async () => {
  const tables = Array.from({ length: 8000 }, (_, i) => `table${i}`);
  const answer = await api.post(`${workbook}/export`, { tables });
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, '/tables']);
  const huge = await api.send(
    'POST',
    `${workbook}/export`,
    `{"tables": [${'"t",'.repeat(500_000)}"t"]}`,
    json,
  );
  expect(huge.status).toBe(413);
});

test('a large body within the limits is accepted, with its Idempotency-Key', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({ a: `${i} ${'x'.repeat(8000)}` }));
  const body = JSON.stringify({ expected_version: null, rows });
  expect(body.length).toBeGreaterThan(7 * MB);
  const headers = { ...json, 'idempotency-key': 'large' };
  const path = `${workbook}/tables/t/rows/upsert`;
  const written = await api.send('POST', path, body, headers);
  expect([written.status, written.body.inserted]).toEqual([200, 1000]);
  expect((await api.send('POST', path, body, headers)).headers.get('idempotent-replayed')).toBe('true');
  expect((await api.send('POST', path, `${body} `, headers)).body.type).toBe(
    '/problems/idempotency-key-reused',
  );
});
