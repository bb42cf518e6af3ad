import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
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
import type { AnswerMessage } from './mcp-handler.js';

const PATH = '/mcp';
const METADATA = `/.well-known/oauth-protected-resource${PATH}`;

/** MCP over Streamable HTTP, without sessions: each request is authenticated, counted and answered by itself. */
export function registerMcp(app: FastifyInstance, service: Service): void {
  const { config, log } = service;
  // The SDK takes 0.2 s to load, which a service without agents is spared.
  let loading: Promise<AnswerMessage> | undefined;
  const load = async () => (await import('./mcp-handler.js')).messageHandler(log);
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
      loading ??= load();
      const answer = await loading;
      const context = { service, caller: request.caller as Caller, origin: origin() };
      const response = await answer(webRequest(request, reply, origin()), request.body, context);
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

const protocolHeader = /^(?:accept|content-type|mcp-[a-z-]+)$/;

/** What the SDK reads of a request; it gets the body as parsed. */
function webRequest({ headers }: FastifyRequest, { raw }: FastifyReply, origin: string): Request {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && protocolHeader.test(name) ? [[name, value]] : [],
  );
  return new Request(`${origin}${PATH}`, { method: 'POST', headers: named, signal: gone.signal });
}

async function send(
  reply: FastifyReply,
  response: Response,
  sessionId: string | undefined,
  idleMs: number,
): Promise<void> {
  const { status, headers, body } = response;
  const type = headers.get('content-type');
  // Older clients get their answer as an event.
  const isStreamed = body !== null && type?.startsWith('text/event-stream');
  await sendAnswer(
    reply,
    {
      status,
      headers: {
        ...(type !== null && { 'content-type': type }),
        ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
      },
      body: isStreamed ? Readable.fromWeb(body as ReadableStream) : await response.text(),
    },
    { idleMs, count: () => () => undefined },
  );
}
