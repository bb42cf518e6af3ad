import type { FastifyInstance, FastifyReply } from 'fastify';

/** Answers of the API are data: nothing in them may be executed, framed, sniffed or cached. */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Sets the headers on every answer, including errors and documents. A page that needs other values sets them
 * earlier.
 */
export function sendSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  app.addHook('onSend', (_, reply, payload, done) => {
    addSecurityHeaders(reply);
    if (isHttps) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    done(null, payload);
  });
}

const listedHeaders = Object.entries(securityHeaders);

export function addSecurityHeaders(reply: FastifyReply): void {
  for (const [name, value] of listedHeaders) if (!reply.hasHeader(name)) reply.header(name, value);
}

/** What Swagger UI needs: its own scripts, inline styles, and calls to this service. */
export function documentationPolicy(publicUrl: string | undefined): string {
  const service = publicUrl ? `'self' ${new URL(publicUrl).origin}` : "'self'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${service}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
