import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { newId } from '../core/ids.js';
import { type ProblemSlug, problem, problemKinds } from '../core/problems.js';
import type { Service } from '../service.js';
import { authEndpoints } from './auth.js';
import { acceptJson } from './body/accept-json.js';
import { controlPlane } from './control-plane/index.js';
import { dataPlane } from './data-plane/index.js';
import type { Endpoint } from './endpoint.js';
import { handleErrors, refuseConnection, refuseUrl } from './handle-errors.js';
import { letConnectionsGo } from './let-connections-go.js';
import { documentEndpoint, openApiBase } from './openapi.js';
import { registerOperations } from './operations.js';
import { parseJson } from './parse-json.js';
import { problemIndexPage, problemPage } from './problem-response.js';
import { limitRates } from './rate-limits.js';
import { recordAccess } from './record-access.js';
import { registerEndpoints } from './register.js';
import { refuseUnknownRoutes } from './unknown-routes.js';
import { validatorCompiler } from './validation.js';

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [...authEndpoints, ...dataPlane, ...controlPlane];

export async function createServer(service: Service): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    trustProxy: trustOf(service.config.trustedProxy),
    genReqId: () => newId('req'),
    logController: new LogController({ disableRequestLogging: true }),
    // A name may take up to 200 characters, each up to 12 when percent-encoded.
    routerOptions: { maxParamLength: 4096 },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection is served; nothing is listening for new ones.
    return503OnClosing: false,
    frameworkErrors: refuseUrl,
    clientErrorHandler: refuseConnection,
  });
  // Every body is JSON or a form; text that merely looks like JSON is not guessed at.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJson(app, parseJson);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  letConnectionsGo(app);
  handleErrors(app, service.log);
  refuseUnknownRoutes(app);

  await app.register(multipart);
  await limitRates(app);
  await app.register(swagger, {
    openapi: openApiBase(service.config.publicUrl),
    transform: documentEndpoint,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', persistAuthorization: true, displayOperationId: true },
  });

  registerEndpoints(app, service, endpoints);
  registerOperations(app, service);
  recordAccess(app, service);
  registerPages(app);
  await app.ready();
  return app;
}

/** Whose word on the client's address is taken: the nearest so many, or these addresses. */
function trustOf(proxies: number | string[] | undefined) {
  if (typeof proxies !== 'number') return proxies ?? false;
  return (_: string, hop: number) => hop < proxies;
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
