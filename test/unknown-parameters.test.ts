import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  workbook = await session.workbook();
  await session.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'a' }] });
});

test('an unknown parameter is refused with the nearest known one, and nothing is changed', async () => {
  const answer = await session.post(`${workbook}/tables?dryrun=true`, {
    name: 'u',
    columns: [{ name: 'a' }],
  });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([
    { path: '/dryrun', message: 'is not a known parameter; the nearest is dry_run' },
  ]);
  const { body } = await session.get(`${workbook}/tables`);
  expect(body.artifacts.map(({ name }: { name: string }) => name)).toEqual(['t']);
});

test('unknown parameters are also refused by reads, and by operations without any parameter', async () => {
  const rows = await session.get(`${workbook}/tables/t/rows?limt=1&orderby=a`);
  expect(rows.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/limt', '/orderby']);
  const none = await session.post('/api/auth/logout?dry_run=true');
  expect([none.status, none.body.suggested_fix]).toEqual([422, expect.stringContaining('no parameters')]);
  expect((await session.get('/api/v1/me')).status).toBe(200);
});

test.each([
  ['POST', () => `${workbook}/tables/t/archive`],
  ['POST', () => `${workbook}/sources/none/analyze`],
  ['POST', () => `${workbook}/transforms/none/run`],
  ['POST', () => '/api/auth/logout'],
  ['DELETE', () => workbook],
])('%s %s needs no body, and refuses one with fields', async (method, path) => {
  const answer = await session.send(method, path(), { dry_run: true });
  expect([answer.status, answer.body.errors]).toMatchObject([
    422,
    [{ path: '/dry_run', message: expect.stringContaining('is not a known field') }],
  ]);
  expect((await session.get(`${workbook}/tables/t`)).body.state).toBe('active');
});

test('an empty body is accepted where none is needed', async () => {
  expect((await session.post(`${workbook}/tables/t/archive`, {})).status).toBe(200);
  expect((await session.send('POST', `${workbook}/tables/t/unarchive`, undefined)).status).toBe(200);
});
