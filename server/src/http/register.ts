import { strictObject } from '@workbook-data-service/contract/common';
import { say } from '@workbook-data-service/contract/messages';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  preParsingAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { CommitOptions } from '../catalog/change.js';
import type { Db } from '../catalog/db.js';
import { cancellable } from '../core/cancellation.js';
import type { LinkGrant } from '../core/link-grant.js';
import { problem } from '../core/problems.js';
import type { AnswersInFlight } from '../edge/answers-in-flight.js';
import { authenticate, authenticateLink, authorize, requireReach } from '../edge/authenticate.js';
import { disconnectSignal } from '../edge/disconnect-signal.js';
import { pageOriginOf } from '../edge/own-origin.js';
import { hasCopy, sendAnswer } from '../edge/send-answer.js';
import { serviceOrigin } from '../edge/service-origin.js';
import { lazyValidator, refuseNul, validationProblem } from '../edge/validation.js';
import type { Caller } from '../features/caller.js';
import type { NamedInPath } from '../features/identity/resolve-credential.js';
import type { Service } from '../features/service.js';
import type { Answer } from '../present/answer.js';
import { acceptAnyContent, bodyBytes } from './body/body-bytes.js';
import { readCookie } from './cookies.js';
import {
  boundsOf,
  type Context,
  changesState,
  type Endpoint,
  expandPath,
  needsCredential,
  storesData,
} from './endpoint.js';
import { mediaTypeProblem } from './handle-errors.js';
import { IdempotencyGuard } from './idempotency.js';
import { readForm } from './multipart.js';
import { earlierFingerprintsOf, fingerprintOf, rememberSent } from './request-fingerprint.js';
import { secretOf } from './session-cookie.js';
import { refuseUnknownParameters } from './unknown-parameters.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The secret of its credential, where the endpoint needs one. */
    secret: string | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint of a route; operational pages have none. */
    endpoint?: Endpoint;
  }
}

/** Makes Fastify routes from the endpoints, with the same steps in the same order for each. */
export function registerEndpoints(
  app: FastifyInstance,
  service: Service,
  endpoints: readonly Endpoint[],
  inFlight: AnswersInFlight,
): void {
  const guard = new IdempotencyGuard(service.catalog);
  app.decorateRequest('caller', null);
  app.decorateRequest('secret', undefined);
  app.decorateRequest('sent', undefined);
  refuseBeforeBody(app, service, guard);
  for (const endpoint of endpoints) {
    const urls = expandPath(endpoint.path);
    const steps = stepsOf(app, service, guard, inFlight, endpoint);
    const register = (scope: FastifyInstance): void => {
      for (const url of urls) scope.route({ ...steps, url });
    };
    if (endpoint.takesBytes) void app.register(async (scope) => register(acceptAnyContent(scope)));
    else register(app);
  }
}

/**
 * Looks up rights after the request was counted against its rate limit and before its body is read: the rate
 * limiter appends its step when a route is registered, and this appends its own after that.
 */
function refuseBeforeBody(app: FastifyInstance, service: Service, guard: IdempotencyGuard): void {
  const refuse: preParsingAsyncHookHandler = async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    if (request.caller) await requireRights(service, guard, request, request.caller, endpoint);
    refuseUnknownParameters(request.query as object, endpoint);
    if (storesData(endpoint)) await service.disk.requireRoom();
    else if (changesState(endpoint)) await service.disk.makeRoom();
  };
  app.addHook('onRoute', (route) => {
    const steps = [route.preParsing ?? []].flat();
    if (route.config?.endpoint && !steps.includes(refuse)) route.preParsing = [...steps, refuse];
  });
}

async function requireRights(
  service: Service,
  guard: IdempotencyGuard,
  request: FastifyRequest,
  caller: Caller,
  endpoint: Endpoint,
): Promise<void> {
  authorize(caller, endpoint.access);
  try {
    await requireReach(service, caller, request.params, endpoint.access);
  } catch (error) {
    // The request may repeat one that deleted its workbook, and whose answer is still kept.
    const key = request.headers['idempotency-key'];
    const isRepeated =
      isGuarded(request, endpoint) && (await guard.hasAnswer(caller.credential.id, String(key)));
    if (!isRepeated) throw error;
  }
}

