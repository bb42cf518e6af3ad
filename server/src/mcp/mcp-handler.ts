import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../http/answer.js';
import type { Log } from '../log.js';
import { callTool, isTool } from './call-tool.js';
import { clientName } from './client-name.js';
import { type PlainCall, plainCall } from './plain-call.js';
import { progressToken, withProgress } from './progress-events.js';
import { callKey, cancelledId, RunningCalls } from './running-calls.js';
import { info, sdkHandler } from './sdk-server.js';
import type { MessageContext } from './tool.js';

/** One message, as it came over HTTP. */
export interface Received {
  headers: IncomingHttpHeaders;
  message: unknown;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
}

/** Answers one message, of the current protocol or of those before it. */
export type AnswerMessage = (received: Received, context: MessageContext) => Promise<Answer>;

/**
 * Calls of tools, nearly all messages, are answered here; the SDK, which takes 0.4 ms of the processor for a message,
 * answers all others.
 */
export function messageHandler(log: Log): AnswerMessage {
  const answerBySdk = sdkHandler(log);
  const running = new RunningCalls();
  return async (received, context) => {
    const { headers, message } = received;
    const call = plainCall(headers, message);
    if (call && isTool(call.name)) return await answerCall(call, received, context, running);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) running.cancel(callKey(headers, context, cancelled));
    return await answerBySdk(received, context);
  };
}

/** What the current protocol has in each result. */
const complete = {
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': info },
};

async function answerCall(
  call: PlainCall,
  { headers, signal: gone }: Received,
  context: MessageContext,
  running: RunningCalls,
): Promise<Answer> {
  const caller = { ...context.caller, actor: clientName(call.meta, headers['mcp-session-id']) };
  const answering = running.run(callKey(headers, context, call.id), gone, async (signal) => {
    const result = await callTool({ ...context, caller, signal }, call);
    const shown = call.isCurrent ? { ...result, ...complete } : result;
    return JSON.stringify({ jsonrpc: '2.0', id: call.id, result: shown });
  });
  const token = progressToken(call.meta);
  const body =
    token === undefined ? await answering : await withProgress(answering, { token, what: call.name });
  const type = typeof body === 'string' ? 'application/json' : 'text/event-stream';
  return { status: 200, headers: { 'content-type': type }, body };
}
