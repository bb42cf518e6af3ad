import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../core/problems.js';

/** Routes of this scope leave their body unread, whatever its content type. */
export function takingAnyContent(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return scope;
}

/** The body as it arrives. */
export async function* bodyBytes({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false });
  } catch {
    throw problem('bad-request', 'The body broke off before all of it had arrived.');
  } finally {
    // A body that nobody reads any further would keep its sender from hearing why it was refused.
    raw.resume();
  }
}
