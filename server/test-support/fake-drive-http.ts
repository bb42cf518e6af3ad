import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

export interface LoopbackServer {
  url: string;
  stop(): Promise<void>;
}

/** Thrown where the drive refuses a request: the answer that it sends. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {
    super(JSON.stringify(body));
  }
}

/** A server on a free port of loopback. What its listener throws otherwise is a defect of the fake, and answered as such. */
export async function startLoopback(
  listener: (exchange: Exchange) => Promise<void>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    listener({ request, response, url }).catch((error: unknown) => {
      if (error instanceof Refusal) sendJson(response, error.status, error.body, error.headers);
      else response.writeHead(599).end(`The fake failed: ${String(error)}`);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    .end(JSON.stringify(body));
}

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** Refusals that a test has ordered: each meets so many of the next requests whose path fits. */
export class OrderedRefusals {
  readonly #ordered: { path: RegExp; times: number; refusal: Refusal }[] = [];

  order(path: RegExp, times: number, refusal: Refusal): void {
    this.#ordered.push({ path, times, refusal });
  }

  meet({ url }: Exchange): void {
    const next = this.#ordered.find(({ path, times }) => times > 0 && path.test(url.pathname));
    if (!next) return;
    next.times--;
    throw next.refusal;
  }
}

export interface ContentSwitches {
  /** Ends the connection after half of the bytes. */
  cut: boolean;
  /** Done after half of the bytes have been sent. */
  midway: (() => void) | undefined;
}

/** Sends the bytes in two parts, so that something can happen between them. */
export async function sendContent(
  response: ServerResponse,
  content: Buffer,
  switches: ContentSwitches,
): Promise<void> {
  const half = Math.ceil(content.length / 2);
  response.writeHead(200, { 'content-length': content.length, 'content-type': 'application/octet-stream' });
  await new Promise((resolve) => response.write(content.subarray(0, half), resolve));
  switches.midway?.();
  if (switches.cut) response.destroy();
  else response.end(content.subarray(half));
}
