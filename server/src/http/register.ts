import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import type { Db } from '../catalog/catalog.js';
import { problem } from '../core/problems.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../service.js';
import { type Answer, JsonText } from './answer.js';
import { authenticate, authorize, bearerSecret, requireReach } from './authenticate.js';
import { bodyBytes, takingAnyContent } from './body-bytes.js';
import { type Context, changesState, type Endpoint, needsCredential } from './endpoint.js';
import { mediaTypeProblem } from './handle-errors.js';
import { IdempotencyGuard } from './idempotency.js';
import { readForm } from './multipart.js';
import { lazyValidator, refuseNul, validationProblem } from './validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The endpoint behind a route; operational pages have none. */
    endpoint?: Endpoint;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Makes Fastify routes of the endpoint lists: the same steps, in the same order, for every one. */
export function registerEndpoints(
  app: FastifyInstance,
  service: Service,
  endpoints: readonly Endpoint[],
): void {
  const guard = new IdempotencyGuard(service.catalog);
  const methodsByPath = new Map<string, string[]>();
  app.decorateRequest('caller', null);
  for (const endpoint of endpoints) {
    const urls = expandPath(endpoint.path);
    for (const url of urls) methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), endpoint.method]);
    const steps = stepsOf(service, guard, endpoint);
    const register = (scope: FastifyInstance): void => {
      for (const url of urls) scope.route({ ...steps, url });
    };
    if (endpoint.takesBytes) void app.register(async (scope) => register(takingAnyContent(scope)));
    else register(app);
  }
  refuseOtherMethods(app, methodsByPath);
}

/** What is done with every request to an endpoint, in this order. */
function stepsOf(service: Service, guard: IdempotencyGuard, endpoint: Endpoint): Omit<RouteOptions, 'url'> {
  const formValidator =
    endpoint.takesFile && endpoint.body ? lazyValidator(endpoint.body, 'textual') : undefined;
  return {
    method: endpoint.method,
    schema: validationSchema(endpoint),
    config: { endpoint },
    onRequest: async (request) => {
      if (request.url.includes('%00')) throw problem('bad-request', 'The URL holds the character U+0000.');
      if (!needsCredential(endpoint)) return;
      request.caller = await authenticate(service, request.headers.authorization, request.id);
      service.usage.count(request.caller.credential);
    },
    preValidation: async (request) => {
      if (!endpoint.takesFile && request.isMultipart()) throw mediaTypeProblem(request);
      // No body says as much as an empty one; what it lacks is then named field by field.
      if (endpoint.body && !endpoint.takesFile) request.body ??= {};
      if (!request.caller) return;
      authorize(request.caller, endpoint.access);
      // A guarded request may repeat one that deleted its workbook, so it asks in the guard, after the kept
      // answer. A file is not taken in before its workbook is known.
      if (!isGuarded(request, endpoint) || endpoint.takesFile)
        await requireReach(service, request.caller, request.params, endpoint.access);
    },
    preHandler: async (request) => refuseNul(request.body),
    handler: async (request, reply) => {
      const context = await contextOf(service, request, endpoint, formValidator);
      await send(reply, await answer(guard, endpoint, context, request, reply));
      return reply;
    },
  };
}

/** A multipart body is validated once its fields are read. */
function validationSchema({ params, query, body, takesFile }: Endpoint): FastifySchema {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && !takesFile && { body }),
  };
}

/** `/x/{tables,artifacts}/y` stands for two paths. */
export function expandPath(path: string): string[] {
  const match = /\{([^}]+)\}/.exec(path);
  if (!match?.[1]) return [path];
  return match[1].split(',').map((choice) => path.replace(match[0], choice));
}

type AnyContext = Context<unknown, unknown, unknown>;

async function contextOf(
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
    ifMatch: request.headers['if-match'],
    origin: service.config.publicUrl ?? `${request.protocol}://${request.host}`,
    bytes: bodyBytes(request),
    // Endpoints that need no credential never look at their caller.
    caller: request.caller as Caller,
  };
  if (!endpoint.takesFile) return { ...known, body: request.body ?? {}, file: undefined };
  const { fields, file } = await readForm(service, request);
  if (validateForm && !validateForm(fields)) throw validationProblem('form', validateForm.errors ?? []);
  return { ...known, body: fields, file };
}

/** Whether the request carries an Idempotency-Key and the endpoint has something for it to guard. */
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
    secret: bearerSecret(request.headers.authorization) as string,
    key: String(request.headers['idempotency-key']),
    fingerprint: [
      request.method,
      request.url,
      context.body,
      context.file?.blob.hash ?? null,
      context.file?.filename ?? null,
    ],
    sight: async (db: Db) => {
      const { workbook_id: workbookId } = (context.params ?? {}) as { workbook_id?: string };
      return workbookId === undefined ? '' : await context.service.data.sight(context.caller, workbookId, db);
    },
  };
  const { answer, replayed } = await guard.run(guarded, async (keep) => {
    await requireReach(context.service, context.caller, context.params, endpoint.access);
    const caller: Caller = {
      ...context.caller,
      keepAnswer: (tx, result) => keep(tx, endpoint.present(result)),
    };
    return endpoint.present(await endpoint.run({ ...context, caller }));
  });
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

async function send(reply: FastifyReply, { status, headers, body }: Answer): Promise<void> {
  reply.code(status).headers(headers ?? {});
  if (body instanceof JsonText) await reply.type('application/json; charset=utf-8').send(body.text);
  else await reply.send(body);
}

function refuseOtherMethods(app: FastifyInstance, methodsByPath: Map<string, string[]>): void {
  for (const [url, allowed] of methodsByPath) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw problem('method-not-allowed', `${request.method} is not one of ${allowed.join(', ')}.`);
      },
    });
  }
}
