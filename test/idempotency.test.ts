import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

const WORKBOOKS = '/api/v1/workbooks';
const TOKENS = '/api/v1/me/tokens';
const csv = { name: 'a.csv', content: 'a,b\n1,2\n' };

let service: TestService;
let session: Api;
beforeAll(async () => {
  service = await TestService.start();
  session = await service.signIn();
});
afterAll(() => service.dispose());

const withKey = (key: string) => ({ 'idempotency-key': key });
const isReplay = ({ headers }: Answer<unknown>) => headers.get('idempotent-replayed') === 'true';
const countOf = async (title: string) => {
  const { body } = await session.get('/api/v1/me/workbooks?limit=1000');
  return body.workbooks.filter((workbook: { title: string }) => workbook.title === title).length;
};

test('the same key and body replays status and body, without another change', async () => {
  const send = () => session.post(WORKBOOKS, { title: 'Once' }, withKey('once'));
  const first = await send();
  const second = await send();
  expect([first.status, isReplay(first)]).toEqual([201, false]);
  expect([second.status, isReplay(second)]).toEqual([201, true]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await countOf('Once')).toBe(1);
});

test('the same key with another body, path or method is refused', async () => {
  const workbook = await session.workbook();
  await session.patch(workbook, { title: 'A' }, withKey('reused'));
  const others = [
    await session.patch(workbook, { title: 'B' }, withKey('reused')),
    await session.patch(await session.workbook(), { title: 'A' }, withKey('reused')),
    await session.delete(workbook, withKey('reused')),
  ];
  for (const { status, body } of others)
    expect([status, body.type]).toEqual([422, '/problems/idempotency-key-reused']);
  expect((await session.get(workbook)).body.title).toBe('A');
});

test('a key may have up to 255 characters', async () => {
  const send = (length: number) => session.post(WORKBOOKS, { title: 'Long' }, withKey('k'.repeat(length)));
  expect((await send(255)).status).toBe(201);
  const tooLong = await send(256);
  expect([tooLong.status, tooLong.body.type]).toEqual([422, '/problems/invalid-request']);
  expect(tooLong.body.detail).toContain('Idempotency-Key');
});

test('keys are separate for each credential', async () => {
  const [a, b] = [await session.mint(['workbooks:write']), await session.mint(['workbooks:write'])];
  const send = (api: Api) => api.post(WORKBOOKS, { title: 'Mine' }, withKey('shared'));
  const [first, second] = [await send(a), await send(b)];
  expect(second.status).toBe(201);
  expect(isReplay(second)).toBe(false);
  expect(second.body.id).not.toBe(first.body.id);
});

test('parallel requests with one key make one change', async () => {
  const send = () => session.post(WORKBOOKS, { title: 'Raced' }, withKey('raced'));
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  for (const { status, body } of answers) {
    if (status === 409) expect(body.type).toBe('/problems/idempotency-in-progress');
    else expect(status).toBe(201);
  }
  expect(await countOf('Raced')).toBe(1);
  expect(isReplay(await send())).toBe(true);
});

test('a failed request may be corrected and sent again with its key', async () => {
  const { status } = await session.post(WORKBOOKS, { title: '' }, withKey('corrected'));
  expect(status).toBe(422);
  expect((await session.post(WORKBOOKS, { title: 'Corrected' }, withKey('corrected'))).status).toBe(201);
});

test('a replayed minting returns the same plaintext, which the catalog does not contain', async () => {
  const send = () => session.post(TOKENS, { name: 'kept' }, withKey('mint'));
  const [first, second] = [await send(), await send()];
  expect(isReplay(second)).toBe(true);
  expect(second.body.token).toBe(first.body.token);
  const files = (await readdir(service.dataDir)).filter((name) => name.startsWith('catalog.db'));
  const onDisk = Buffer.concat(await Promise.all(files.map((name) => readFile(join(service.dataDir, name)))));
  expect(onDisk.includes(first.body.id)).toBe(true);
  expect(onDisk.includes(first.body.token)).toBe(false);
});

test('a replayed deletion returns the first answer, although the workbook is deleted', async () => {
  const workbook = await session.workbook();
  expect((await session.delete(workbook, withKey('gone'))).status).toBe(204);
  const again = await session.delete(workbook, withKey('gone'));
  expect([again.status, isReplay(again)]).toEqual([204, true]);
  expect((await session.delete(workbook, withKey('gone for others'))).status).toBe(404);
});

test('a key does not give access to a workbook outside the reach of the credential', async () => {
  const workbook = await session.workbook();
  const pinned = await session.mint(['workbooks:write'], {
    resource: `workbook:${(await session.workbook()).split('/').at(-1)}`,
  });
  expect((await pinned.patch(workbook, { title: 'x' }, withKey('x'))).status).toBe(404);
  expect((await pinned.upload(`${workbook}/sources`, csv, {}, withKey('y'))).status).toBe(404);
});

test('a replayed upload returns the same source; other bytes under the key are refused', async () => {
  const sources = `${await session.workbook()}/sources`;
  const send = (content = csv.content) =>
    session.upload(sources, { ...csv, content }, { structuring: 'skip' }, withKey('upload'));
  const [first, second, other] = [await send(), await send(), await send('a,b\n3,4\n')];
  expect([first.status, second.status, isReplay(second)]).toEqual([201, 201, true]);
  expect(second.body).toEqual(first.body);
  expect(other.body.type).toBe('/problems/idempotency-key-reused');
  expect((await session.get(sources)).body.sources).toHaveLength(1);
});

test('a replayed asynchronous upload returns the same job', async () => {
  const workbook = await session.workbook();
  const send = () =>
    session.upload(`${workbook}/sources`, csv, { structuring: 'skip', async: 'true' }, withKey('async'));
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, isReplay(second)]).toEqual([202, 202, true]);
  expect(second.body.job_id).toBe(first.body.job_id);
  const job = await eventually(async () => {
    const { body } = await session.get(`/api/v1/jobs/${first.body.job_id}`);
    return body.finished_at === null ? undefined : body;
  });
  expect(job).toMatchObject({ status: 'succeeded', result: { artifacts: [{ name: 'a' }] } });
});

test('a replay survives a restart', async () => {
  const send = () => session.post(WORKBOOKS, { title: 'Lasting' }, withKey('lasting'));
  const first = await send();
  await service.stop('SIGKILL');
  service = await TestService.start({ dataDir: service.dataDir });
  session = service.as(session.token as string);
  const second = await send();
  expect(isReplay(second)).toBe(true);
  expect(second.body).toEqual(first.body);
});
