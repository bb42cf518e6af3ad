import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';

/** Asked by machines that know an address and no name. */
const withoutName = new Set(['/healthz', '/readyz', '/metrics']);

/** A request by another name than the public one comes from a page that had a name resolve to this machine, or by mistake. */
export function checkHost(app: FastifyInstance, publicUrl: string | undefined): void {
  if (publicUrl === undefined) return;
  const { protocol, host, hostname, port } = new URL(publicUrl);
  const withPort = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  app.addHook('onRequest', async (request) => {
    if (withoutName.has(request.routeOptions.url ?? '')) return;
    const given = request.headers.host?.toLowerCase();
    if (given !== host && given !== withPort)
      throw problem('wrong-host', `This service is reached as ${publicUrl}.`);
  });
}
