import {
  type Connection,
  ConnectionError,
  EventStreamParser,
  ProblemError,
} from '@workbook-data-service/client';
import { errorAsJson } from '../report-error.js';
import {
  errorMessage,
  isAnswer,
  isRequest,
  type Message,
  NOT_ANSWERED,
  PARSE_ERROR,
  parseMessage,
  type RpcError,
} from './json-rpc.js';
import { type LocalFiles, NotAllowedError } from './local-files.js';
import { SessionHeaders } from './session-headers.js';

interface Service {
  connection: Connection;
  files: LocalFiles;
  /** Names of tools and groups, if not all are offered. */
  tools?: string | undefined;
}

interface Ends {
  /** What the client says, a message a line. */
  lines: AsyncIterable<string>;
  /** Tells the client a message. */
  tell(message: string): Promise<void>;
  /** Tells people what no message can tell. */
  remark(text: string): void;
  signal: AbortSignal;
}

/**
 * Carries messages between an MCP client on standard input and output and the service, until the client ends its
 * input and has all answers, or `signal` is aborted.
 */
export async function bridge(service: Service, ends: Ends): Promise<void> {
  const running = new RunningRequests(ends.signal);
  const headers = new SessionHeaders();
  const open = new Set<Promise<void>>();
  for await (const line of ends.lines) {
    const message = parseMessage(line);
    if (!message) {
      await ends.tell(errorMessage(null, { code: PARSE_ERROR, message: 'A line is not JSON.' }));
    } else if (message.method === 'notifications/cancelled') {
      // A closed connection cancels a call by itself, in every version of the protocol.
      running.cancel(message.params?.requestId);
    } else {
      const exchange = running.run(message, (signal) =>
        carry(service, ends, { line, message, headers, signal }),
      );
      open.add(exchange);
      exchange.finally(() => open.delete(exchange));
      // Later messages have the headers that its answer decides.
      if (message.method === 'initialize') await exchange;
    }
  }
  await Promise.all(open);
}

/** Requests that are not answered yet, to be cancelled by their ids. */
class RunningRequests {
  readonly #stops = new Map<unknown, AbortController>();

  constructor(ended: AbortSignal) {
    ended.addEventListener('abort', () => {
      for (const stop of this.#stops.values()) stop.abort();
    });
  }

  async run({ id }: Message, exchange: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const key = id ?? stop;
    this.#stops.set(key, stop);
    try {
      await exchange(stop.signal);
    } finally {
      this.#stops.delete(key);
    }
  }

  cancel(id: unknown): void {
    this.#stops.get(id)?.abort();
  }
}

interface Carried {
  line: string;
  message: Message;
  headers: SessionHeaders;
  signal: AbortSignal;
}

/** Sends one message, and tells what comes back. */
async function carry(
  { connection, files, tools }: Service,
  ends: Ends,
  { line, message, headers, signal }: Carried,
): Promise<void> {
  try {
    let isOpen = isRequest(message);
    const sent = await files.sent(message, signal);
    const body = sent === message ? line : JSON.stringify(sent);
    const response = await send(connection, pathOf(tools), { line: body, message, headers, signal });
    for await (const text of textsIn(response, connection.url)) {
      const back = parseMessage(text) ?? {};
      if (isAnswer(back)) isOpen = false;
      if (message.method === 'initialize') headers.agree(back, response.headers.get('mcp-session-id'));
      const shown = message.method === 'tools/list' ? files.shown(back) : back;
      // Line breaks in JSON are no part of it.
      await ends.tell(shown === back ? text.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(shown));
    }
    if (isOpen) throw new ConnectionError(connection.url, 'the answer ended early');
  } catch (error) {
    // A cancelled call is not answered.
    if (signal.aborted) return;
    const failure = failureOf(error, connection.url);
    if (isRequest(message)) await ends.tell(errorMessage(message.id, failure));
    else ends.remark(`wds: ${failure.message}`);
  }
}

const pathOf = (tools: string | undefined): string =>
  tools === undefined ? '/mcp' : `/mcp?tools=${encodeURIComponent(tools)}`;

async function send(
  connection: Connection,
  path: string,
  { line, message, headers, signal }: Carried,
): Promise<Response> {
  return await connection.send({
    method: 'POST',
    path,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers.of(message),
    },
    body: line,
    isKeyed: false,
    // What a tool does must not be done twice.
    isRepeatable: message.method !== 'tools/call',
    // Errors of the protocol are for the client.
    isWanted: (failure) => typeOf(failure).startsWith('application/json'),
    signal,
  });
}

/** The messages in an answer: one, some as events, or none. */
async function* textsIn(response: Response, url: string): AsyncGenerator<string, void, undefined> {
  try {
    if (!typeOf(response).startsWith('text/event-stream')) {
      const text = await response.text();
      if (text !== '') yield text;
      return;
    }
    const events = new EventStreamParser();
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const { data } of events.push(piece)) if (data !== undefined) yield data;
  } catch (cause) {
    throw new ConnectionError(url, cause);
  }
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}

function failureOf(error: unknown, url: string): RpcError {
  const { message } = error as Error;
  if (error instanceof NotAllowedError) return { code: error.code, message };
  const fix = error instanceof ProblemError ? fixOf(error, url) : undefined;
  return { code: NOT_ANSWERED, message: fix ? `${message} ${fix}` : message, data: errorAsJson(error) };
}

function fixOf({ status, suggestedFix }: ProblemError, url: string): string {
  if (status !== 401) return suggestedFix;
  return `Run wds login ${url}, or correct WDS_TOKEN in the settings of this server, and start it again.`;
}
