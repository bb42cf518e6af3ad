import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json, problem, scriptedFetch } from '../test-support/scripted-fetch.js';
import { createWorkbook, deleteTable, exportTables, getMe, login, putUpload, uploadSource } from './api.js';
import { connect } from './connection.js';
import { ConnectionError, ProblemError } from './problem-error.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const url = 'https://data.example.com/base/';
const token = 'svc_pat_secret';
const lost = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });

/** Lets the waiting between attempts pass at once. */
async function settled<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return await call;
}

test('a read is sent with the credential, and again while it fails for a passing reason', async () => {
  const { fetch, requests } = scriptedFetch(
    lost(),
    new Response('Bad gateway', { status: 502 }),
    json({ plan: 'free' }),
  );
  const me = await settled(getMe(connect({ url, token, fetch })));
  expect(me).toEqual({ plan: 'free' });
  expect(requests.map((request) => [request.url, request.headers.get('authorization')])).toEqual(
    Array(3).fill(['https://data.example.com/base/api/v1/me', `Bearer ${token}`]),
  );
});

test('a change is repeated with the key that it had, and names the actor where it can', async () => {
  const { fetch, requests } = scriptedFetch(
    lost(),
    problem('idempotency-in-progress', 409),
    json({ id: 'wb_1' }),
  );
  await settled(createWorkbook(connect({ url, token, fetch }), { body: { title: 'Plan' } }));
  const keys = requests.map((request) => request.headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[\w-]{20,}$/);
  expect(new Set(keys).size).toBe(1);
  expect(await requests[2]?.json()).toEqual({ title: 'Plan' });
});

test('what could be done twice is repeated only after an answer that nothing was done', async () => {
  const book = { path: { workbook_id: 'wb_1' } };
  const unknown = scriptedFetch(lost());
  await expect(settled(exportTables(connect({ url, fetch: unknown.fetch }), book))).rejects.toThrow(
    ConnectionError,
  );
  const refused = scriptedFetch(problem('busy', 503, { retry_after: 2 }), new Response('PK'));
  expect(await (await settled(exportTables(connect({ url, fetch: refused.fetch }), book))).text()).toBe('PK');
});

test('it waits as long as the service asks, and gives up where that is too long', async () => {
  const { fetch, requests } = scriptedFetch(problem('rate-limited', 429, { retry_after: 30 }), json({}));
  const call = getMe(connect({ url, fetch }));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(requests).toHaveLength(1);
  await settled(call);
  expect(requests).toHaveLength(2);

  const patient = scriptedFetch(problem('rate-limited', 429, { retry_after: 900 }));
  await expect(settled(getMe(connect({ url, fetch: patient.fetch })))).rejects.toMatchObject({
    retryAfter: 900,
  });
});

test('after the last attempt the failure says where and why', async () => {
  const { fetch } = scriptedFetch(lost(), lost());
  const call = settled(getMe(connect({ url, fetch, retries: 1 })));
  await expect(call).rejects.toThrow('No answer from https://data.example.com/base: connect ECONNREFUSED');
});

test('a refusal is an error with all that the service says', async () => {
  const members = { current_version: 4, errors: [{ path: '/a', message: 'Wrong.' }] };
  const { fetch } = scriptedFetch(problem('version-conflict', 409, members));
  const error = await getMe(connect({ url, fetch })).catch((error) => error);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({
    message: 'Title: Detail.',
    slug: 'version-conflict',
    status: 409,
    suggestedFix: 'Fix.',
    requestId: 'req_1',
    errors: members.errors,
    members: { current_version: 4 },
  });
});

test('a signal ends a call, also while it waits for its next attempt', async () => {
  const { fetch } = scriptedFetch(lost());
  const stop = new AbortController();
  const call = getMe(connect({ url, fetch }), { signal: stop.signal });
  call.catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  stop.abort(new Error('Enough.'));
  await expect(call).rejects.toThrow('Enough.');
});

test('the token is in no message, and not in the client', async () => {
  const { fetch } = scriptedFetch(lost());
  const connection = connect({ url, token, fetch, retries: 0 });
  expect(inspect(connection, { depth: 9, showHidden: true }) + JSON.stringify(connection)).not.toContain(
    token,
  );
  const error = await getMe(connection).catch((error) => error);
  expect(inspect(error, { depth: 9 })).not.toContain(token);
  for (const wrong of [`${token}\n`, `${token}é`, ''])
    expect(() => connect({ url, token: wrong })).toThrow(/^The token is empty, or has characters/);
});

test('open endpoints are called without the credential', async () => {
  const { fetch, requests } = scriptedFetch(json({}), json({}));
  const connection = connect({ url, token: async () => token, fetch });
  await login(connection, { body: { email: 'a@example.com', password: 'x' } });
  const slot = { path: { upload_id: 'upl_1' }, query: { expires: 1, sig: 's' } };
  await putUpload(connection, { ...slot, body: new Blob(['a']) });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, null]);
});

test('files are sent in forms, after their fields', async () => {
  const { fetch, requests } = scriptedFetch(json({}));
  const file = new File(['a\n1\n'], '売上.csv');
  await uploadSource(connect({ url, fetch }), { path: { workbook_id: 'wb_1' }, body: { file, async: true } });
  const form = await requests[0]?.formData();
  expect([...(form?.keys() ?? [])]).toEqual(['async', 'file']);
  expect(form?.get('file')).toMatchObject({ name: '売上.csv' });
});

test('a name is one part of the path, whatever is in it', async () => {
  const { fetch, requests } = scriptedFetch(json({}));
  const connection = connect({ url, fetch });
  const query = { expected_version: '1' } as never;
  await deleteTable(connection, { path: { workbook_id: 'wb_1', name: 'a/b?c' }, query });
  expect(requests[0]?.url).toContain('/workbooks/wb_1/tables/a%2Fb%3Fc?');
  for (const name of ['', '.', '..'])
    expect(() => deleteTable(connection, { path: { workbook_id: 'wb_1', name }, query })).toThrow(
      'use the id instead',
    );
});
