import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Conversation, ModelTurn, ToolCall } from './model.js';
import { isRecord, type Wire } from './wire.js';

const Call = Type.Object({
  id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  function: Type.Object({
    name: Type.String(),
    // Text by the book; some servers send the object itself.
    arguments: Type.Optional(Type.Unknown()),
  }),
});

const Completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      message: Type.Object({
        content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        tool_calls: Type.Optional(Type.Union([Type.Array(Call), Type.Null()])),
      }),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(
    Type.Union([
      Type.Object({ prompt_tokens: Type.Number(), completion_tokens: Type.Number() }),
      Type.Null(),
    ]),
  ),
});

/** The newer name of the limit is required by OpenAI's reasoning models, and unknown to many other servers. */
type TokenLimitName = 'max_tokens' | 'max_completion_tokens';

/** OpenAI's chat completions, which most servers of models speak. */
export function openAiWire(tokenLimit: TokenLimitName): Wire {
  return {
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    body: (model, { system, messages, tools, form, maxTokens }) => ({
      model,
      [tokenLimit]: maxTokens,
      messages: [{ role: 'system', content: system }, ...messages.flatMap(messagesOf)],
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, input }) => ({
          type: 'function',
          function: { name, description, parameters: input },
        })),
      }),
      ...(form && { response_format: { type: 'json_schema', json_schema: form } }),
    }),
    turnOf,
  };
}

function messagesOf(message: Conversation['messages'][number]): unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if ('asSent' in message) return [message.asSent];
  if (message.role === 'assistant') return [{ role: 'assistant', content: message.text }];
  return message.results.map(({ id, text, isError }) => ({
    role: 'tool',
    tool_call_id: id,
    content: isError ? `Error: ${text}` : text,
  }));
}

function turnOf(answer: unknown): ModelTurn | undefined {
  if (!Value.Check(Completion, answer)) return undefined;
  const message = answer.choices[0]?.message;
  const text = message?.content ?? '';
  const read = (message?.tool_calls ?? []).map(readCall);
  return {
    text,
    calls: read.map(({ call }) => call),
    message: assistant(
      text,
      read.map(({ asSent }) => asSent),
    ),
    tokens: { input: answer.usage?.prompt_tokens ?? 0, output: answer.usage?.completion_tokens ?? 0 },
  };
}

/** Some servers number no calls, and some fail on a history with arguments that are not JSON. */
function readCall(sent: Static<typeof Call>, index: number): { call: ToolCall; asSent: object } {
  const { name, arguments: given } = sent.function;
  const id = sent.id || `call_${index}`;
  const input = argumentsOf(given);
  const asSent = {
    ...sent,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  };
  return { call: { id, name, input }, asSent };
}

function argumentsOf(given: unknown): Record<string, unknown> | undefined {
  // A call without parameters.
  if (given === undefined || given === '') return {};
  if (typeof given !== 'string') return isRecord(given) ? given : undefined;
  try {
    const value: unknown = JSON.parse(given);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function assistant(text: string, calls: object[]): ModelTurn['message'] {
  const asSent = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) };
  return { role: 'assistant', asSent };
}
