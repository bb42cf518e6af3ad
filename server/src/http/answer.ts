import type { Readable } from 'node:stream';

/** JSON text that is already made, such as rows written by the engine; it is sent without being parsed. */
export class JsonText {
  constructor(readonly text: string) {}
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (body: unknown): Answer => ({ status: 201, body });
export const accepted = (body: unknown): Answer => ({ status: 202, body });
export const noContent = (): Answer => ({ status: 204 });

export function bytes(
  body: Uint8Array | Readable | string,
  mediaType: string,
  headers: Record<string, string> = {},
): Answer {
  return { status: 200, body, headers: { 'content-type': mediaType, ...headers } };
}

/**
 * Splices ready-made JSON into an object: `{…rest, "rows": <text>}`.
 * Parsing a page of rows only to print it again would hold the event loop.
 */
export function spliceJson(name: string, text: string, rest: Record<string, unknown>): JsonText {
  const others = JSON.stringify(rest).slice(0, -1);
  const separator = others === '{' ? '' : ',';
  return new JsonText(`${others}${separator}${JSON.stringify(name)}:${text}}`);
}
