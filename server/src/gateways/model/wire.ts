import type { Conversation, ModelTurn } from './model.js';

/** One of the two APIs that models are served by: how a conversation is written there, and a turn read. */
export interface Wire {
  headers(key: string | undefined): Record<string, string>;
  /** Without tools where there are none: some servers refuse an empty list. */
  body(model: string, conversation: Conversation): object;
  /** Undefined if the answer is not one of this API. */
  turnOf(answer: unknown): ModelTurn | undefined;
}

/** For servers that do not count: about four characters are a token. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
