import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../core/oauth-client.js';
import type { Service } from '../features/service.js';

/**
 * The address by which users and programs reach the service, where that is known: the operator's, else, on the machine
 * itself, the one that was called. Any other host in a request could be anybody's word.
 */
export function serviceAddress(
  { publicUrl }: Service['config'],
  { host }: IncomingHttpHeaders,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const called = `http://${host?.toLowerCase()}`;
  return URL.canParse(called) && isLoopback(new URL(called).hostname) ? new URL(called).origin : undefined;
}
