import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page with this origin is one of this service. */
export function isOwnOrigin(
  origin: string,
  { host = '' }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
