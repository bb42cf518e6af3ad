import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { say } from '@workbook-data-service/contract/messages';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { newId } from '../core/ids.js';
import { parseJson } from '../core/parse-json.js';
import { type ProblemSlug, problem, problemKinds } from '../core/problems.js';
import { AnswersInFlight, answerLimits } from '../edge/answers-in-flight.js';
import { lazyValidator } from '../edge/validation.js';
import type { Service } from '../features/service.js';
import { jsonText } from '../present/answer.js';
import { expectReaders } from '../workbook/reading/expect-readers.js';
import { acceptJson } from './body/accept-json.js';
import { checkHost } from './check-host.js';
import {
  boundConnections,
  type ConnectionBounds,
  checkIntervalMs,
  defaultConnectionBounds,
} from './connections.js';
import { registerConsole } from './console-files.js';
import { countUsage } from './count-usage.js';
import { documentationTheme } from './documentation-theme.js';
import { endpoints } from './endpoints.js';
import { handleErrors, refuseConnection, refuseUrl } from './handle-errors.js';
import { registerOAuth } from './oauth/register-oauth.js';
import { openApiDocument } from './openapi/document.js';
import { registerOperations } from './operations.js';
import { pageHeaders } from './page.js';
import { problemIndexPage, problemPage } from './problem-pages.js';
import { limitRates } from './rate-limits.js';
import { recordAccess } from './record-access.js';
import { registerEndpoints } from './register.js';
import { boundRequestsInFlight, requestBounds } from './requests-in-flight.js';
import { documentationPolicy, sendSecurityHeaders } from './security-headers.js';
import { registerSharedPages } from './shared-pages.js';
import { traceRequests } from './trace-requests.js';
import { refuseUnknownRoutes } from './unknown-routes.js';
import { registerUnsubscribePages } from './unsubscribe-pages.js';

/**
 * Text only: spreadsheets and Arrow are already compressed. Low levels give most of the gain for little time.
 */
const compression = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  // Not streams of events, which compression would hold back.
  customTypes: /^text\/(?!event-stream)|[/+](?:json|xml)|ndjson/,
  threshold: 2048,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 3 },
};

export interface ServerOptions {
  connections?: ConnectionBounds;
  /** Registers the routes of other edges, such as MCP, which then have the hooks and limits of this server. */
  mount?: (app: FastifyInstance, service: Service, inFlight: AnswersInFlight) => void;
  /** Where the built console is; without it, none is served. */
  consoleFolder?: string;
}

export async function createServer(
  service: Service,
  { connections = defaultConnectionBounds, mount, consoleFolder }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { publicUrl } = service.config;
  const app = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    trustProxy: trustOf(service.config.trustedProxy),
    genReqId: () => newId('req'),
    logController: new LogController({ disableRequestLogging: true }),
    // Nobody logs through the logger of a request, which would be made for each.
    childLoggerFactory: (logger) => logger,
    // A name may take up to 200 characters, each up to 12 when percent-encoded.
    routerOptions: { maxParamLength: 4096 },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served; new connections are not accepted.
    return503OnClosing: false,
    frameworkErrors: refuseUrl,
    clientErrorHandler: refuseConnection,
    http: { connectionsCheckingInterval: checkIntervalMs(connections) },
  });
  traceRequests(app);
  // Every body is JSON or a form; plain text is not parsed as JSON.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(({ schema, httpPart }) =>
    lazyValidator(schema, httpPart === 'body' ? 'strict' : 'textual'),
  );
  app.setReplySerializer(jsonText);
  acceptJson(app, parseJson);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
  sendSecurityHeaders(app, publicUrl);
  // Streams of events do not end by themselves.
  app.addHook('preClose', async () => service.events.close());
  boundConnections(app, connections);
  checkHost(app, publicUrl);
  handleErrors(app, service.log);
  const tellUnknown = refuseUnknownRoutes(app);

  await app.register(compress, {
    ...compression,
    // A compressed request could expand beyond every limit on bodies.
    globalDecompression: false,
  });
  await app.register(multipart);
  boundRequestsInFlight(app, requestBounds(connections.connections));
  await limitRates(app);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(endpoints, publicUrl) } as unknown as StaticDocumentSpec,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: documentationPolicy(publicUrl),
    theme: documentationTheme,
    // A token typed into the page is not stored.
    uiConfig: { docExpansion: 'none', persistAuthorization: false, displayOperationId: true },
  });

  const inFlight = new AnswersInFlight(answerLimits(service.config));
  registerEndpoints(app, service, endpoints, inFlight);
  registerOAuth(app, service);
  mount?.(app, service, inFlight);
  registerOperations(app, service);
  recordAccess(app, service);
  countUsage(app, service);
  registerPages(app);
  await registerSharedPages(app, service);
  await registerUnsubscribePages(app, service);
  if (consoleFolder !== undefined) {
    const onOpen = () => expectReaders(service.data);
    const sendConsole = await registerConsole(app, consoleFolder, { publicUrl, onOpen });
    if (sendConsole) tellUnknown(sendConsole);
  }
  await app.ready();
  return app;
}

/** Which proxies may report the client's address: the nearest so many, or those with these addresses. */
function trustOf(proxies: number | string[] | undefined) {
  if (typeof proxies !== 'number') return proxies ?? false;
  return (_: string, hop: number) => hop < proxies;
}

function registerPages(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/problems', { schema: { hide: true } }, async (_, reply) =>
    reply.headers(pageHeaders).send(problemIndexPage()),
  );
  app.get<{ Params: { slug: string } }>(
    '/problems/:slug',
    { schema: { hide: true } },
    async (request, reply) => {
      const { slug } = request.params;
      if (!Object.hasOwn(problemKinds, slug)) throw problem('not-found', say('problem-unknown', { slug }));
      return reply.headers(pageHeaders).send(problemPage(slug as ProblemSlug));
    },
  );
}
