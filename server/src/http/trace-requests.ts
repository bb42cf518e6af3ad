import type { FastifyInstance } from 'fastify';
import { currentTracer, type OpenSpan } from '../core/tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if nobody traces. */
    span: OpenSpan | null;
  }
}

/** A span for each request, with the id that its log lines and its answer have too. Registered before all other hooks. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  const tracer = currentTracer();
  if (!tracer) return;
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions, id, headers } = request;
    // The path itself may contain names of data.
    const route = routeOptions.url ?? 'unknown';
    request.span = tracer.begin(
      {
        name: `${method} ${route}`,
        kind: 'server',
        attributes: { 'http.request.method': method, 'http.route': route, 'request.id': id },
      },
      headers,
    );
    request.span.within(done);
  });
  // A body arrives in events of the connection, which are not part of the span.
  app.addHook('preHandler', (request, _, done) => request.span?.within(done));
  app.addHook('onResponse', async ({ span }, { statusCode }) =>
    span?.end({
      attributes: { 'http.response.status_code': statusCode },
      isFailure: statusCode >= 500,
    }),
  );
}
