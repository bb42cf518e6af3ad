import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { cancellable } from '../core/cancellation.js';
import { problem } from '../core/problems.js';
import type { Access } from '../edge/access.js';
import type { AnswersInFlight } from '../edge/answers-in-flight.js';
import { authenticate, authorize, requireReach } from '../edge/authenticate.js';
import { smallBounds } from '../edge/body-bounds.js';
import { disconnectSignal } from '../edge/disconnect-signal.js';
import { CHALLENGE, feedSecret } from '../edge/feed-secret.js';
import { pageOriginOf } from '../edge/own-origin.js';
import { recordCall } from '../edge/record-call.js';
import { sendAnswer } from '../edge/send-answer.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import { type Asked, answerFeed } from './answer-feed.js';
import { odataError } from './error-body.js';
import { unsupported } from './feed-problems.js';
import { versionFor } from './negotiate.js';
import { readOptions } from './query-options.js';
import { type Resource, readResource } from './resource-path.js';

const access: Access = { to: 'data-plane', scope: 'workbooks:read' };
const ROOT = '/odata/:workbook_id';

type FeedRequest = FastifyRequest<{
  Params: { workbook_id: string; '*'?: string };
  Querystring: Record<string, unknown>;
}>;

/** A read-only feed of each workbook by OData 4.01, for spreadsheets and tools that analyze data. */
export function registerOData(app: FastifyInstance, service: Service, inFlight: AnswersInFlight): void {
  const { config } = service;

  const steps: Omit<RouteOptions, 'url'> = {
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    schema: { hide: true },
    config: { bodyBounds: smallBounds, challenge: () => CHALLENGE, presentProblem: odataError },
    bodyLimit: smallBounds.bytes,
    onRequest: async (request, reply) => {
      reply.header('odata-version', '4.0');
      if (request.url.includes('%00')) throw problem('bad-request', say('url-nul'));
      const secret = feedSecret(request.headers.authorization);
      if (!secret) throw problem('unauthenticated', say('token-absent'), { fix: say('fix-feed-credential') });
      const { params } = request as FeedRequest;
      request.caller = await authenticate(service, secret, request.id, { workbookId: params.workbook_id });
    },
    preParsing: async (request, reply) => {
      // Before a body is read, which no request needs.
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw refusalOf(request as FeedRequest, reply);
    },
    handler: async (given, reply) => {
      const request = given as FeedRequest;
      const caller = request.caller as Caller;
      authorize(caller, access);
      await requireReach(service, caller, request.params, access);
      const asked = askedBy(request);
      reply.header('odata-version', asked.version);
      const payer = caller.credential.accountId ?? caller.userId;
      await inFlight.waitForRoom(payer);
      const workbookId = request.params.workbook_id;
      const origin = config.publicUrl ?? pageOriginOf(request, undefined);
      const root = `${origin.replace(/\/$/, '')}/odata/${encodeURIComponent(workbookId)}/`;
      const answering = () => answerFeed({ service, caller, workbookId, root }, asked);
      const answered = await cancellable(disconnectSignal(reply), answering);
      sendAnswer(reply, answered, {
        idleMs: config.answerIdleMs,
        count: (bytes) => inFlight.count(payer, bytes),
      });
      return reply;
    },
    onResponse: async (given, reply) => {
      const { caller, params } = given as FeedRequest;
      if (!caller) return;
      const resource = resourceOf(given as FeedRequest);
      recordCall(service.accessLog, caller, {
        operation: `odata.${resource}`,
        workbookId: params.workbook_id,
        status: reply.statusCode,
        showsCells: resource !== 'service' && resource !== 'metadata',
      });
    },
  };
  for (const url of [ROOT, `${ROOT}/*`]) app.route({ ...steps, url });
}

/** What a request reads, for the audit log, which also has those that were refused. */
function resourceOf({ params }: FeedRequest): Resource['is'] | 'unknown' {
  try {
    return readResource(params['*'] ?? '').is;
  } catch {
    return 'unknown';
  }
}

function askedBy({ params, query, headers }: FeedRequest): Asked {
  return {
    version: versionFor(single(headers['odata-maxversion'])),
    resource: readResource(params['*'] ?? ''),
    options: readOptions(query),
    query,
    accept: headers.accept,
    maxPageSize: maxPageSizeOf(single(headers.prefer)),
  };
}

const single = (header: string | string[] | undefined): string | undefined => [header].flat()[0];

/** `odata.maxpagesize=500`, or without the prefix since OData 4.01. */
function maxPageSizeOf(prefer: string | undefined): number | undefined {
  const given = Number(/(?:^|[,;]\s*)(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})/i.exec(prefer ?? '')?.[1]);
  return given > 0 ? given : undefined;
}

function refusalOf({ params }: FeedRequest, reply: { header(name: string, value: string): unknown }) {
  if (params['*'] === '$batch')
    return unsupported(say('feed-option-unsupported', { option: '$batch' }), say('fix-feed-batch'));
  reply.header('allow', 'GET');
  return problem('method-not-allowed', say('feed-read-only'), { fix: say('fix-feed-read-only') });
}
