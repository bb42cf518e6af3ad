import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { Answer } from '../../present/answer.js';
import type { AuthorizationServer } from './authorization-server.js';
import { RESUME_COOKIE } from './paths.js';

/** With its signature; the other cookies are for pages that the console has in place of the server's own. */
const resumeCookie = new RegExp(`^${RESUME_COOKIE}(\\.sig)?=`);

/** What the server reads of a request; everything else is the business of the edge. */
const passed = ['accept', 'authorization', 'content-type', 'cookie'] as const;

/**
 * Has the authorization server answer a request that the edge has read, counted and bounded. Its answer is sent like every
 * other, with the headers of this service.
 */
export async function passOn(
  server: AuthorizationServer,
  request: FastifyRequest,
  { address, url, payload }: { address: string; url: string; payload?: string | undefined },
): Promise<Answer> {
  const { host, protocol, pathname } = new URL(address);
  const below = pathname === '/' ? '' : pathname;
  let received: IncomingMessage | undefined;
  const answered = await inject(
    (req, res) => {
      received = req as unknown as IncomingMessage;
      // The server finds in it below which path it is reached.
      Object.assign(req, { originalUrl: below + url });
      server.handle(received, res as unknown as ServerResponse);
    },
    {
      method: request.method as 'GET',
      url,
      headers: {
        ...Object.fromEntries(passed.flatMap((name) => headerOf(request, name))),
        host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-request-id': request.id,
      },
      ...(payload !== undefined && { payload }),
    },
  );
  const failure = received && server.failureOf(received);
  if (failure) throw failure;
  const { location, 'content-type': type, 'set-cookie': cookies = [] } = answered.headers;
  const kept = [cookies].flat().filter((cookie) => resumeCookie.test(cookie));
  return {
    status: answered.statusCode,
    headers: {
      ...(location !== undefined && { location }),
      ...(type !== undefined && { 'content-type': String(type) }),
      ...(kept.length > 0 && { 'set-cookie': kept as unknown as string }),
    },
    body: answered.payload,
  };
}

function headerOf({ headers }: FastifyRequest, name: (typeof passed)[number]): [string, string][] {
  const value = headers[name];
  return value === undefined ? [] : [[name, value]];
}
