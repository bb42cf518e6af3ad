import { createClient } from '@workbook-data-service/client';

/** Where the service is: the console may be served below a path. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** Calls carry the session cookie, which scripts cannot read. */
export const service = createClient({ url: location.origin + basePath, actor: 'console' });

/** The address of an endpoint, for links, pictures and downloads. */
export function serviceUrl(path: string, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return basePath + path + search;
}
