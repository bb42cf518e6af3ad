import type { FastifyRequest } from 'fastify';
import { bearerSecret } from '../edge/authenticate.js';
import { isOwnOrigin } from '../edge/own-origin.js';
import type { SignedIn } from '../features/identity/start-session.js';
import { readCookie, writeCookie } from './cookies.js';

const COOKIE = 'svc_session';

/**
 * The session in the cookie of the console: scripts cannot read it, and other sites cannot have it sent. It stays when
 * the user signs out, since it opens nothing then.
 */
export function sessionCookie(origin: string, { accessToken, expiresIn }: SignedIn) {
  const cookie = { name: COOKIE, value: accessToken, url: `${origin}/`, seconds: expiresIn };
  return { 'set-cookie': writeCookie({ ...cookie, sameSite: 'Strict' }) };
}

/** The secret of a request, from its Authorization header or else from the cookie of a page of this service. */
export function secretOf(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return bearerSecret(authorization);
  return isFromOwnPage(request, publicUrl) ? readCookie(cookie, COOKIE) : undefined;
}

/**
 * Browsers tell where a request comes from: by Sec-Fetch-Site where the page is secure, else by the Origin of all but
 * reads. An address that a user typed comes from nowhere, and may only read.
 */
function isFromOwnPage({ method, headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none');
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers, publicUrl);
  return isRead;
}
