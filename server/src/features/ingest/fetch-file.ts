import { say } from '@workbook-data-service/contract/messages';
import { cancelSignal } from '../../core/cancellation.js';
import { downloadName } from '../../core/download-name.js';
import { problem } from '../../core/problems.js';
import type { PublicAnswer } from '../../gateways/fetch-public.js';
import { type ReceivedFile, receiveFile } from '../../workbook/files/received-file.js';
import type { Service } from '../service.js';

const MB = 1024 * 1024;
const TIMEOUT_MS = 60 * 1000;
const IDLE_MS = 15 * 1000;

/** What a server says of the state of a file, by which it can be asked whether that has changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

interface FetchedFile extends ReceivedFile {
  /** Where it was in the end, without what may be secret. */
  from: string;
  validators: Validators;
}

/** Fetches a file from a public URL. */
export async function fetchFile(
  service: Service,
  url: string,
  filename: string | undefined,
): Promise<FetchedFile> {
  return (await fetchIfChanged(service, url, filename, { etag: null, lastModified: null })) as FetchedFile;
}

/** Undefined if the server says that the file is as it was. */
export async function fetchIfChanged(
  service: Service,
  url: string,
  filename: string | undefined,
  { etag, lastModified }: Validators,
): Promise<FetchedFile | undefined> {
  const isConditional = etag !== null || lastModified !== null;
  const answer = await service.fetchPublic(url, {
    headers: {
      accept: '*/*',
      // Compressed bytes would not be the file itself, and could expand to any size.
      'accept-encoding': 'identity',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
    signal: cancelSignal(),
  });
  if (isConditional && answer.status === 304) {
    answer.discard();
    return undefined;
  }
  const refusal = whyUnusable(answer);
  if (refusal) {
    answer.discard();
    throw refusal;
  }
  const name = filename ?? downloadName(answer.url, answer.headers['content-disposition']);
  const file = await receiveFile(service.data, answer.body, name, service.config.urlIngestMaxMb * MB);
  const { etag: tag = null, 'last-modified': modified = null } = answer.headers;
  return { ...file, from: withoutSecrets(answer.url), validators: { etag: tag, lastModified: modified } };
}

function whyUnusable({ status, headers }: PublicAnswer): Error | undefined {
  if (status >= 300 && status < 400)
    return problem('url-refused', say('url-redirects', { status }), {
      fix: say('fix-url-redirects'),
    });
  if (status < 200 || status >= 300)
    return problem('url-failed', say('url-answered', { status }), { members: { upstream_status: status } });
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return problem('url-failed', say('url-compressed'));
  return undefined;
}

/** Credentials and the query, which often contains a token, are left out. */
export function withoutSecrets({ origin, pathname }: URL): string {
  return origin + pathname;
}
