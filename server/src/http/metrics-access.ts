import { createHash, timingSafeEqual } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { FastifyRequest } from 'fastify';
import { problem } from '../core/problems.js';
import { bearerSecret } from '../edge/authenticate.js';
import type { Service } from '../features/service.js';

/**
 * Metrics reveal how busy the service is and with what. With SVC_METRICS_TOKEN they require that token.
 * Without it they are served to programs on this machine only, and to no one if a public URL or a trusted
 * proxy means that local requests may be forwarded ones.
 */
export function requireMetricsAccess(
  request: FastifyRequest,
  { metricsToken, publicUrl, trustedProxy }: Service['config'],
): void {
  if (metricsToken !== undefined) {
    const given = bearerSecret(request.headers.authorization);
    if (given === undefined || !isSame(given, metricsToken))
      throw problem('unauthenticated', say('metrics-token'), {
        fix: say('fix-metrics-token'),
      });
    return;
  }
  if (publicUrl !== undefined || trustedProxy !== undefined || !isLocal(request))
    throw problem('not-configured', say('metrics-unset'));
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

function isLocal({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? '';
  return (
    /^(::ffff:)?127\.|^::1$/.test(address) && !forwardingHeaders.some((name) => headers[name] !== undefined)
  );
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
