import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../log.js';
import type { Answer } from '../present/answer.js';
import { sessionIdOf } from './client-name.js';
import { authInfoOf, type Received, serverOf } from './mcp-server.js';
import { chosenTools } from './offered-tools.js';
import { callKey, cancelledId, RunningCalls } from './running-calls.js';
import type { MessageContext } from './tool.js';

/** Answers one message, of the current protocol or of those before it. */
export type AnswerMessage = (received: Received, caller: Omit<MessageContext, 'chosen'>) => Promise<Answer>;

export function messageHandler(log: Log): AnswerMessage {
  const running = new RunningCalls();
  // A subscription is acknowledged and ends: tools change with releases only, so that there is nothing to announce.
  const handler = createMcpHandler(serverOf, {
    onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
  });
  return async (received, asked) => {
    const context = { ...asked, chosen: chosenTools(received.query.tools) };
    const { headers, message } = received;
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) running.cancel(callKey(headers, context, cancelled));
    const authInfo = authInfoOf({ context, received, running });
    const response = await handler.fetch(webRequest(received, context.origin), {
      authInfo,
      parsedBody: message,
    });
    return await answerOf(response, sessionIdOf(message));
  };
}

const protocolHeader = /^(?:accept|content-type|mcp-[a-z-]+)$/;

/** What the SDK reads of a request; it gets the body as parsed. */
function webRequest({ headers, signal }: Received, origin: string): Request {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && protocolHeader.test(name) ? [[name, value]] : [],
  );
  return new Request(`${origin}/mcp`, { method: 'POST', headers: named, signal });
}

async function answerOf(response: Response, sessionId: string | undefined): Promise<Answer> {
  const { status, headers, body } = response;
  const type = headers.get('content-type');
  // Older clients, and those that hear of progress, get their answer as an event.
  const isStreamed = body !== null && type?.startsWith('text/event-stream');
  return {
    status,
    headers: {
      ...(type !== null && { 'content-type': type }),
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
    },
    body: isStreamed ? Readable.fromWeb(body as ReadableStream) : await response.text(),
  };
}
