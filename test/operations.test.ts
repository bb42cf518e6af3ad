import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.dispose());

test('health and readiness need no credential', async () => {
  expect(await service.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await service.anonymous.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('a service whose blobs are unreachable is up but not ready', async () => {
  const blobs = `${service.dataDir}/blobs`;
  await rename(blobs, `${blobs}-away`);
  try {
    expect((await service.anonymous.get('/healthz')).status).toBe(200);
    const { status, body } = await service.anonymous.get('/readyz');
    expect([status, body.type]).toEqual([503, '/problems/unavailable']);
  } finally {
    await rename(`${blobs}-away`, blobs);
  }
  expect((await service.anonymous.get('/readyz')).status).toBe(200);
});

test('metrics are in the text format of Prometheus and count requests by route', async () => {
  await service.anonymous.get('/api/v1/workbooks/wb_secret');
  const { headers, body } = await service.anonymous.get<string>('/metrics');
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of samples) expect(line).toMatch(/^[a-z_:][\w:]*(\{.*\})? \S+$/i);
  expect(body).toContain(
    'svc_http_request_duration_seconds_count{method="GET",route="/api/v1/workbooks/:workbook_id",status="401"} 1',
  );
  expect(body).not.toContain('wb_secret');
});

test('the OpenAPI document is valid, and every operation declares its credential and its problems', async () => {
  const { body } = await service.anonymous.get('/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  const result = await new Validator().validate(structuredClone(body));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);

  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      call: `${method} ${path}`,
      operation,
    })),
  );
  const open = operations.filter(({ operation }) => operation.security.length === 0);
  expect(open.map(({ call }) => call)).toEqual([
    'get /api/auth/methods',
    'post /api/auth/login',
    'post /api/auth/register',
    // The token in the URL is the credential.
    'get /api/auth/invitations/{token}',
    'post /api/auth/invitations/{token}/accept',
    'post /api/auth/login/second-factor',
    'post /api/auth/login/passkey/options',
    'post /api/auth/login/passkey',
    'post /api/auth/password/forgot',
    'post /api/auth/password/reset',
    'get /api/auth/oidc/start',
    'get /api/auth/oidc/callback',
    // Uses nothing of what it is given.
    'get /api/auth/drives/{provider}/callback',
    // The signature in the URL is the credential.
    'put /api/v1/uploads/{upload_id}',
    // The signature in a header is the credential.
    'post /api/control/stripe/webhook',
  ]);
  for (const { call, operation } of operations) {
    expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(['422', '429', '500']));
    expect(operation.summary, call).toMatch(/\w/);
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

interface Operation {
  operationId: string;
  summary: string;
  security: unknown[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

test('the API has a documentation page under the name of the service', async () => {
  const page = await fetch(`${service.url}/docs`);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const html = await page.text();
  expect(html).toContain('<title>API of the Workbook Data Service</title>');
  const [, script] = /src="(\/docs\/[^"]*bundle[^"]*\.js)"/.exec(html) ?? [];
  expect((await fetch(service.url + script)).status).toBe(200);
});

test('on SIGTERM a request in flight is finished, idle connections are closed, and the process exits with 0', async () => {
  const own = await startService();
  const session = await own.signIn();
  const sources = `${own.url}${await session.workbook()}/sources`;
  const upload = request(sources, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      connection: 'keep-alive',
      'content-type': 'multipart/form-data; boundary=b',
      // The service answers "continue" once it handles the request.
      expect: '100-continue',
    },
  });
  const answered = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve));
  const takenUp = new Promise((resolve) => upload.once('continue', resolve));
  upload.flushHeaders();
  await takenUp;
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="late.csv"\r\n\r\na,b\r\n');

  const unused = connect(Number(new URL(own.url).port));
  await once(unused, 'connect');

  const ended = own.stop('SIGTERM');
  // The service waits two seconds for the next bytes, which may be less than this takes on a busy machine.
  const rows = await untilClosed(own.url, () => upload.write('1,2\r\n'));
  upload.end('1,2\r\n--b--\r\n');
  const answer = await answered;
  expect(answer.statusCode).toBe(201);
  expect(JSON.parse(await text(answer)).artifacts).toMatchObject([{ name: 'late', row_count: rows + 1 }]);
  expect(await ended).toBe(0);
});

/** Waits until no new connection is accepted; returns how often that was not so yet, after each of which it calls. */
async function untilClosed(url: string, meanwhile: () => void): Promise<number> {
  for (let asked = 0; ; asked++) {
    const isOpen = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (!isOpen) return asked;
    meanwhile();
  }
}

test.each([
  ['PORT', 'many'],
  ['SVC_QUERY_TIMEOUT', '1000'],
])('a start with %s=%s fails and names the variable', async (name, value) => {
  const { dataDir } = service;
  await expect(TestService.start({ dataDir, env: { [name]: value } })).rejects.toThrow(
    new RegExp(`ended with 1:[\\s\\S]*${name}: `),
  );
});

test('a second process refuses a data directory in use, and explains why', async () => {
  const { dataDir } = service;
  await expect(TestService.start({ dataDir })).rejects.toThrow(/ended with 1:[\s\S]*(in use|locked)/);
  expect((await service.anonymous.get('/readyz')).status).toBe(200);
});
