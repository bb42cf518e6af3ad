import type { Readable } from 'node:stream';
import type { PageBody, StreamedPage } from '../workbook/reading/take-page.js';

/** JSON text that is already made, such as rows written by the engine; it is sent without being parsed. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Ends with a line break, so that a terminal shows the next thing on a line of its own. */
export const jsonText = (body: unknown): string => `${JSON.stringify(body)}\n`;

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
  body: PageBody | Readable,
  mediaType: string,
  headers: Record<string, string> = {},
): Answer {
  return { status: 200, body, headers: { 'content-type': mediaType, ...headers } };
}

/** JSON text with a page in it that is read from its file while it is sent. */
export class JsonAroundPage {
  constructor(
    readonly before: string,
    readonly page: StreamedPage,
    readonly after: string,
  ) {}
}

/**
 * Splices ready-made JSON into an object: `{…rest, "rows": <page>}`.
 * Parsing a page of rows only to print it again would hold the event loop.
 */
export function spliceJson(
  name: string,
  page: PageBody,
  rest: Record<string, unknown>,
): JsonText | JsonAroundPage {
  const others = JSON.stringify(rest).slice(0, -1);
  const before = `${others}${others === '{' ? '' : ','}${JSON.stringify(name)}:`;
  return aroundPage(before, page, '}');
}

/** JSON text with a page in its midst. */
export function aroundPage(before: string, page: PageBody, after: string): JsonText | JsonAroundPage {
  if (typeof page === 'string') return new JsonText(`${before}${page}${after}`);
  if ('stream' in page) return new JsonAroundPage(before, page, after);
  throw new TypeError('JSON holds no bytes');
}
