import type { FastifyInstance } from 'fastify';
import type { Service } from '../features/service.js';

const everywhere = new Set(['0.0.0.0', '::']);

/** Scheme, host and port of links to this service. Never taken from a request, which could name any host. */
export function serviceOrigin(app: FastifyInstance, { publicUrl, host, port }: Service['config']): string {
  if (publicUrl !== undefined) return publicUrl;
  const address = app.server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  const name = everywhere.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening}`;
}