/** The steps of every request to an endpoint, in this order. */
function stepsOf(
  app: FastifyInstance,
  service: Service,
  guard: IdempotencyGuard,
  inFlight: AnswersInFlight,
  endpoint: Endpoint,
): Omit<RouteOptions, 'url'> {
  const formValidator =
    endpoint.acceptsFile && endpoint.body ? lazyValidator(endpoint.body, 'textual') : undefined;
  return {
    method: endpoint.method,
    schema: validationSchema(endpoint),
    config: { endpoint, bodyBounds: boundsOf(endpoint) },
    bodyLimit: boundsOf(endpoint).bytes,
    onRequest: async (request) => {
      if (request.url.includes('%00')) throw problem('bad-request', say('url-nul'));
      if (!needsCredential(endpoint)) return;
      const named = namedInPath(request, endpoint);
      const link = endpoint.opensByLink ? linkOf(request, endpoint) : undefined;
      if (link) {
        request.caller = await authenticateLink(service, link, request.id, named);
        return;
      }
      request.secret = secretOf(request, service.config.publicUrl);
      request.caller = await authenticate(service, request.secret, request.id, named);
    },
    preValidation: (request, _reply, done) => {
      if (!endpoint.acceptsFile && request.isMultipart()) throw mediaTypeProblem(request);
      // A missing body counts as an empty one, so that the problem names each missing field.
      if (takesJson(endpoint)) request.body ??= {};
      rememberSent(request, request.body ?? {});
      done();
    },
    preHandler: (request, _reply, done) => {
      refuseNul(request.body);
      done();
    },
    handler: (request, reply) => {
      // Not a promise of the reply, which would have Fastify wait for the end of the answer with listeners of its own.
      answerRequest(request, reply).catch((error: unknown) => reply.send(error));
    },
  };

  async function answerRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const payer = request.caller?.credential.accountId ?? request.caller?.userId ?? request.ip;
    if (endpoint.answersRows) await inFlight.waitForRoom(payer);
    const context = await contextOf(app, service, request, endpoint, formValidator);
    const answering = () => answer(guard, endpoint, context, request, reply);
    // A change goes on: a client that lost its connection repeats the request, and gets the answer of the first.
    const answered = changesState(endpoint)
      ? await answering()
      : await cancellable(disconnectSignal(reply), answering);
    sendAnswer(reply, answered, {
      idleMs: service.config.answerIdleMs,
      count: (bytes) => inFlight.count(payer, bytes),
    });
  }
}

/** A request that says by whom it is signed has no other credential. */
function linkOf({ params, query }: FastifyRequest, { id }: Endpoint): LinkGrant | undefined {
  const signed = query as object;
  return 'sig' in signed ? { operation: id, path: params as object, query: signed } : undefined;
}

function namedInPath({ params }: FastifyRequest, { findsTable }: Endpoint): NamedInPath {
  const { workbook_id: workbookId, name } = (params ?? {}) as { workbook_id?: string; name?: string };
  return { workbookId, table: findsTable ? name : undefined, audience: 'api' };
}

const noFields = strictObject({});

function takesJson({ method, acceptsFile, takesBytes }: Endpoint): boolean {
  return method !== 'GET' && !acceptsFile && !takesBytes;
}

/**
 * A multipart body is validated after its fields are read. An endpoint without a body schema accepts no
 * fields.
 */
function validationSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body = noFields } = endpoint;
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(takesJson(endpoint) && { body }),
  };
}

type AnyContext = Context<unknown, unknown, unknown>;

async function contextOf(
  app: FastifyInstance,
  service: Service,
  request: FastifyRequest,
  endpoint: Endpoint,
  validateForm: ReturnType<typeof lazyValidator> | undefined,
): Promise<AnyContext> {
  const known = {
    service,
    params: request.params,
    query: request.query,
    requestId: request.id,
    from: { address: request.ip, userAgent: request.headers['user-agent'] },
    cookie: (name: string) => readCookie(request.headers.cookie, name),
    wantsPage: request.headers.accept?.includes('text/html') ?? false,
    hasCopy: (etag: string) => hasCopy(request, etag),
    ifMatch: endpoint.takesIfMatch ? request.headers['if-match'] : undefined,
    lastEventId: endpoint.takesLastEventId ? lastEventIdOf(request) : undefined,
    stripeSignature: endpoint.takesStripeSignature ? stripeSignatureOf(request) : undefined,
    origin: serviceOrigin(app, service.config),
    pageOrigin: pageOriginOf(request, service.config.publicUrl),
    bytes: bodyBytes(request),
    // Endpoints that need no credential do not use their caller.
    caller: request.caller as Caller,
    commit: {},
  };
  if (!endpoint.acceptsFile) return { ...known, body: request.body ?? {}, file: undefined };
  const { fields, file } = await readForm(service, request);
  rememberSent(request, fields);
  if (validateForm && !validateForm(fields)) throw validationProblem('form', validateForm.errors ?? []);
  return { ...known, body: fields, file };
}

/** A client that has seen no event yet may send the header empty. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const sent = headers['last-event-id'];
  return (Array.isArray(sent) ? sent[0] : sent) || undefined;
}

function stripeSignatureOf({ headers }: FastifyRequest): string | undefined {
  return [headers['stripe-signature']].flat()[0];
}

function isGuarded(request: FastifyRequest, endpoint: Endpoint): boolean {
  return (
    request.headers['idempotency-key'] !== undefined && request.caller !== null && changesState(endpoint)
  );
}

async function answer(
  guard: IdempotencyGuard,
  endpoint: Endpoint,
  context: AnyContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  if (!isGuarded(request, endpoint)) return endpoint.present(await endpoint.run(context));
  const guarded = {
    credentialId: context.caller.credential.id,
    secret: request.secret as string,
    key: String(request.headers['idempotency-key']),
    fingerprint: fingerprintOf(request, context.file),
    earlierFingerprints: () => earlierFingerprintsOf(request, context.body as object, context.file),
    visibility: async (db: Db) => {
      const { workbook_id: workbookId } = (context.params ?? {}) as { workbook_id?: string };
      return workbookId === undefined
        ? ''
        : await context.service.data.as(context.caller).visibility(workbookId, db);
    },
  };
  const { answer, replayed } = await guard.run(guarded, async (keep) => {
    await requireReach(context.service, context.caller, context.params, endpoint.access);
    const commit: CommitOptions = {
      beforeCommit: (tx, result) => keep(tx, endpoint.present(result)),
    };
    return endpoint.present(await endpoint.run({ ...context, commit }));
  });
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}
