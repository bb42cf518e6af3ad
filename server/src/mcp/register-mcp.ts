import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';
import { scopes } from '../core/scopes.js';
import { authenticate, bearerSecret } from '../edge/authenticate.js';
import { ordinaryBounds } from '../edge/body-bounds.js';
import { disconnectSignal } from '../edge/disconnect-signal.js';
import { sendAnswer } from '../edge/send-answer.js';
import { serviceOrigin } from '../edge/service-origin.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import { checkOrigin } from './check-origin.js';
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
      const secret = bearerSecret(request.headers.authorization);
      request.caller = await authenticate(service, secret, request.id, {});
    },
    handler: async (request, reply) => {
      refuseBatch(request.body);
      loading ??= load();
      const answer = await loading;
      const context = { service, caller: request.caller as Caller, origin: origin() };
      const { headers, body: message } = request;
      const query = queryOf(request.query as Record<string, unknown>);
      const received = { headers, message, query, signal: disconnectSignal(reply) };
      const answered = await answer(received, context);
      await sendAnswer(reply, answered, { idleMs: config.answerIdleMs, count: () => () => undefined });
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
