import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

test('every answer states how many requests are left in the minute', async () => {
  const token = await session.mint(['workbooks:read'], { rate_limit_per_minute: 5 });
  const { headers } = await token.get('/api/v1/me');
  expect(headers.get('ratelimit-limit')).toBe('5');
  expect(headers.get('ratelimit-remaining')).toBe('4');
  const reset = Number(headers.get('ratelimit-reset'));
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(60);
});

test('a credential over its limit gets the time to wait, and others are not affected', async () => {
  const token = await session.mint(['workbooks:read'], { rate_limit_per_minute: 2 });
  const other = await session.mint(['workbooks:read'], { rate_limit_per_minute: 2 });
  for (let i = 0; i < 2; i++) expect((await token.get('/api/v1/me')).status).toBe(200);
  const { status, headers, body } = await token.get('/api/v1/me');
  expect([status, body.type]).toEqual([429, '/problems/rate-limited']);
  expect(body.retry_after).toBeGreaterThan(0);
  expect(body.retry_after).toBeLessThanOrEqual(60);
  expect(headers.get('retry-after')).toBe(String(body.retry_after));
  expect(headers.get('ratelimit-remaining')).toBe('0');
  expect((await other.get('/api/v1/me')).status).toBe(200);
  expect((await session.get('/api/v1/me')).status).toBe(200);
});

test('refused requests count too, and the limit is checked before the scopes', async () => {
  const token = await session.mint(['workbooks:read'], { rate_limit_per_minute: 1 });
  expect((await token.get('/api/v1/workbooks/wb_00')).status).toBe(404);
  expect((await token.post('/api/v1/workbooks', { title: 'x' })).status).toBe(429);
});

test('an account key has its own limit', async () => {
  const { body } = await session.post('/api/control/account/keys', {
    scopes: ['account:read'],
    rate_limit_per_minute: 1,
  });
  const key = service.as(body.key);
  expect((await key.get('/api/control/account')).status).toBe(200);
  expect((await key.get('/api/control/account')).status).toBe(429);
});

test('health checks are not rate-limited', async () => {
  const probes = await Promise.all(Array.from({ length: 350 }, () => fetch(`${service.url}/healthz`)));
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
  expect(probes[0]?.headers.has('ratelimit-limit')).toBe(false);
});
