import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';

/** Called by probes and scrapers, which may know only an address. */
const anyHost = new Set(['/healthz', '/readyz', '/metrics']);

/** A request with another Host header is a DNS rebinding attack or a mistake. */
export function checkHost(app: FastifyInstance, publicUrl: string | undefined): void {
  if (publicUrl === undefined) return;
  const { protocol, host, hostname, port } = new URL(publicUrl);
  const withPort = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers.host?.toLowerCase();
    if (given !== host && given !== withPort && !anyHost.has(request.routeOptions.url ?? ''))
      throw problem('wrong-host', say('host-other', { url: publicUrl }));
    done();
  });
}
