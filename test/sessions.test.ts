import { beforeAll, expect, test } from 'vitest';
import { CalledService } from './support/service.js';

const SESSIONS = '/api/auth/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let service: CalledService;
beforeAll(async () => {
  service = await CalledService.shared();
});

async function signInWith(userAgent: string) {
  const { body } = await service.anonymous.post('/api/auth/login', service.user, { 'user-agent': userAgent });
  return service.as(body.access_token);
}

test('a user sees their sessions, and ends one at once', async () => {
  const mine = await service.signIn();
  const firefox = await signInWith(FIREFOX);
  const { sessions } = (await mine.get(SESSIONS)).body;
  expect(sessions.slice(0, 2)).toEqual([
    expect.objectContaining({ device: 'Firefox on Linux', address: '127.0.0.1', is_current: false }),
    expect.objectContaining({ device: 'node', is_current: true }),
  ]);
  const [{ id, created_at, last_used_at }] = sessions;
  expect(last_used_at >= created_at).toBe(true);
  expect((await mine.delete(`${SESSIONS}/${id}`)).status).toBe(204);
  expect((await firefox.get('/api/v1/me')).status).toBe(401);
  expect((await mine.get(SESSIONS)).body.sessions.map((one: { id: string }) => one.id)).not.toContain(id);
  expect((await mine.delete(`${SESSIONS}/${id}`)).status).toBe(404);
  const log = await mine.get('/api/control/account/audit-log?log=user&limit=1');
  expect(log.body.entries[0]).toMatchObject({ action: 'session.ended', target: id });
});

test('nobody ends the session of somebody else, and no token lists sessions', async () => {
  const mine = await service.signIn();
  const stranger = await service.signIn(await service.register());
  const [{ id }] = (await mine.get(SESSIONS)).body.sessions;
  expect((await stranger.delete(`${SESSIONS}/${id}`)).status).toBe(404);
  expect((await mine.get('/api/v1/me')).status).toBe(200);
  const token = await mine.mint(['workbooks:read']);
  expect((await token.get(SESSIONS)).status).toBe(403);
});

test('all other sessions end together', async () => {
  const [mine, other] = [await service.signIn(), await service.signIn()];
  expect((await mine.delete(SESSIONS)).body.ended).toBeGreaterThanOrEqual(1);
  expect((await mine.delete(SESSIONS)).body).toEqual({ ended: 0 });
  expect([(await mine.get('/api/v1/me')).status, (await other.get('/api/v1/me')).status]).toEqual([200, 401]);
});

test('a token and a key show when they were last used', async () => {
  const mine = await service.signIn();
  const { body: token } = await mine.post('/api/v1/me/tokens', { name: 'nightly import' });
  const { body: key } = await mine.post('/api/control/account/keys', { scopes: ['keys:read'] });
  expect([token.last_used_at, key.last_used_at]).toEqual([null, null]);
  await service.as(token.token).get('/api/v1/me');
  await service.as(key.key).get('/api/control/account/keys');
  const { tokens } = (await mine.get('/api/v1/me/tokens')).body;
  const { keys } = (await mine.get('/api/control/account/keys')).body;
  for (const [{ id, created_at, last_used_at }] of [tokens, keys]) {
    expect([token.id, key.id]).toContain(id);
    expect(last_used_at >= created_at).toBe(true);
  }
});
