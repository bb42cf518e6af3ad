import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../core/problems.js';
import { scopes } from '../core/scopes.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import { authenticate } from '../http/authenticate.js';
import { ordinaryBounds } from '../http/body/body-bounds.js';
import { sendAnswer } from '../http/send-answer.js';
import { serviceOrigin } from '../http/service-origin.js';
import { checkOrigin } from './check-origin.js';
import { sessionIdOf } from './client-name.js';
import { authInfoOf, mcpServer } from './mcp-server.js';

const PATH = '/mcp';
const METADATA = `/.well-known/oauth-protected-resource${PATH}`;

/** MCP over Streamable HTTP, without sessions: each request is authenticated, counted and answered by itself. */
export function registerMcp(app: FastifyInstance, service: Service): void {
  const { config, log } = service;
  const handler = createMcpHandler(mcpServer, {
    // Nothing is announced: the tools change with releases only.
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
  });
  app.addHook('preClose', () => handler.close());
  const origin = () => serviceOrigin(app, config);

  app.post(PATH, {
    schema: { hide: true },
    config: {
      bodyBounds: ordinaryBounds,
      challenge: () => `Bearer resource_metadata="${origin()}${METADATA}"`,
    },
    bodyLimit: ordinaryBounds.bytes,
    onRequest: async (request) => {
      checkOrigin(request.headers, config.publicUrl);
      request.caller = await authenticate(service, request.headers.authorization, request.id, {});
      service.usage.count(request.caller.credential);
    },
    handler: async (request, reply) => {
      refuseBatch(request.body);
      const context = { service, caller: request.caller as Caller, origin: origin() };
      const response = await handler.fetch(webRequest(request, reply, origin()), {
        authInfo: authInfoOf(context),
        parsedBody: request.body,
      });
      await send(reply, response, sessionIdOf(request.body), config.answerIdleMs);
      return reply;
    },
  });

  // RFC 9728. There is no authorization server: a token is minted by its user.
  app.get(METADATA, { schema: { hide: true } }, async () => ({
    resource: `${origin()}${PATH}`,
    resource_name: 'Workbook Data Service',
    resource_documentation: `${origin()}/docs`,
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  }));
}

/** Many calls in one request would count as one. Protocols since 2025-06-18 have no batches. */
function refuseBatch(body: unknown): void {
  if (Array.isArray(body)) throw problem('bad-request', 'Send one JSON-RPC message a request, not a batch.');
}

/** The body is passed to the handler as parsed. */
function webRequest({ headers, url }: FastifyRequest, { raw }: FastifyReply, origin: string): Request {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, origin), { method: 'POST', headers: named, signal: gone.signal });
}

async function send(
  reply: FastifyReply,
  { status, headers, body }: Response,
  sessionId: string | undefined,
  idleMs: number,
): Promise<void> {
  const type = headers.get('content-type');
  await sendAnswer(
    reply,
    {
      status,
      headers: {
        ...(type !== null && { 'content-type': type }),
        ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
      },
      ...(body && { body: Readable.fromWeb(body as ReadableStream) }),
    },
    { idleMs, count: () => () => undefined },
  );
}
