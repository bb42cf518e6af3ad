import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../core/problems.js';
import { type BodyBounds, smallBounds } from '../../edge/body-bounds.js';
import { takeBody } from './body-bytes.js';
import { SLICE_BYTES } from './cut-json.js';
import { type ParseText, parseJsonBody } from './parse-json-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of a body that is too long to be serialized again for the fingerprint of its request. */
    bodyDigest: string | undefined;
  }
}

const MB = 1024 * 1024;
/** Limit for all unparsed bodies together. */
const MAX_UNPARSED_BYTES = 256 * MB;

/**
 * Parses bodies of type application/json within the bounds of their route; an empty body counts as none.
 */
export function acceptJson(app: FastifyInstance, parseText: ParseText): void {
  const parser = new BodyParser(parseText);
  app.decorateRequest('bodyDigest', undefined);
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    return await parser.read(request, request.routeOptions.config.bodyBounds ?? smallBounds);
  });
}

class BodyParser {
  #unparsedBytes = 0;
  /** The last queued long body: parsing them one at a time needs less memory and no more time. */
  #parsing: Promise<unknown> = Promise.resolve();

  constructor(private readonly parseText: ParseText) {}

  async read(request: FastifyRequest, bounds: BodyBounds): Promise<unknown> {
    if (Number(request.headers['content-length']) > bounds.bytes) throw tooLarge(bounds);
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      await takeBody(request, (chunk) => {
        length += chunk.length;
        this.#unparsedBytes += chunk.length;
        if (length > bounds.bytes) throw tooLarge(bounds);
        if (this.#unparsedBytes > MAX_UNPARSED_BYTES) throw tooManyBodies();
        chunks.push(chunk);
      });
      if (length === 0) return undefined;
      const bytes = Buffer.concat(chunks);
      return await (length <= SLICE_BYTES
        ? parseJsonBody(bytes, bounds, this.parseText)
        : this.#parseInTurn(request, bytes, bounds));
    } finally {
      this.#unparsedBytes -= length;
    }
  }

  #parseInTurn(request: FastifyRequest, bytes: Buffer, bounds: BodyBounds): Promise<unknown> {
    const parsed = this.#parsing.then(async () => {
      if (request.headers['idempotency-key'] !== undefined) request.bodyDigest = await digest(bytes);
      return await parseJsonBody(bytes, bounds, this.parseText);
    });
    this.#parsing = parsed.catch(() => undefined);
    return parsed;
  }
}

async function digest(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += MB) {
    hash.update(bytes.subarray(from, from + MB));
    await nextTurn();
  }
  return hash.digest('hex');
}

function tooLarge({ bytes }: BodyBounds) {
  const most = bytes >= MB ? `${bytes / MB} MB` : `${bytes / 1024} KB`;
  return problem('too-large', say('body-too-large', { max: most }));
}

function tooManyBodies() {
  return problem('unavailable', say('large-requests'), {
    members: { retry_after: 2 },
  });
}
