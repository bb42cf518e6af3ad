import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { freePort } from './support/free-port.js';
import { CalledService, startService } from './support/service.js';

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

const pages = [
  '/healthz',
  '/openapi.json',
  '/docs/',
  '/docs/static/swagger-initializer.js',
  '/problems',
  '/problems/not-found',
  '/api/v1/me',
  '/nowhere',
  '/api/v1/workbooks/%E0%A4%A',
];
test.each(pages)('%s has security headers and is not cached', async (path) => {
  const { headers } = await fetch(service.url + path);
  expect(Object.fromEntries(headers)).toMatchObject(always);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the answer to bytes that are not HTTP has security headers', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write('HELLO\r\n\r\n');
  const answer = await text(socket);
  for (const [name, value] of Object.entries(always)) expect(answer).toContain(`${name}: ${value}`);
});

test('the pages may only use their own styles and scripts, and the API page stores no token', async () => {
  const problem = await fetch(`${service.url}/problems/not-found`);
  expect(problem.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
  const docs = await fetch(`${service.url}/docs/`);
  expect(docs.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
  // Its policy allows no inline scripts, and the page has none.
  expect(await docs.text()).not.toMatch(/<script(?![^>]* src=)/);
  const script = await (await fetch(`${service.url}/docs/static/swagger-initializer.js`)).text();
  expect(script).toMatch(/"persistAuthorization": ?false/);
});

/** A GET with any Host header, which fetch does not allow. */
async function getAs(url: string, path: string, headers: Record<string, string>) {
  const sent = request(url + path, { headers });
  sent.end();
  return await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.once('response', async (answer) => resolve({ status: answer.statusCode, body: await text(answer) }));
    sent.once('error', reject);
  });
}

test('links use the address of the service, not the Host of the request', async () => {
  const workbook = await session.workbook();
  const { body } = await session.post(`${workbook}/uploads`, { filename: 'a.csv' });
  const bearer = { authorization: `Bearer ${session.token}` };
  const slot = await getAs(service.url, `/api/v1/uploads/${body.id}`, { ...bearer, host: 'evil.example' });
  expect(JSON.parse(slot.body).upload_url).toMatch(new RegExp(`^${service.url}/api/v1/uploads/`));
});

test('with a public address, requests for other hosts are refused, except health checks and metrics', async () => {
  const port = await freePort();
  const env = {
    PORT: String(port),
    SVC_PUBLIC_URL: `http://localhost:${port}`,
    SVC_METRICS_TOKEN: 'metrics-token',
  };
  const own = await startService({ env });
  const as = (host: string, path: string, more = {}) => getAs(own.url, path, { host, ...more });
  expect((await as(`localhost:${port}`, '/problems')).status).toBe(200);
  const refused = await as('evil.example', '/problems');
  expect([refused.status, JSON.parse(refused.body).type]).toEqual([421, '/problems/wrong-host']);
  expect((await as('10.0.0.7', '/healthz')).status).toBe(200);
  expect((await as('10.0.0.7', '/readyz')).status).toBe(200);

  expect((await as('10.0.0.7', '/metrics')).status).toBe(401);
  expect((await as('10.0.0.7', '/metrics', { authorization: 'Bearer wrong-token' })).status).toBe(401);
  expect((await as('10.0.0.7', '/metrics', { authorization: 'Bearer metrics-token' })).status).toBe(200);
});

test('without a token, metrics are available only locally and not through a proxy', async () => {
  expect((await getAs(service.url, '/metrics', {})).status).toBe(200);
  expect((await getAs(service.url, '/metrics', { 'x-forwarded-for': '10.0.0.7' })).status).toBe(501);
});
