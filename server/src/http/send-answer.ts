import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamedPage } from '../workbook/reading/take-page.js';
import { type Answer, JsonAroundPage, JsonText } from './answer.js';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface SendOptions {
  /** After so long without a byte read by the client its connection is closed. */
  idleMs: number;
  /** Counts the bytes of an answer until the returned function is called. */
  hold(bytes: number): () => void;
}

/** Sends an answer, and keeps count of it until the client has read it or is gone. */
export async function sendAnswer(reply: FastifyReply, answer: Answer, options: SendOptions): Promise<void> {
  const { status, headers, body } = answer;
  reply.code(status).headers(headers ?? {});
  if (headers?.etag !== undefined) reply.header('cache-control', 'private, no-cache');
  if (isKnown(reply.request, headers?.etag)) {
    dropUnread(body);
    await reply.code(304).send();
    return;
  }
  // Node resets this when the answer is sent, and counts every byte that the client takes as activity.
  reply.raw.setTimeout(options.idleMs, () => reply.raw.destroy());
  const bytes = sizeOf(body);
  if (bytes > 0) reply.raw.once('close', options.hold(bytes));
  if (body instanceof JsonText) await reply.type(JSON_TYPE).send(`${body.text}\n`);
  else if (body instanceof JsonAroundPage) await reply.type(JSON_TYPE).send(aroundPage(body));
  else await reply.send(isStreamed(body) ? body.stream : body);
}

/** Whether the caller of a read has what it would be answered; a weak tag does not say enough to be sure. */
function isKnown({ method, headers }: FastifyRequest, etag: string | undefined): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return isRead && etag !== undefined && !etag.startsWith('W/') && known.includes(etag);
}

/** A page in a file goes with its stream. */
function dropUnread(body: unknown): void {
  if (body instanceof JsonAroundPage) body.page.stream.destroy();
  else if (isStreamed(body)) body.stream.destroy();
}

/** What is not counted is small, or a file that was exported. */
function sizeOf(body: unknown): number {
  if (body instanceof JsonAroundPage) return body.page.bytes;
  if (body instanceof JsonText) return body.text.length;
  if (isStreamed(body)) return body.bytes;
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : 0;
}

function isStreamed(body: unknown): body is StreamedPage {
  return typeof body === 'object' && body !== null && 'stream' in body && 'bytes' in body;
}

function aroundPage({ before, page, after }: JsonAroundPage): Readable {
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(before);
      yield* page.stream;
      yield Buffer.from(`${after}\n`);
    })(),
    { objectMode: false },
  );
  // Also where nobody has begun to read it.
  body.once('close', () => page.stream.destroy());
  return body;
}
