import { ConnectionError, ProblemError, problemIn } from './problem-error.js';
import { delayBeforeRetry, pause } from './retry.js';

export interface ConnectionOptions {
  /** The address of the service, such as `https://data.example.com`. */
  url: string;
  /** A session token, a personal access token or an account key; or a function that knows the current one. */
  token?: string | (() => string | Promise<string>);
  /** On whose behalf changes are made; recorded with each of them. */
  actor?: string;
  /** In place of the `fetch` of the runtime. */
  fetch?: typeof fetch;
  /** How often a call is sent again that failed for a passing reason; 4 if absent. */
  retries?: number;
}

export type Body = NonNullable<RequestInit['body']>;

/** A call to the service, as the connection sends it. */
export interface ServiceRequest {
  method: string;
  /** Below the address of the service, such as `/api/v1/me`. */
  path: string;
  query?: Record<string, string | number | boolean | null | undefined>;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. A stream can be sent only once, so that the call is not repeated. */
  body?: Body;
  /** Whether it is sent without the credential. */
  isOpen?: boolean;
  /** Whether the service does it only once for the same Idempotency-Key; true for all but reads, if absent. */
  isKeyed?: boolean;
  /** Whether it may be sent again where nobody knows if it was done; true for reads and keyed calls, if absent. */
  isRepeatable?: boolean;
  /** Whether an answer that is no success is returned nevertheless, and not thrown as a problem; false, if absent. */
  isWanted?(failure: Response): boolean;
  signal?: AbortSignal | undefined;
}

/** Sends calls with the credential, repeats those that fail for a passing reason, and throws problems as errors. */
export interface Connection {
  readonly url: string;
  readonly actor: string | undefined;
  send(request: ServiceRequest): Promise<Response>;
  /** `read` is part of the call: a connection that is lost during the answer is lost. */
  send<Answer>(request: ServiceRequest, read: (response: Response) => Promise<Answer>): Promise<Answer>;
}

export function connect(options: ConnectionOptions): Connection {
  const url = options.url.replace(/\/+$/, '');
  const fetch = options.fetch ?? globalThis.fetch;
  const { token, actor, retries = 4 } = options;
  if (typeof token === 'string') requireSendable(token);

  /** Whatever goes wrong while an answer arrives, the connection is to blame. */
  async function received<Part>(part: Promise<Part>): Promise<Part> {
    try {
      return await part;
    } catch (cause) {
      throw cause instanceof ProblemError ? cause : new ConnectionError(url, cause);
    }
  }

  async function sendOnce(request: ServiceRequest, headers: Headers): Promise<Response> {
    if (token !== undefined && !request.isOpen) {
      const secret = typeof token === 'string' ? token : await token();
      requireSendable(secret);
      headers.set('authorization', `Bearer ${secret}`);
    }
    const body = request.json === undefined ? request.body : JSON.stringify(request.json);
    const response = await received(
      fetch(url + request.path + queryText(request.query), {
        method: request.method,
        headers,
        ...(request.signal && { signal: request.signal }),
        ...(body !== undefined && { body }),
        // Streams cannot be sent without saying that the answer is read afterwards.
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      }),
    );
    if (response.ok || response.status === 304 || request.isWanted?.(response)) return response;
    throw await received(problemIn(response));
  }

  return {
    url,
    actor,
    async send<Answer>(request: ServiceRequest, read?: (response: Response) => Promise<Answer>) {
      const headers = headersOf(request);
      const isRepeatable = request.isRepeatable ?? (isRead(request) || headers.has('idempotency-key'));
      const tries = request.body instanceof ReadableStream ? 0 : retries;
      for (let attempt = 0; ; attempt++) {
        try {
          const response = await sendOnce(request, headers);
          return read ? await received(read(response)) : response;
        } catch (error) {
          request.signal?.throwIfAborted();
          const delay = attempt < tries ? delayBeforeRetry(error, attempt, isRepeatable) : undefined;
          if (delay === undefined) throw error;
          await pause(delay, request.signal);
        }
      }
    },
  } as Connection;
}

/** Made once for all attempts, so that a call that is repeated has the same key. */
function headersOf(request: ServiceRequest): Headers {
  const headers = new Headers();
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(request.headers ?? {}))
    if (value !== undefined) headers.set(name, value);
  const { isKeyed = !isRead(request) && !request.isOpen } = request;
  if (isKeyed && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey());
  return headers;
}

/** Not `randomUUID`, which browsers have on secure pages only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function isRead({ method }: ServiceRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function queryText(query: ServiceRequest['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) given.append(name, String(value));
  return given.size > 0 ? `?${given}` : '';
}

/** Runtimes report a header that they cannot send together with its value, which here is a secret. */
function requireSendable(token: string): void {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('The token is empty, or has characters that no token has.');
}
