import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from '../workbook/files/received-file.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before validation fills in defaults and types; only with an Idempotency-Key. */
    sent: { body: string; fields: string[] } | undefined;
  }
}

/** Called before validation: its defaults belong to this release, and the next may have others. */
export function rememberSent(request: FastifyRequest, body: object): void {
  if (request.headers['idempotency-key'] === undefined) return;
  request.sent = { body: request.bodyDigest ?? JSON.stringify(body), fields: Object.keys(body) };
}

/** Everything that identifies a request, as it was sent. */
export function fingerprintOf(request: FastifyRequest, file: ReceivedFile | undefined): unknown {
  return [request.method, request.url, request.sent?.body ?? '', ...fileOf(file)];
}

/** Of more fields that were not sent, either all or none are left out. */
const MAX_FIELDS_LEFT_OUT = 8;

/**
 * What earlier releases took for the fingerprint: the validated body with the defaults of their time, which are some
 * of today's. An upgrade may fall into the day for which answers are kept.
 */
export function* earlierFingerprintsOf(
  request: FastifyRequest,
  body: object,
  file: ReceivedFile | undefined,
): Iterable<unknown> {
  const around = (sent: unknown) => [request.method, request.url, sent, ...fileOf(file)];
  if (request.bodyDigest !== undefined) yield around(request.bodyDigest);
  const entries = Object.entries(body);
  const filledIn = entries.map(([name]) => name).filter((name) => !request.sent?.fields.includes(name));
  for (const absent of subsetsOf(filledIn))
    yield around(Object.fromEntries(entries.filter(([name]) => !absent.includes(name))));
}

function subsetsOf(names: readonly string[]): string[][] {
  if (names.length > MAX_FIELDS_LEFT_OUT) return [[], [...names]];
  const sets: string[][] = [[]];
  for (const name of names) sets.push(...sets.map((set) => [...set, name]));
  return sets;
}

function fileOf(file: ReceivedFile | undefined): [hash: string | null, filename: string | null] {
  return [file?.blob.hash ?? null, file?.filename ?? null];
}
