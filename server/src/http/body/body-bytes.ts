import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../core/problems.js';

/** Routes of this scope leave their body unread, regardless of its content type. */
export function acceptAnyContent(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return scope;
}

export async function* bodyBytes({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false });
  } catch {
    throw problem('bad-request', 'The body broke off before all of it had arrived.');
  } finally {
    // A client that is still sending would not read the refusal, so the rest of the body is discarded.
    raw.resume();
  }
}
