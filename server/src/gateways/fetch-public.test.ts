import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Problem } from '../core/problems.js';
import { type PublicNetwork, publicFetcher } from './fetch-public.js';

const limits = { timeoutMs: 10_000, idleMs: 10_000 };
const open = publicFetcher({ allowPrivateNetwork: true });
const closed = publicFetcher({ allowPrivateNetwork: false });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function refusal(work: Promise<unknown>): Promise<[string, string]> {
  const error = await work.then(
    () => new Error('it was not refused'),
    (thrown: Error) => thrown,
  );
  return [error instanceof Problem ? error.slug : error.name, error.message];
}

/** A resolver with these answers, which counts its calls. */
function names(meanings: Record<string, string[]>) {
  const asked: string[] = [];
  const resolve: PublicNetwork['resolve'] = async (hostname) => {
    asked.push(hostname);
    return (meanings[hostname] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
  };
  return { asked, resolve };
}

test('a response has its status, headers and bytes', async () => {
  const port = await serve((_, response) => response.writeHead(201, { 'x-kind': 'test' }).end('hello'));
  const answer = await open(`http://127.0.0.1:${port}/a?b=c`, limits);
  expect([answer.status, answer.headers['x-kind'], await textOf(answer.body)]).toEqual([
    201,
    'test',
    'hello',
  ]);
});

test('a body can be sent, as webhooks do', async () => {
  const port = await serve((request, response) => request.pipe(response));
  const answer = await open(`http://127.0.0.1:${port}/`, { ...limits, method: 'POST', body: '{"a":1}' });
  expect(await textOf(answer.body)).toBe('{"a":1}');
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://localhost/',
  'http://localhost./',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fd00:ec2::254]/',
  'https://10.0.0.1:8443/',
  'http://no-such-name.invalid/',
])('%s has no public address', async (url) => {
  const [slug, message] = await refusal(closed(url, limits));
  expect(slug).toBe('url-refused');
  expect(message).toMatch(/has no public address\.$/);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.com/a.csv',
  'gopher://example.com/',
  'data:text/csv,a',
  'javascript:1',
  '//example.com/a.csv',
  'example.com/a.csv',
  '',
  'http://',
  'http://[fe80::1%25eth0]/',
])('"%s" is no http or https address', async (url) => {
  expect((await refusal(open(url, limits)))[0]).toBe('url-refused');
});

test.each(['http://user@example.com/', 'http://user:secret@example.com/'])(
  '%s is refused for its credentials',
  async (url) => {
    const [slug, message] = await refusal(open(url, limits));
    expect([slug, message]).toEqual(['url-refused', 'The URL contains a user name or password.']);
  },
);

test('a name is refused if any of its addresses is private', async () => {
  const { resolve } = names({ 'mixed.test': ['93.184.215.14', '10.0.0.1'] });
  const fetch = publicFetcher({ allowPrivateNetwork: false, resolve });
  expect((await refusal(fetch('http://mixed.test/', limits)))[0]).toBe('url-refused');
});

test('a name is resolved once, and the connection goes to the checked addresses', async () => {
  const port = await serve((request, response) => response.end(request.headers.host));
  const { resolve, asked } = names({ 'rebind.test': ['127.0.0.1'] });
  const fetch = publicFetcher({ allowPrivateNetwork: true, resolve });
  const answer = await fetch(`http://rebind.test:${port}/`, limits);
  // No other resolver knows this name, so no other was used.
  expect(await textOf(answer.body)).toBe(`rebind.test:${port}`);
  expect(asked).toEqual(['rebind.test']);
});

test('no connection outlives its response, so none is reused for another address', async () => {
  const port = await serve((request, response) => response.end(String(request.socket.remotePort)));
  const ports = [];
  for (let i = 0; i < 3; i++)
    ports.push(await textOf((await open(`http://127.0.0.1:${port}/`, limits)).body));
  expect(new Set(ports).size).toBe(3);
});

test('a redirect is returned and not followed', async () => {
  const paths: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/secret' }).end();
  });
  const answer = await open(`http://127.0.0.1:${port}/start`, limits);
  answer.discard();
  expect([answer.status, paths]).toEqual([302, ['/start']]);
});

test('a server that never responds is given up on', async () => {
  const port = await serve(() => {});
  const hurried = open(`http://127.0.0.1:${port}/`, { timeoutMs: 10_000, idleMs: 100 });
  expect(await refusal(hurried)).toEqual(['url-failed', 'The server took too long.']);
});

test('a server that sends a byte now and then is given up on at the deadline', async () => {
  const port = await serve((_, response) => {
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const started = performance.now();
  const answer = await open(`http://127.0.0.1:${port}/`, { timeoutMs: 400, idleMs: 10_000 });
  expect(await refusal(textOf(answer.body))).toEqual(['url-failed', 'The server took too long.']);
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('a server that stops responding in the middle is given up on', async () => {
  const port = await serve((_, response) => response.write('beginning'));
  const answer = await open(`http://127.0.0.1:${port}/`, { timeoutMs: 10_000, idleMs: 100 });
  expect((await refusal(textOf(answer.body)))[0]).toBe('url-failed');
});

test('a resolver that never answers is given up on', async () => {
  const fetch = publicFetcher({ allowPrivateNetwork: false, resolve: () => new Promise(() => {}) });
  const [slug] = await refusal(fetch('http://slow.test/', { timeoutMs: 100, idleMs: 100 }));
  expect(slug).toBe('url-failed');
});

test('a truncated response is a failure, not a smaller file', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  });
  const answer = await open(`http://127.0.0.1:${port}/`, limits);
  expect((await refusal(textOf(answer.body)))[0]).toBe('url-failed');
});

test('a port where nobody listens is a failure', async () => {
  const port = await serve(() => {});
  servers.pop()?.close();
  expect((await refusal(open(`http://127.0.0.1:${port}/`, limits)))[0]).toBe('url-failed');
});

test('closing the body closes the connection', async () => {
  let drip: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve) => {
    void serve((_, response) => {
      drip = setInterval(() => response.write('x'), 1);
      response.on('close', resolve);
    }).then(async (port) => {
      const answer = await open(`http://127.0.0.1:${port}/`, limits);
      for await (const _ of answer.body) break;
    });
  });
  await closed;
  clearInterval(drip);
});
