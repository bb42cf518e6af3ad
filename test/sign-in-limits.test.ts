import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { owner, TestService } from './support/service.js';

const LOGIN = '/api/auth/login';
const REGISTER = '/api/auth/register';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true', SVC_TRUSTED_PROXY: '1' } });
});
afterAll(() => service.dispose());

/** This test is the one proxy that the service trusts. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const attempt = (address: string, email: string, password = 'wrong') =>
  service.anonymous.post(LOGIN, { email, password }, from(address));

describe('after several wrong passwords', () => {
  test.each([
    ['an existing user', 'limited@example.com', true],
    ['an unknown user', 'nobody@example.com', false],
  ])('for %s the next attempt has to wait, with the same answer for both', async (_, email, exists) => {
    if (exists) await service.anonymous.post(REGISTER, { email, password: owner.password });
    const address = exists ? '192.0.2.1' : '192.0.2.2';
    for (let i = 0; i < 5; i++) expect((await attempt(address, email)).status).toBe(401);
    // Under load the first second of waiting may already be over.
    const answers = [
      await attempt(address, email),
      await attempt(address, email),
      await attempt(address, email),
    ];
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ type: '/problems/rate-limited' });
    expect(refused?.body.retry_after).toBeGreaterThan(0);
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.retry_after));
  });

  test('from one address, the owner can still sign in from another', async () => {
    for (let i = 0; i < 8; i++) await attempt('192.0.2.3', owner.email);
    expect((await attempt('192.0.2.4', owner.email, owner.password)).status).toBe(200);
  });

  test('concurrent attempts are all counted', async () => {
    const at = (i: number) => attempt('192.0.2.5', 'parallel@example.com', `wrong ${i}`);
    await Promise.all(Array.from({ length: 12 }, (_, i) => at(i)));
    const { status, body } = await at(13);
    expect(status).toBe(429);
    expect(body.retry_after).toBeGreaterThan(10);
  });
});

describe('registration', () => {
  test('gives the same answer for an address that is taken, and changes nothing', async () => {
    const { id, ...free } = (
      await service.anonymous.post(REGISTER, { email: 'free@example.com', password: 'four odd words here' })
    ).body;
    const taken = await service.anonymous.post(REGISTER, {
      email: owner.email.toUpperCase(),
      password: 'four odd words here',
    });
    expect(taken.status).toBe(201);
    expect(taken.body).toEqual({ ...free, email: owner.email, id: expect.stringMatching(/^usr_/) });
    expect(id).toMatch(/^usr_/);
    expect((await attempt('192.0.2.6', owner.email, 'four odd words here')).status).toBe(401);
    expect((await attempt('192.0.2.6', owner.email, owner.password)).status).toBe(200);
  });

  test.each(['password', 'Password123!', 'qwertyuiop', 'iloveyou1', 'weak@example.com'])(
    'refuses the password %s',
    async (password) => {
      const { status, body } = await service.anonymous.post(REGISTER, {
        email: 'weak@example.com',
        password,
      });
      expect([status, body.errors[0].path]).toEqual([422, '/password']);
    },
  );
});

test('requests without a valid credential are limited by address, and those with one are not affected', async () => {
  const session = await service.signIn();
  const headers = from('192.0.2.7');
  const statuses = new Set<number>();
  const tries = Array.from({ length: 350 }, (_, i) =>
    fetch(`${service.url}/api/v1/${i % 2 ? 'me' : 'nothing'}`, {
      headers: { ...headers, authorization: `Bearer svc_pat_${i}` },
    }),
  );
  for (const { status } of await Promise.all(tries)) statuses.add(status);
  expect([...statuses].sort()).toEqual([401, 404, 429]);
  expect((await session.get('/api/v1/me', headers)).status).toBe(200);
  expect((await fetch(`${service.url}/api/v1/me`, { headers: from('192.0.2.8') })).status).toBe(401);
});

test('documentation, sign-in and the files of the console have separate limits', async () => {
  const limits = await Promise.all(
    [
      fetch(`${service.url}/openapi.json`),
      fetch(service.url + LOGIN, { method: 'POST' }),
      fetch(`${service.url}/assets/any.js`),
    ].map(async (answer) => (await answer).headers.get('ratelimit-limit')),
  );
  expect(limits).toEqual(['300', '120', '6000']);
});
