import { say } from '@workbook-data-service/contract/messages';
import { retrying, secondsOf, type Wait } from '../retrying.js';
import type { Access } from './drive.js';
import { DriveFailure } from './drive-failure.js';

const ANSWER_MS = 30_000;

export interface DriveApi {
  /** The JSON of a response, asked for again where that helps. */
  json<Answer>(access: Access, url: URL): Promise<Answer>;
  /** A response whose body has not been read, asked for once. A redirect is never followed: at best it is returned. */
  open(access: Access, url: URL, redirects?: 'refused' | 'returned'): Promise<Response>;
}

/** How a provider words its errors. */
type FailureOf = (status: number, body: string, retryAfter: number | null) => DriveFailure;

interface DriveApiOptions {
  /** The provider as users call it. */
  name: string;
  failureOf: FailureOf;
  wait?: Wait | undefined;
  /** The longest wait for the head of a response, and for the whole of a JSON one. */
  answerMs?: number;
}

/** Calls to the API of a drive with the user's token, within limits of time. */
export function driveApi({ name, failureOf, wait, answerMs = ANSWER_MS }: DriveApiOptions): DriveApi {
  const unreachable = () =>
    new DriveFailure('unavailable', say('drive-silent', { drive: name }), { isTransientFailure: true });

  async function once(access: Access, url: URL, signal: AbortSignal): Promise<Response> {
    const first = await send(url, await access.token(), signal);
    if (first.status !== 401) return first;
    await first.body?.cancel();
    return send(url, await access.renew(), signal);
  }

  async function send(url: URL, token: string, signal: AbortSignal): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'workbook-data-service' };
    try {
      // Whoever sent a redirect, it must not carry the token elsewhere.
      return await fetch(url, { headers, redirect: 'manual', signal });
    } catch {
      throw unreachable();
    }
  }

  async function succeeded(response: Response): Promise<Response> {
    if (response.ok) return response;
    const body = await response.text().catch(() => '');
    const retryAfter = secondsOf(response.headers.get('retry-after'));
    throw failureOf(response.status, body, retryAfter);
  }

  return {
    json: (access, url) =>
      retrying(
        async () => {
          const response = await succeeded(await once(access, url, AbortSignal.timeout(answerMs)));
          return await (response.json() as Promise<never>).catch(() => {
            throw unreachable();
          });
        },
        { wait },
      ),
    async open(access, url, redirects = 'refused') {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), answerMs);
      try {
        const response = await once(access, url, patience.signal);
        return response.status === 302 && redirects === 'returned' ? response : await succeeded(response);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
