import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problem } from '../core/problems.js';

/** Sends the page that tells people that there is nothing. */
type SendPage = (reply: FastifyReply) => unknown;

/**
 * Refuses requests without a route before their body is read; if the path is known, with its allowed methods.
 * Must be set up before the first route is registered. Returns what takes the page for people.
 */
export function refuseUnknownRoutes(app: FastifyInstance): (send: SendPage) => void {
  let sendPage: SendPage | undefined;
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.split('?')[0] ?? '';
    const methods = [...known.values()].flatMap(({ pattern, methods }) =>
      pattern.test(path) ? [...methods] : [],
    );
    if (methods.length === 0) {
      if (sendPage && isOpenedByPerson(request)) return;
      throw noSuchRoute(request.method, path);
    }
    // HEAD is implied by GET.
    const allowed = [...new Set(methods)].filter((method) => method !== 'HEAD').join(', ');
    reply.header('allow', allowed);
    throw problem('method-not-allowed', say('method-unknown', { method: request.method, allowed }));
  });
  // Other requests are refused earlier; they are named here so that Fastify's own answer cannot appear.
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage && isOpenedByPerson(request)) return sendPage(reply.code(404));
    throw noSuchRoute(request.method, request.url.split('?')[0] ?? '');
  });
  return (send) => {
    sendPage = send;
  };
}

/** Programs that ask for pages of the interface get a problem, whatever they accept. */
function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    !/^\/(api|mcp|odata|sharing|assets|docs)(?![^/?])/.test(url) &&
    /\btext\/html\b/.test(headers.accept ?? '')
  );
}

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/** `/x/:id/*` as a regular expression; a parameter is one whole segment of a path. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

function noSuchRoute(method: string, path: string): Problem {
  return problem('route-not-found', say('endpoint-unknown', { method, path }));
}
