import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import { waitingJobs } from '../catalog/job-records.js';
import { diskProblem } from '../core/disk-problem.js';
import { callsWaiting } from '../core/fair-turns.js';
import { problem } from '../core/problems.js';
import { within } from '../core/within.js';
import type { Service } from '../features/service.js';
import { checkBlobStore } from '../workbook/upkeep/check-blob-store.js';
import { requireMetricsAccess } from './metrics-access.js';

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Whether a route is called by machines every few seconds. They are always answered, and not worth logging. */
export const isProbe = (route = ''): boolean => probes.has(route);

/** Probes give up after a few seconds, so a backend that is silent for this long counts as unreachable. */
const READY_MS = 2_000;

/** How long a read of metrics waits for the database. */
const QUEUE_MS = 2_000;

/** Slower requests are logged as warnings, whatever their status. */
const SLOW_MS = 10_000;

/** Whether the blob store can be written to. A full or read-only disk leaves it usable for reading. */
async function acceptsBlobs({ data }: Service): Promise<boolean> {
  try {
    await checkBlobStore(data);
    return true;
  } catch (error) {
    if (diskProblem(error)) return false;
    throw error;
  }
}

/**
 * Returns a check that throws if the catalog or the blob store cannot be used, and tells whether they can be written
 * to; it logs the first failure in a row.
 */
function readiness(service: Service): () => Promise<{ acceptsWrites: boolean }> {
  const { catalog, log } = service;
  let ready = true;
  return async () => {
    try {
      const [, acceptsWrites] = await within(READY_MS, Promise.all([catalog.check(), acceptsBlobs(service)]));
      ready = true;
      return { acceptsWrites };
    } catch (error) {
      if (ready) log.error({ err: error }, 'not ready');
      ready = false;
      throw problem('unavailable', say('stores-silent'), {
        members: { retry_after: 5 },
      });
    }
  };
}

/** Health for orchestrators, metrics for Prometheus. */
export function registerOperations(app: FastifyInstance, service: Service): void {
  const checkReady = readiness(service);
  const { registry } = service.metrics;
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'svc_event_streams',
    help: 'Streams of events that are open',
    registers: [registry],
    collect() {
      this.set(service.events.followers);
    },
  });
  measureQueues(service);
  new Gauge({
    name: 'svc_disk_free_bytes',
    help: 'Free space on the disk of the data directory',
    registers: [registry],
    async collect() {
      this.set((await service.disk.state()).freeBytes);
    },
  });
  const measure = (request: FastifyRequest, reply: FastifyReply): void => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method, id } = request;
    const { statusCode: status, elapsedTime } = reply;
    const { staysOpen } = request.routeOptions.config.endpoint ?? {};
    if (!staysOpen) durations.observe({ method, route, status: String(status) }, elapsedTime / 1000);
    if (isProbe(route)) return;
    // The path and query may contain names of data or a signature, so the route is logged instead.
    const trace = request.span && { trace_id: request.span.traceId };
    const line = { request_id: id, ...trace, method, route, status, ms: Math.round(elapsedTime) };
    const isSlow = elapsedTime > SLOW_MS && !staysOpen;
    service.log[status >= 500 || isSlow ? 'warn' : 'info'](line, 'request');
  };
  app.addHook('onResponse', (request, reply, done) => {
    measure(request, reply);
    done();
  });

  // Monitoring must work even if its address exceeds the rate limit.
  const options = { schema: { hide: true }, config: { rateLimit: false as const } };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async () => {
    const { acceptsWrites } = await checkReady();
    const { state, freeBytes, totalBytes } = await service.disk.state();
    return {
      status: 'ready',
      writes: acceptsWrites && state !== 'full' ? 'accepted' : 'refused',
      disk: { state, free_bytes: freeBytes, total_bytes: totalBytes },
    };
  });
  app.get('/metrics', options, async (request, reply) => {
    requireMetricsAccess(request, service.config);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What waits, to scale by: the jobs of all nodes, and the calls of this one. */
function measureQueues({ catalog, metrics }: Service): void {
  const registers = [metrics.registry];
  const ages = new Gauge({
    name: 'svc_jobs_oldest_waiting_seconds',
    help: 'How long the oldest of the waiting jobs has been due',
    registers,
  });
  new Gauge({
    name: 'svc_jobs_waiting',
    help: 'Background jobs that are due and that no node has begun; the same number on every node',
    registers,
    async collect() {
      // While the database is away, the numbers stay what they were.
      const waiting = await within(QUEUE_MS, waitingJobs(catalog.db, new Date())).catch(() => undefined);
      if (!waiting) return;
      this.set(waiting.count);
      ages.set(waiting.oldestSeconds);
    },
  });
  new Gauge({
    name: 'svc_calls_waiting',
    help: 'Calls that wait for their turn at a child process of this node',
    registers,
    collect() {
      this.set(callsWaiting());
    },
  });
}
