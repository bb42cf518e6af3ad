import { createClient } from '@workbook-data-service/client';

/** Where the service is: the console may be served below a path. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** Calls carry the session cookie, which scripts cannot read. */
const connection = { url: location.origin + basePath, actor: 'console' };

export const service = createClient(connection);

/** The same service, called in another way. */
export const serviceWith = (fetch: typeof globalThis.fetch) => createClient({ ...connection, fetch });

/** The address of an endpoint, for links, pictures and downloads. */
export function serviceUrl(path: string, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return basePath + path + search;
}
