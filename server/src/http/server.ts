import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify';
import { newId } from '../core/ids.js';
import { Problem, type ProblemSlug, problem, problemKinds } from '../core/problems.js';
import type { Service } from '../service.js';
import { authEndpoints } from './auth.js';
import { controlPlane } from './control-plane.js';
import { dataPlane } from './data-plane/index.js';
import type { Endpoint } from './endpoint.js';
import { documentEndpoint, openApiBase } from './openapi.js';
import { registerOperations } from './operations.js';
import { PROBLEM_MEDIA_TYPE, problemBody, problemIndexPage, problemPage } from './problem-response.js';
import { registerEndpoints } from './register.js';
import { validationProblem, validatorCompiler } from './validation.js';

const BODY_LIMIT = 16 * 1024 * 1024;
const ANONYMOUS_REQUESTS_PER_MINUTE = 300;

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [...authEndpoints, ...dataPlane, ...controlPlane];

export async function createServer(service: Service): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId('req'),
    disableRequestLogging: true,
    // A name may take up to 200 characters, each up to 12 when percent-encoded.
    routerOptions: { maxParamLength: 4096 },
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  handleErrors(app, service);

  await app.register(multipart);
  await app.register(rateLimit, {
    hook: 'preValidation',
    timeWindow: '1 minute',
    keyGenerator: (request) => request.caller?.credential.id ?? `ip:${request.ip}`,
    max: (request) => request.caller?.credential.rateLimitPerMinute ?? ANONYMOUS_REQUESTS_PER_MINUTE,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    errorResponseBuilder: (_, { ttl, max }) => {
      const seconds = Math.ceil(ttl / 1000);
      return problem('rate-limited', `More than ${max} requests in a minute.`, {
        members: { retry_after: seconds },
      });
    },
  });
  await app.register(swagger, {
    openapi: openApiBase(service.config.publicUrl),
    transform: documentEndpoint,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', persistAuthorization: true },
  });

  registerEndpoints(app, service, endpoints);
  registerOperations(app, service);
  registerPages(app);
  await app.ready();
  return app;
}

function registerPages(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/problems', { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(problemIndexPage()),
  );
  app.get<{ Params: { slug: string } }>(
    '/problems/:slug',
    { schema: { hide: true } },
    async (request, reply) => {
      const { slug } = request.params;
      if (!Object.hasOwn(problemKinds, slug))
        throw problem('not-found', `There is no problem called "${slug}".`);
      return reply.type('text/html; charset=utf-8').send(problemPage(slug as ProblemSlug));
    },
  );
}

function handleErrors(app: FastifyInstance, service: Service): void {
  app.setNotFoundHandler(async (request) => {
    throw problem('route-not-found', `There is no endpoint ${request.method} ${request.url.split('?')[0]}.`);
  });
  app.setErrorHandler(async (error: FastifyError | Problem | Error, request, reply) => {
    const found = toProblem(error);
    if (found.status >= 500) service.log.error({ err: error, request_id: request.id }, 'request failed');
    const retryAfter = found.members.retry_after;
    if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
    return reply.code(found.status).type(PROBLEM_MEDIA_TYPE).send(problemBody(found, request.id));
  });
}

/** Whatever is not ours reveals nothing but its status. */
function toProblem(error: FastifyError | Problem | Error): Problem {
  if (error instanceof Problem) return error;
  if ('validation' in error && error.validation) {
    return validationProblem(
      error.validationContext === 'querystring' ? 'query string' : (error.validationContext ?? 'request'),
      error.validation,
    );
  }
  const code = 'code' in error ? error.code : '';
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return problem('malformed-json', error.message);
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') {
    return problem(
      'too-large',
      `A request body takes at most ${BODY_LIMIT / 1024 / 1024} MB; upload files as multipart/form-data.`,
    );
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('unsupported-media-type', error.message);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return status >= 400 && status < 500 ? problem('bad-request', error.message) : problem('internal-error');
}
