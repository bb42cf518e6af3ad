import type { Service } from '../../features/service.js';

const LARGEST_BYTES = 16 * 1024;
const TIMEOUT_MS = 5000;

/** The metadata that an app publishes at its id, fetched from the public Internet only. */
export async function fetchMetadataDocument({ fetchPublic }: Service, url: string): Promise<Response> {
  const answer = await fetchPublic(url, {
    headers: { accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    idleMs: TIMEOUT_MS,
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > LARGEST_BYTES) {
      answer.discard();
      throw new Error('The metadata document is too large.');
    }
    chunks.push(chunk);
  }
  const { 'cache-control': cacheControl } = answer.headers;
  return new Response(Buffer.concat(chunks), {
    status: answer.status,
    headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl },
  });
}
