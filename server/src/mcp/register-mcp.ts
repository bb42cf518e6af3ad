import type { IncomingHttpHeaders } from 'node:http';
import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';
import { authenticate, bearerSecret } from '../edge/authenticate.js';
import { ordinaryBounds } from '../edge/body-bounds.js';
import { disconnectSignal } from '../edge/disconnect-signal.js';
import { sendAnswer } from '../edge/send-answer.js';
import { serviceAddress } from '../edge/service-address.js';
import { serviceOrigin } from '../edge/service-origin.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import { checkOrigin } from './check-origin.js';
import type { AnswerMessage } from './mcp-handler.js';

const PATH = '/mcp';
/** What an agent asks for at first: to read and to change. */
const AGENT_SCOPES = 'workbooks:read workbooks:write';
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
      challenge: ({ headers }) => challenge(headers, serviceAddress(config, headers) ?? origin()),
    },
    bodyLimit: ordinaryBounds.bytes,
    onRequest: async (request) => {
      checkOrigin(request.headers, config.publicUrl);
      const secret = bearerSecret(request.headers.authorization);
      request.caller = await authenticate(service, secret, request.id, { audience: 'agents' });
    },
    handler: async (request, reply) => {
      refuseBatch(request.body);
      loading ??= load();
      const answer = await loading;
      const context = { service, caller: request.caller as Caller, origin: origin() };
      const { headers, body: message } = request;
      const query = queryOf(request.query as Record<string, unknown>);
      const received = { headers, message, query, signal: disconnectSignal(reply)() };
      const answered = await answer(received, context);
      sendAnswer(reply, answered, { idleMs: config.answerIdleMs, count: () => () => undefined });
      return reply;
    },
  });
}

/** Tells agents that know only the address how to be let in (RFC 9728). */
function challenge({ authorization }: IncomingHttpHeaders, address: string): string {
  const parts = [
    ...(authorization === undefined ? [] : ['error="invalid_token"']),
    `resource_metadata="${address}${METADATA}"`,
    `scope="${AGENT_SCOPES}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}

/** A client may choose tools by `?tools=read,edit`, and have the schemas of answers by `?answers=described`. */
function queryOf({ tools, answers }: Record<string, unknown>) {
  return {
    tools: tools === undefined ? undefined : String(tools),
    answers: answers === undefined ? undefined : String(answers),
  };
}

/** Many calls in one request would count as one. Protocols since 2025-06-18 have no batches. */
function refuseBatch(body: unknown): void {
  if (Array.isArray(body)) throw problem('bad-request', say('agent-batch'));
}
