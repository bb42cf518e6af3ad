import type { PageBody, PageFormat } from '../workbook/reading/take-page.js';
import { bytes } from './answer.js';

export const pageMediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/vnd.apache.arrow.stream',
] as const;

const mediaTypes: Record<Exclude<PageFormat, 'json'>, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
};

/** A page of rows alone; everything else about it is in the headers. */
export function pageBytes(
  page: PageBody,
  format: Exclude<PageFormat, 'json'>,
  headers: Record<string, string>,
) {
  const body = page instanceof Uint8Array ? Buffer.from(page.buffer, page.byteOffset, page.byteLength) : page;
  return bytes(body, mediaTypes[format], headers);
}

/** RFC 6266: the plain name for old clients, the full one for all others. */
export function attachment(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
