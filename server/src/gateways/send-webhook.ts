import { say } from '@workbook-data-service/contract/messages';
import type { Saying } from '@workbook-data-service/contract/messages/message';
import { Problem } from '../core/problems.js';
import type { FetchPublic, KeptConnections, PublicAnswer } from './fetch-public.js';

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface WebhookOptions {
  fetchPublic: FetchPublic;
  connections: KeptConnections;
  /** The longest duration of the whole exchange. */
  timeoutMs?: number;
}

/** What a receiver did with a message. */
export type WebhookAnswer =
  | { taken: true; status: number }
  /** The status is null if there was no answer. */
  | { taken: false; status: number | null; error: Saying };

const TIMEOUT_MS = 10_000;
/** A longer answer is not read to its end: only the status matters. */
const LONGEST_ANSWER_BYTES = 64 * 1024;

/** Posts a message to the receiver of a webhook. Anything but a complete answer with a status of 2xx is a failure. */
export async function sendWebhook(message: WebhookMessage, options: WebhookOptions): Promise<WebhookAnswer> {
  const { fetchPublic, connections, timeoutMs = TIMEOUT_MS } = options;
  let status: number | null = null;
  try {
    const answer = await fetchPublic(message.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...message.headers },
      body: message.body,
      timeoutMs,
      idleMs: timeoutMs,
      connections,
    });
    status = answer.status;
    await readToEnd(answer);
    return status >= 200 && status < 300 ? { taken: true, status } : failure(status, refusal(status));
  } catch (error) {
    return failure(status, error instanceof Problem ? error.said.detail : say('connection-failed'));
  }
}

async function readToEnd(answer: PublicAnswer): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > LONGEST_ANSWER_BYTES) return answer.discard();
  }
}

function failure(status: number | null, error: Saying): WebhookAnswer {
  return { taken: false, status, error };
}

function refusal(status: number): Saying {
  const isRedirect = status >= 300 && status < 400;
  return say(isRedirect ? 'receiver-redirects' : 'receiver-answered', { status });
}
