import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../server/src/features/service.js';
import { type ConnectionBounds, defaultConnectionBounds } from '../server/src/http/connections.js';
import { createServer, type ServerOptions } from '../server/src/http/server.js';
import { createLog } from '../server/src/log.js';
import { createMetrics } from '../server/src/metrics.js';
import { startService } from './support/service.js';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** The real server on a port, with just enough of a service to parse a sign-in. */
async function listen(bounds: Partial<ConnectionBounds>, mount?: ServerOptions['mount']): Promise<string> {
  const parts = {
    config: {},
    log: createLog('silent'),
    metrics: createMetrics(),
    events: { close: () => {} },
    disk: { makeRoom: async () => {} },
  };
  const service = parts as unknown as Service;
  app = await createServer(service, {
    connections: { ...defaultConnectionBounds, ...bounds },
    ...(mount && { mount }),
  });
  return await app.listen({ port: 0, host: '127.0.0.1' });
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const halfHead = HEAD;
const halfBody = `${HEAD}Content-Length: 50000\r\n\r\n{"email": "`;

async function send(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const lastRequest = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** On a connection of its own: one that is kept from an earlier request may be closed at any time. */
const isUp = async (url: string) => (await text(await send(url, lastRequest))).startsWith('HTTP/1.1 200 ');

test.each([
  ['head', halfHead],
  ['body', halfBody],
])('a request whose %s does not arrive is closed with 408', async (_, sent) => {
  const url = await listen({ headMs: 200, bodyMs: 200 });
  const socket = await send(url, sent);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]+"\/problems\/request-timeout"/);
});

test('a connection on which nothing is ever sent is closed', async () => {
  const url = await listen({ headMs: 200 });
  const socket = (await send(url, '')).resume();
  await expect.poll(() => socket.closed).toBe(true);
});

test('a trickling body is refused, a slow but steady one is accepted', async () => {
  const url = await listen({ bodyMs: 300, bodyBytes: 1000 });
  const trickling = await send(url, halfBody);
  const steady = await send(url, halfBody);
  let trickled = true;
  const drops = setInterval(() => trickled && trickling.write('x'), 20);
  let sent = '{"email": "'.length;
  const pours = setInterval(() => {
    const piece = 'x'.repeat(Math.min(2500, 50_000 - sent));
    sent += piece.length;
    steady.write(piece);
  }, 50);
  trickling.once('close', () => {
    trickled = false;
  });
  const [cut, taken] = await Promise.all([text(trickling), answerOf(steady)]);
  clearInterval(drops);
  clearInterval(pours);
  expect(cut).toMatch(/^HTTP\/1\.1 408 /);
  // All 50,000 bytes arrived, but are not JSON.
  expect(taken).toMatch(/^HTTP\/1\.1 400 [\s\S]+malformed-json/);
});

async function answerOf(socket: Socket): Promise<string> {
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    if (received.includes('request_id')) return received;
  }
  return received;
}

test('with too many connections, those that have been idle for longest are closed', async () => {
  const url = await listen({ connections: 20 });
  const half = await Promise.all(
    Array.from({ length: 50 }, (_, i) => send(url, i % 2 ? halfHead : halfBody)),
  );
  expect(await isUp(url)).toBe(true);
  await expect.poll(() => half.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(30);
});

test('1,100 half-sent requests do not keep the service from answering or stopping', async () => {
  const service = await startService();
  await Promise.all(Array.from({ length: 1100 }, (_, i) => send(service.url, i % 2 ? halfHead : halfBody)));
  expect(await isUp(service.url)).toBe(true);
  expect(await service.stop('SIGTERM')).toBe(0);
});

test('a connection is not closed to make room if a request has arrived on it, but was not read yet', async () => {
  const service = await startService({ env: { SVC_MAX_CONNECTIONS: '20' } });
  const idle = await send(service.url, '');
  for (let n = 0; n < 18; n++) await send(service.url, halfHead);
  await once(await send(service.url, request), 'data');
  // The process is stopped while clients connect and the idle one sends, and then gets all of it at once.
  process.kill(service.pid, 'SIGSTOP');
  await Promise.all(Array.from({ length: 5 }, () => send(service.url, halfHead)));
  idle.write(lastRequest);
  process.kill(service.pid, 'SIGCONT');
  expect(await text(idle)).toMatch(/^HTTP\/1\.1 200 /);
});

test('one token with slow queries leaves connections to the others, and probes are answered whatever is busy', async () => {
  const service = await startService({ env: { SVC_MAX_CONNECTIONS: '60', SVC_QUERY_TIMEOUT_MS: '600000' } });
  const api = await service.signIn();
  const token = await api.mint(['workbooks:read']);
  const workbook = await api.workbook();
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const sql = 'select count(*) from range(1000000000) a, range(1000000000) b';
  const slow = () =>
    fetch(`${service.url}${workbook}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql }),
      signal: ended.signal,
    }).catch(() => undefined);
  const answers: Response[] = [];
  const all = Array.from({ length: 80 }, () => slow().then((answer) => answer && answers.push(answer)));
  await expect.poll(() => answers.length).toBe(80 - 15);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await answer.json()).toMatchObject({
      detail: 'More than 15 requests of this credential at a time.',
    });
  }
  expect((await api.get('/api/v1/me')).status).toBe(200);
  expect(await isUp(service.url)).toBe(true);
  ended.abort();
  await Promise.all(all);
  await expect.poll(async () => (await token.get(`${workbook}/tables`)).status).toBe(200);
});

test('while requests are under way on all connections, probes are answered, and others are told to come back', async () => {
  const gate = new EventEmitter();
  const url = await listen({ connections: 3 }, (server) => {
    server.get('/wait', async () => once(gate, 'open').then(() => 'waited'));
  });
  const waiting = await Promise.all(
    Array.from({ length: 3 }, () => send(url, 'GET /wait HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')),
  );
  await expect.poll(() => gate.listenerCount('open')).toBe(3);
  // Silent connections do not take the places of probes.
  for (let n = 0; n < 20; n++) await send(url, '');
  expect(await isUp(url)).toBe(true);
  const refused = await text(await send(url, 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'));
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*as many requests as it can/i);
  gate.emit('open');
  for (const socket of waiting) expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await text(await send(url, lastRequest))).toMatch(/^HTTP\/1\.1 200 /);
});

test('on SIGTERM requests that were sent but not yet read are answered', async () => {
  const service = await startService();
  // The process is stopped while the requests arrive, and then gets them together with the signal.
  process.kill(service.pid, 'SIGSTOP');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => send(service.url, request)));
  const ended = service.stop('SIGTERM');
  process.kill(service.pid, 'SIGCONT');
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(100);
  expect(await ended).toBe(0);
});
