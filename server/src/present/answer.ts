import type { Readable } from 'node:stream';
import type { PageBody, StreamedPage } from '../workbook/reading/take-page.js';

/** Ready-made JSON text of a `Body`, such as rows written by the engine; it is sent without being parsed. */
export class JsonText<Body = unknown> {
  declare readonly as: Body;
  constructor(readonly text: string) {}
}

/** JSON text around a page of rows that is streamed from its file. */
export class JsonAroundPage<Body = unknown> {
  declare readonly as: Body;
  constructor(
    readonly before: string,
    readonly page: StreamedPage,
    readonly after: string,
  ) {}
}

type Spliced<Body> = JsonText<Body> | JsonAroundPage<Body>;
export type JsonBody<Body> = Body | Spliced<Body>;
export type BytesBody = PageBody | Readable;

/** Ends with a newline, so that a terminal shows its prompt on the next line. */
export const jsonText = (body: unknown): string => `${JSON.stringify(body)}\n`;

export interface Answer<Status extends number = number, Body = unknown> {
  status: Status;
  body?: Body;
  headers?: Record<string, string>;
}

export const ok = <Body>(body: Body, headers?: Record<string, string>): Answer<200, Body> => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = <Body>(body: Body): Answer<201, Body> => ({ status: 201, body });
export const accepted = <Body>(body: Body): Answer<202, Body> => ({ status: 202, body });
/** Pages may have names in any script, which a header cannot hold as they are. */
export const redirect = (location: string, headers?: Record<string, string>): Answer<302, never> => ({
  status: 302,
  headers: { location: new URL(location).href, ...headers },
});
export const noContent = (): Answer<204, never> => ({ status: 204 });

export function bytes(
  body: BytesBody,
  mediaType: string,
  headers: Record<string, string> = {},
): Answer<200, BytesBody> {
  return { status: 200, body, headers: { 'content-type': mediaType, ...headers } };
}

/**
 * Splices ready-made JSON into an object: `{…rest, "rows": <page>}`. Parsing a page of rows only to print it
 * again would block the event loop.
 */
export function spliceJson<Name extends string, Rest extends object>(
  name: Name,
  page: PageBody,
  rest: Rest,
): Spliced<Rest & Record<Name, Record<string, unknown>[]>> {
  const others = JSON.stringify(rest).slice(0, -1);
  const before = `${others}${others === '{' ? '' : ','}${JSON.stringify(name)}:`;
  return aroundPage(before, page, '}');
}

export function aroundPage<Body>(before: string, page: PageBody, after: string): Spliced<Body> {
  if (typeof page === 'string') return new JsonText(`${before}${page}${after}`);
  if ('stream' in page) return new JsonAroundPage(before, page, after);
  throw new TypeError('JSON cannot contain bytes');
}
