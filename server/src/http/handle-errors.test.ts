import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../features/service.js';
import { createLog } from '../log.js';
import { createMetrics } from '../metrics.js';
import { createServer } from './server.js';

const secret = 'select * from "/srv/data/catalog.db" failed at open (/app/sqlite.js:7:1)';

let thrown: Error;

/** A service whose catalog throws an unexpected error. */
const broken = {
  config: {},
  log: createLog('silent'),
  metrics: createMetrics(),
  catalog: {
    get db(): never {
      throw thrown;
    },
  },
  events: { close: () => {} },
  sessionTokens: { verify: async () => ({ sessionId: 'ses_1', userId: 'usr_1' }) },
} as unknown as Service;

let app: FastifyInstance;
beforeAll(async () => {
  app = await createServer(broken);
});
afterAll(() => app.close());

test.each([
  ['error', new Error(secret)],
  ['syntax error, such as of JSON that an earlier release stored,', new SyntaxError(secret)],
])('an unexpected %s reveals nothing but the id of the request', async (_, error) => {
  thrown = error;
  const answer = await app.inject({ url: '/api/v1/me', headers: { authorization: 'Bearer any' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toEqual({
    type: '/problems/internal-error',
    title: 'Something went wrong on our side',
    status: 500,
    detail: 'Something went wrong on our side',
    code: 'internal-error',
    params: {},
    suggested_fix: 'Try again; if it persists, report the request_id.',
    fix_code: 'fix-internal-error',
    fix_params: {},
    request_id: answer.headers['x-request-id'],
  });
});

test('a service without its catalog reports only that', async () => {
  thrown = new Error(secret);
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).not.toContain('/srv');
});
