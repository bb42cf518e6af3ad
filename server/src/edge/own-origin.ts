import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Whether a page with this origin is one of this service. */
export function isOwnOrigin(
  origin: string,
  { host = '' }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** The origin of the page of this service that makes a request: the operator's, else where the request was sent. */
export function pageOriginOf({ headers, protocol }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { origin = '', host } = headers;
  return isOwnOrigin(origin, headers, publicUrl) ? origin : `${protocol}://${host}`;
}
