import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ModelMessage, ModelTurn } from './model.js';
import { isRecord, type Wire } from './wire.js';

const Message = Type.Object({
  content: Type.Array(Type.Object({ type: Type.String() }, { additionalProperties: true })),
  usage: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const Text = Type.Object({ type: Type.Literal('text'), text: Type.String() });
const ToolUse = Type.Object({
  type: Type.Literal('tool_use'),
  id: Type.String(),
  name: Type.String(),
  input: Type.Unknown(),
});

/** What precedes it is kept by the server for some minutes, at a fraction of its price. */
const keptUpToHere = { cache_control: { type: 'ephemeral' } };

/** Anthropic's messages. */
export const anthropicWire: Wire = {
  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    ...(key !== undefined && { 'x-api-key': key }),
  }),
  body: (model, { system, messages, tools, form, maxTokens }) => ({
    model,
    max_tokens: maxTokens,
    system,
    messages: messages.map((message, at) => messageOf(message, at === messages.length - 1)),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })),
    }),
    ...(form && { output_config: { format: { type: 'json_schema', schema: form.schema } } }),
  }),
  turnOf(answer): ModelTurn | undefined {
    if (!Value.Check(Message, answer)) return undefined;
    const calls = answer.content.filter((block) => Value.Check(ToolUse, block));
    return {
      text: answer.content
        .filter((block) => Value.Check(Text, block))
        .map(({ text }) => text)
        .join('\n'),
      calls: calls.map(({ id, name, input }) => ({ id, name, input: isRecord(input) ? input : undefined })),
      // An empty turn is refused in a history. Thoughts stay: the model has signed them.
      message: { role: 'assistant', asSent: answer.content.length > 0 ? answer.content : [textBlock('…')] },
      tokens: tokensOf(answer.usage),
    };
  },
};

const textBlock = (text: string) => ({ type: 'text', text });

function messageOf(message: ModelMessage, isLast: boolean): object {
  if ('asSent' in message) return { role: 'assistant', content: message.asSent };
  if (message.role === 'assistant') return { role: 'assistant', content: [textBlock(message.text)] };
  const blocks =
    message.role === 'user'
      ? [textBlock(message.text)]
      : message.results.map(({ id, text, isError }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          ...(isError && { is_error: true }),
        }));
  const marked = blocks.map((block, at) =>
    isLast && at === blocks.length - 1 ? { ...block, ...keptUpToHere } : block,
  );
  return { role: 'user', content: marked };
}

function tokensOf(usage: Static<typeof Message>['usage']): ModelTurn['tokens'] {
  const count = (name: string) => (typeof usage?.[name] === 'number' ? usage[name] : 0);
  return {
    input: count('input_tokens') + count('cache_creation_input_tokens') + count('cache_read_input_tokens'),
    output: count('output_tokens'),
  };
}
