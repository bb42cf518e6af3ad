import type { FastifyInstance } from 'fastify';
import type { Service } from '../features/service.js';

const everywhere = new Set(['0.0.0.0', '::']);

/** The ports that services listen on, which do not change: the system is asked once. */
const ports = new WeakMap<FastifyInstance, number>();

/** Scheme, host and port of links to this service. Never taken from a request, which could name any host. */
export function serviceOrigin(app: FastifyInstance, { publicUrl, host, port }: Service['config']): string {
  if (publicUrl !== undefined) return publicUrl;
  const listening = ports.get(app) ?? portOf(app) ?? port;
  const name = everywhere.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening}`;
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  if (typeof address !== 'object' || !address) return undefined;
  ports.set(app, address.port);
  return address.port;
}
