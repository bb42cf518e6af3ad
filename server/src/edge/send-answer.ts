import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, JsonAroundPage, JsonText } from '../present/answer.js';
import type { StreamedPage } from '../workbook/reading/take-page.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface SendOptions {
  /** A client that reads nothing for this long is disconnected. */
  idleMs: number;
  /** Counts the bytes of an answer until the returned function is called. */
  count(bytes: number): () => void;
}

/** Begins to send an answer, and counts it until the client has read it or disconnected. */
export function sendAnswer(reply: FastifyReply, answer: Answer, options: SendOptions): void {
  const { status, headers, body } = answer;
  const etag = headers?.etag;
  if (etag !== undefined) reply.header('cache-control', 'private, no-cache');
  if (etag !== undefined && hasCopy(reply.request, etag)) {
    destroyStream(body);
    // Other headers are those of the copy, and may tell of the body.
    reply.code(304).header('etag', etag).send();
    return;
  }
  reply.code(status).headers(headers ?? {});
  if (reply.request.method === 'HEAD' && body instanceof Readable) {
    body.destroy();
    reply.send(Readable.from([]));
    return;
  }
  disconnectIdle(reply.raw, options.idleMs);
  const bytes = sizeOf(body);
  if (bytes > 0) reply.raw.once('close', options.count(bytes));
  const jsonType = headers?.['content-type'] ?? JSON_TYPE;
  if (body instanceof JsonText) reply.type(jsonType).send(`${body.text}\n`);
  else if (body instanceof JsonAroundPage) reply.type(jsonType).send(aroundPage(body));
  else reply.send(isStreamed(body) ? body.stream : body);
}

/** Node clears the timeout once the answer is sent, and restarts it whenever the client takes bytes. */
function disconnectIdle(raw: FastifyReply['raw'], idleMs: number): void {
  raw.setTimeout(idleMs, () => {
    if (raw.writableLength > 0) raw.destroy();
    // The client has everything so far: it waits for the next rows of an export, which are being read.
    else raw.setTimeout(idleMs);
  });
}

/** Whether If-None-Match has the tag of an answer; a weak tag does not guarantee an identical one. */
export function hasCopy({ method, headers }: FastifyRequest, etag: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return isRead && !etag.startsWith('W/') && known.includes(etag);
}

/** The file of a page is already unlinked; closing its stream frees it. */
function destroyStream(body: unknown): void {
  if (body instanceof JsonAroundPage) body.page.stream.destroy();
  else if (isStreamed(body)) body.stream.destroy();
}

/** Bodies that are not counted are small, or exported files. */
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
  // Also if reading never began.
  body.once('close', () => page.stream.destroy());
  return body;
}
