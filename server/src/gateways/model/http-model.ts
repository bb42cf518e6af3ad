import { setTimeout as delay } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import { cancelSignal, refuseCancelled } from '../../core/cancellation.js';
import { problem } from '../../core/problems.js';
import { retrying, secondsOf, type Wait } from '../retrying.js';
import { type Conversation, type Model, ModelFailure, type ModelTurn } from './model.js';
import type { ModelPlace } from './open-model.js';
import { estimatedTokens } from './wire.js';

const MAX_ANSWER_BYTES = 2_000_000;
const LONGEST_SAID = 300;

export interface HttpModelOptions {
  /** How to pause before a call is tried again; tests do not. */
  wait?: Wait;
}

/**
 * A model behind an HTTP API. The operator named the address, so it may be private; a redirect is not followed, because
 * the conversation and the key are meant for that address alone.
 */
export function httpModel(
  { wire, endpoint, name, key }: ModelPlace & { name: string; key: string | undefined },
  options: HttpModelOptions = {},
): Model {
  const closing = new AbortController();
  // A service that stops cuts the pause short, and the next try then fails.
  const wait = options.wait ?? ((ms) => delay(ms, undefined, { signal: closing.signal }).catch(() => {}));

  /** Whether the server has refused the form of an answer, and the same conversation without it was answered. */
  let refusesForms = false;

  async function ask(
    body: string,
    { deadline, maxBytes = MAX_ANSWER_BYTES }: Conversation,
  ): Promise<unknown> {
    const left = deadline - performance.now();
    if (left <= 0) throw new ModelFailure('too-late');
    const patience = AbortSignal.timeout(Math.ceil(left));
    const cancelled = cancelSignal();
    const signal = AbortSignal.any([patience, closing.signal, ...(cancelled ? [cancelled] : [])]);
    const headers = { 'content-type': 'application/json', ...wire.headers(key) };
    try {
      const response = await fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual', signal });
      const text = await textOf(response, maxBytes);
      if (!response.ok) throw failureOf(response, withoutKey(text));
      return parsed(text);
    } catch (error) {
      if (error instanceof ModelFailure) throw error;
      if (closing.signal.aborted) throw problem('unavailable', say('service-stopping'));
      refuseCancelled(cancelled);
      if (patience.aborted) throw new ModelFailure('too-late');
      throw new ModelFailure('unavailable', withoutKey(String((error as Error).cause ?? error)));
    }
  }

  const withoutKey = (text: string) =>
    (key === undefined ? text : text.replaceAll(key, '***')).slice(0, LONGEST_SAID);

  async function turnOf(conversation: Conversation): Promise<ModelTurn> {
    const body = JSON.stringify(wire.body(name, conversation));
    const answer = await retrying(() => ask(body, conversation), {
      wait,
      patienceMs: conversation.deadline - performance.now(),
    });
    const turn = wire.turnOf(answer);
    if (!turn) throw new ModelFailure('unreadable');
    return withTokens(turn, body, answer);
  }

  return {
    name,
    async converse(conversation: Conversation): Promise<ModelTurn> {
      const { form, ...free } = conversation;
      if (!form || refusesForms) return await turnOf(free);
      try {
        return await turnOf(conversation);
      } catch (error) {
        if (!(error instanceof ModelFailure && error.mayRefuseForm)) throw error;
        const turn = await turnOf(free);
        refusesForms = true;
        return turn;
      }
    },
    close: () => closing.abort(),
  };
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (bytes > maxBytes) throw new ModelFailure('unreadable', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailure('unreadable', 'not JSON');
  }
}

function failureOf({ status, headers }: Response, text: string): ModelFailure {
  const said = `status ${status}: ${text}`;
  const retryAfter = secondsOf(headers.get('retry-after'));
  if (status === 429) return new ModelFailure('rate-limited', said, retryAfter);
  if (status === 408 || status >= 500) return new ModelFailure('unavailable', said, retryAfter);
  return new ModelFailure('refused', said, null, status === 400 || status === 422);
}

/** Limits and prices go by tokens, so a server that does not count them is estimated. */
function withTokens(turn: ModelTurn, body: string, answer: unknown): ModelTurn {
  const { input, output } = turn.tokens;
  return {
    ...turn,
    tokens: {
      input: input || estimatedTokens(body),
      output: output || estimatedTokens(JSON.stringify(answer)),
    },
  };
}
