import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../core/problems.js';

/** Routes of this scope leave their body unread, regardless of its content type. */
export function acceptAnyContent(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return scope;
}

/** Hands over the chunks of a body as they arrive; less work for a small one than a loop over `bodyBytes`. */
export async function takeBody({ raw }: FastifyRequest, take: (chunk: Uint8Array) => void): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      raw.on('data', (chunk: Uint8Array) => {
        try {
          take(chunk);
        } catch (error) {
          reject(error);
        }
      });
      raw.once('end', resolve);
      raw.once('error', () => reject(brokeOff()));
      raw.once('close', () => {
        if (!raw.readableEnded) reject(brokeOff());
      });
    });
  } finally {
    raw.removeAllListeners('data');
    // A client that is still sending would not read the refusal, so the rest of the body is discarded.
    raw.resume();
  }
}

function brokeOff() {
  return problem('bad-request', say('body-broke-off'));
}

export async function* bodyBytes({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false });
  } catch {
    throw brokeOff();
  } finally {
    // A client that is still sending would not read the refusal, so the rest of the body is discarded.
    raw.resume();
  }
}
