import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { problem } from '../core/problems.js';
import type { Service } from '../service.js';

/** Health for orchestrators, metrics for Prometheus. */
export function registerOperations(app: FastifyInstance, service: Service): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await Promise.all([service.catalog.check(), service.data.check()]);
    } catch (error) {
      service.log.error({ err: error }, 'not ready');
      throw problem('unavailable', 'The catalog or the blob store does not answer.');
    }
    return { status: 'ready' };
  });
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
