import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

const TOKENS = '/api/v1/me/tokens';
const KEYS = '/api/control/account/keys';

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

async function mint(by: Api, more: Record<string, unknown> = {}) {
  const { body, status } = await by.post(TOKENS, {
    name: 'minted',
    scopes: ['workbooks:read', 'keys:mint', 'keys:read'],
    ...more,
  });
  expect(status).toBe(201);
  return { api: service.as(body.token), ...body };
}
const works = async (api: Api) => (await api.get('/api/v1/me')).status === 200;

test('a minted token cannot have a later expiry or a higher rate than its parent', async () => {
  const parent = await mint(session, { expires_in_days: 10, rate_limit_per_minute: 50 });
  const byDefault = await mint(parent.api);
  expect(byDefault).toMatchObject({
    expires_at: parent.expires_at,
    rate_limit_per_minute: 50,
    minted_by: parent.id,
  });
  const less = await mint(parent.api, { expires_in_days: 1, rate_limit_per_minute: 5 });
  expect(less.rate_limit_per_minute).toBe(5);
  expect(less.expires_at < parent.expires_at).toBe(true);

  const longer = await parent.api.post(TOKENS, { name: 'x', expires_in_days: 11 });
  expect([longer.status, longer.body.errors[0].path]).toEqual([422, '/expires_in_days']);
  expect(longer.body.detail).toContain(parent.expires_at);
  const faster = await parent.api.post(TOKENS, { name: 'x', rate_limit_per_minute: 51 });
  expect([faster.status, faster.body.errors[0].path]).toEqual([422, '/rate_limit_per_minute']);
  expect(faster.body.detail).toContain('at most 50');
});

test('a token minted by a session is not limited by it, and outlives it', async () => {
  const short = await service.signIn();
  const token = await mint(short, { expires_in_days: 365, rate_limit_per_minute: 10_000 });
  expect(token.minted_by).toBeNull();
  await short.post('/api/auth/logout');
  expect(await works(token.api)).toBe(true);
});

test('a minted key is limited by its parent and revoked with it', async () => {
  const { body: parent } = await session.post(KEYS, {
    scopes: ['keys:mint', 'account:read'],
    rate_limit_per_minute: 20,
  });
  const { body: child } = await service.as(parent.key).post(KEYS, { scopes: ['account:read'] });
  expect(child).toMatchObject({ rate_limit_per_minute: 20, minted_by: parent.id });
  const revoked = await session.delete(`${KEYS}/${parent.id}`);
  expect([revoked.status, revoked.headers.get('x-svc-cascade')]).toEqual([204, '1']);
  expect((await service.as(child.key).get('/api/control/account')).status).toBe(401);
});

test('revoking a token revokes all its descendants, and nothing else', async () => {
  const parent = await mint(session);
  const child = await mint(parent.api);
  const grandchild = await mint(child.api);
  const sibling = await mint(session);
  expect(await works(grandchild.api)).toBe(true);
  const revoked = await session.delete(`${TOKENS}/${parent.id}`);
  expect([revoked.status, revoked.headers.get('x-svc-cascade')]).toEqual([204, '2']);
  expect(await Promise.all([parent, child, grandchild, sibling].map(({ api }) => works(api)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  const { body } = await session.get('/api/control/account/audit-log?limit=1');
  expect(body.entries[0]).toMatchObject({ action: 'token.revoked', target: parent.id });
  expect(body.entries[0].detail.cascade.sort()).toEqual([child.id, grandchild.id].sort());
  const again = await session.delete(`${TOKENS}/${parent.id}`);
  expect([again.status, again.headers.get('x-svc-cascade')]).toEqual([204, '0']);
});

test('a token and all tokens that it minted share its rate', async () => {
  const parent = await mint(session, { rate_limit_per_minute: 6 });
  const [one, other] = [await mint(parent.api), await mint(parent.api)];
  const answers = [];
  for (let i = 0; i < 3; i++)
    answers.push(await one.api.get('/api/v1/me'), await other.api.get('/api/v1/me'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(answers.at(-1)?.body.detail).toContain(parent.id);
  expect(answers.at(-1)?.body.retry_after).toBeGreaterThan(0);
});
