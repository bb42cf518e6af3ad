import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { addAbortListener } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { isPublicAddress } from './public-address.js';

interface PublicRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** The longest duration of the whole exchange, to the last byte of the response. */
  timeoutMs: number;
  /** The longest silence. */
  idleMs: number;
  /** Ends the exchange when it is aborted. */
  signal?: AbortSignal | undefined;
  /**
   * Connections to use again. A request that finds its connection just closed is sent once more, so give them only
   * where a request may arrive twice.
   */
  connections?: KeptConnections;
}

/** Connections that stay open between the requests to one host. Each was made to an address that had been checked. */
export class KeptConnections {
  readonly #http = new http.Agent({ keepAlive: true });
  readonly #https = new https.Agent({ keepAlive: true });

  for(url: URL): http.Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/** A response: redirects are not followed, and its bytes must be read or discarded. */
export interface PublicAnswer {
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  discard(): void;
}

export type FetchPublic = (url: string, request: PublicRequest) => Promise<PublicAnswer>;

export interface PublicNetwork {
  /** Allows private and loopback addresses, for tests. */
  allowPrivateNetwork: boolean;
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
}

/**
 * Fetches user-given URLs from the public Internet, and from nowhere else. A name is resolved once and every
 * address is checked; the connection is made to exactly those addresses, so DNS rebinding gains nothing.
 */
export function publicFetcher(network: PublicNetwork): FetchPublic {
  return async (text, request) => {
    const url = parseUrl(text);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(tookTooLong()), request.timeoutMs);
    const { signal } = request;
    const listening = signal && addAbortListener(signal, () => patience.abort(problem('cancelled')));
    const stopWaiting = (): void => {
      clearTimeout(timer);
      listening?.[Symbol.dispose]();
    };
    try {
      const addresses = await abortable(addressesOf(url, network), patience.signal);
      const response = await exchange(url, request, addresses, patience);
      response.once('close', stopWaiting);
      return {
        url,
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: bytesOf(response, patience.signal),
        discard: () => response.destroy(),
      };
    } catch (error) {
      stopWaiting();
      throw failure(error, patience.signal);
    }
  };
}

/** Refuses a URL that could not be fetched: its form, or an address of its host, may not be used. */
export type RequirePublicUrl = (url: string) => Promise<void>;

export function publicUrls(network: PublicNetwork): RequirePublicUrl {
  return async (text) => {
    await addressesOf(parseUrl(text), network);
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw problem('url-refused', say('url-scheme'));
  if (url.username !== '' || url.password !== '') throw problem('url-refused', say('url-user'));
  return url;
}

/**
 * One message for names that do not exist and for private ones: callers must not learn which of them a
 * network knows.
 */
async function addressesOf(url: URL, network: PublicNetwork): Promise<LookupAddress[]> {
  const { allowPrivateNetwork, resolve = resolveAll } = network;
  const addresses = await resolve(url.hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  const isAllowed = allowPrivateNetwork || addresses.every(({ address }) => isPublicAddress(address));
  if (addresses.length === 0 || !isAllowed)
    throw problem('url-refused', say('url-private', { host: url.hostname }));
  return addresses;
}

const resolveAll = (hostname: string) => lookup(hostname, { all: true, verbatim: true });

function exchange(
  url: URL,
  request: PublicRequest,
  addresses: LookupAddress[],
  patience: AbortController,
): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, idleMs, connections } = request;
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers: { 'user-agent': 'workbook-data-service', ...headers },
      lookup: alreadyResolved(addresses),
      signal: patience.signal,
      timeout: idleMs,
      // Never the pool of the process: its connections may have been made when the name had another address.
      agent: connections?.for(url) ?? false,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => {
      const wasJustClosed = outgoing.reusedSocket && isReset(error) && !patience.signal.aborted;
      if (wasJustClosed) resolve(exchange(url, withoutConnections(request), addresses, patience));
      else reject(error);
    });
    outgoing.on('timeout', () => patience.abort(tookTooLong()));
    outgoing.end(body);
  });
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function withoutConnections({ connections: _, ...request }: PublicRequest): PublicRequest {
  return request;
}

function alreadyResolved(addresses: LookupAddress[]): LookupFunction {
  return (_, options, done) => {
    const [first] = addresses as [LookupAddress];
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  };
}

async function* bytesOf(response: IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* response;
  } catch (error) {
    throw failure(error, signal);
  }
}

const tookTooLong = () => problem('url-failed', say('url-too-slow'));

/** A resolver cannot be interrupted, but nobody has to wait for it. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? error : problem('url-failed', say('url-connection', { code }));
}
