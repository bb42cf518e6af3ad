import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopesOf } from '../edge/access.js';
import type { Service } from '../features/service.js';
import { createLog } from '../log.js';
import { createMetrics } from '../metrics.js';
import { changesState, type Endpoint, expandPath, needsCredential } from './endpoint.js';
import { endpoints } from './endpoints.js';
import { createServer } from './server.js';

/** Enough of a service to set up the routes; no request gets as far as using it. */
const service = {
  config: {},
  log: createLog('silent'),
  metrics: createMetrics(),
  events: { close: () => {} },
} as unknown as Service;

let app: FastifyInstance;
beforeAll(async () => {
  app = await createServer(service);
});
afterAll(() => app.close());

const scopeOf = ({ access }: Endpoint) => scopesOf(access)[0] ?? null;

test('every endpoint declares who may call it, on the plane of its path', () => {
  for (const { id, path, access } of endpoints) {
    if (id === 'putUpload' || id === 'receiveStripeEvent') expect(access.to).toBe('signature');
    else if (path.startsWith('/api/v1/')) expect(access.to, id).toBe('data-plane');
    else if (path.startsWith('/api/control/')) expect(access.to, id).toMatch(/^(session|control-plane)$/);
    else
      expect([path, access.to], id).toEqual([
        expect.stringMatching(/^\/api\/auth\//),
        expect.stringMatching(/^(anyone|session)$/),
      ]);
  }
});

test('every endpoint of a workbook requires a scope', () => {
  for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/api/v1/workbooks')))
    expect(scopeOf(endpoint), endpoint.id).not.toBeNull();
});

test('reads require a read scope, and changes a scope to write', () => {
  // Webhooks and subscriptions are their user's own, and tell what may be read.
  const isOwn = ({ path }: Endpoint): boolean => /^\/api\/v1\/me\/webhooks|\/subscriptions/.test(path);
  for (const endpoint of endpoints) {
    const scope = scopeOf(endpoint);
    // Forgetting a drive needs no more than reading it: there is no other scope of drives.
    // A review reads; that it may queue a job is why it accepts an Idempotency-Key.
    const isReading = scope === 'cloud-files:read' || endpoint.id === 'reviewWorkbook' || isOwn(endpoint);
    if (scope !== null && !isReading) expect(/:read$/.test(scope), endpoint.id).toBe(!changesState(endpoint));
  }
});

test('every change with a credential accepts an Idempotency-Key, and other headers if declared', () => {
  const documented = operationsOf(app);
  for (const endpoint of endpoints) {
    const guarded = changesState(endpoint) && needsCredential(endpoint);
    for (const url of expandPath(endpoint.path)) {
      const parameters = documented[openApiPath(url)]?.[endpoint.method.toLowerCase()]?.parameters ?? [];
      const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      const reads = endpoint.method === 'GET' && endpoint.answerHeaders?.includes('ETag');
      expect(headers, endpoint.id).toEqual([
        ...(guarded ? ['Idempotency-Key'] : []),
        ...(endpoint.takesIfMatch ? ['If-Match'] : []),
        ...(endpoint.takesLastEventId ? ['Last-Event-ID'] : []),
        ...(endpoint.takesStripeSignature ? ['Stripe-Signature'] : []),
        ...(reads ? ['If-None-Match'] : []),
      ]);
    }
  }
});

test('every endpoint that accepts an Idempotency-Key passes on the commit options that keep its answer', () => {
  for (const { id, run } of endpoints.filter((one) => changesState(one) && needsCredential(one)))
    expect(String(run), id).toMatch(/\bcommit\b/);
});

test('only the listed reads use POST', () => {
  const readsByPost = endpoints.filter(({ method, readOnly }) => method !== 'GET' && readOnly);
  // Beginning a passkey leaves only a ticket behind, which ends by itself.
  expect(readsByPost.map(({ id }) => id).sort()).toEqual([
    'beginPasskey',
    'exportTables',
    'previewChart',
    'previewSheet',
    'query',
    'setPresence',
    'tryParseSpec',
    'tryReading',
    'validateQuery',
  ]);
});

test('no two endpoints share an id, or a method and path', () => {
  const ids = endpoints.map(({ id }) => id);
  const routes = endpoints.flatMap(({ method, path }) => expandPath(path).map((url) => `${method} ${url}`));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routes).size).toBe(routes.length);
});

test('the OpenAPI document contains the endpoints and nothing else', () => {
  const documented = Object.entries(operationsOf(app)).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = endpoints.flatMap(({ method, path }) =>
    expandPath(path).map((url) => `${method} ${openApiPath(url)}`),
  );
  expect(documented.sort()).toEqual(declared.sort());
});

test('every route below /api is an endpoint, and other methods are refused with those allowed', async () => {
  const declared = new Map<string, string[]>();
  for (const { method, path } of endpoints)
    for (const url of expandPath(path)) declared.set(url, [...(declared.get(url) ?? []), method]);
  const routes = routesOf(app).filter(({ url }) => url.startsWith('/api'));
  for (const [url, methods] of declared) {
    const registered = routes.filter((route) => route.url === url && route.method !== 'HEAD');
    expect(registered.map(({ method }) => method).sort(), url).toEqual([...methods].sort());
  }
  expect(new Set(routes.map(({ url }) => url))).toEqual(new Set(declared.keys()));
  const takenBy = (url: string) =>
    [...declared].flatMap(([other, methods]) =>
      new RegExp(`^${other.replaceAll(/:\w+/g, '[^/]+')}$`).test(url) ? methods : [],
    );
  for (const [i, url] of [...declared.keys()].entries()) {
    const methods = takenBy(url);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const) {
      if (methods.includes(method)) continue;
      // A separate address each, so that the limit for anonymous requests does not answer instead.
      const answer = await app.inject({
        method: method as 'GET',
        url,
        remoteAddress: `10.0.${i >> 8}.${i & 255}`,
      });
      expect([method, url, answer.statusCode]).toEqual([method, url, 405]);
      expect(String(answer.headers.allow).split(', ').sort()).toEqual([...methods].sort());
    }
  }
});

type Operations = Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;

function operationsOf(instance: FastifyInstance): Operations {
  return (instance.swagger() as unknown as { paths: Operations }).paths;
}

const openApiPath = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Parses the tree of routes that Fastify prints: one indent per level, and the rest of a path with its
 * methods on each line.
 */
function routesOf(instance: FastifyInstance): { method: Method; url: string }[] {
  const parents: string[] = [];
  return instance
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', rest = '', methods] =
        /^([│ ]*(?:├──|└──) )(\S*)(?: \(([^)]*)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      if (depth === 0) return [];
      const url = (parents[depth - 1] ?? '') + rest;
      parents[depth] = url;
      return (methods?.split(', ') ?? []).map((method) => ({ method: method as Method, url }));
    });
}
