import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './fake-drive-http.js';

export type Dialect = 'openai' | 'anthropic';

export interface ScriptedTurn {
  text?: string;
  /** A text for the input is sent as it is, where the API has text. */
  calls?: { name: string; input: object | string }[];
  tokens?: { input: number; output: number };
}

interface ChatMessage {
  role: string;
  content: unknown;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools: Record<string, unknown>[];
  system?: unknown;
  max_tokens?: number;
  max_completion_tokens?: number;
}

interface Block {
  type: string;
  id?: string;
  tool_use_id?: string;
  text?: string;
  content?: string;
}

/** What the model was last told, in either API. */
export function lastHeard(request: ChatRequest | undefined): string {
  const content = request?.messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return (content as Block[]).map((block) => block.text ?? block.content).join('\n');
}

export const dialects: Record<Dialect, { answer(turn: ScriptedTurn, nth: number): object }> = {
  openai: {
    answer: ({ text = null, calls = [], tokens }, nth) => ({
      id: `chatcmpl-${nth}`,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          message: {
            role: 'assistant',
            content: text,
            ...(calls.length > 0 && {
              tool_calls: calls.map(({ name, input }, at) => ({
                id: `call_${nth}_${at}`,
                type: 'function',
                function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
              })),
            }),
          },
        },
      ],
      ...(tokens && { usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output } }),
    }),
  },
  anthropic: {
    answer: ({ text, calls = [], tokens }, nth) => ({
      id: `msg_${nth}`,
      type: 'message',
      role: 'assistant',
      content: [
        ...(text === undefined ? [] : [{ type: 'text', text }]),
        ...calls.map(({ name, input }, at) => ({ type: 'tool_use', id: `toolu_${nth}_${at}`, name, input })),
      ],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      ...(tokens && { usage: { input_tokens: tokens.input, output_tokens: tokens.output } }),
    }),
  },
};

/** Refuses what a real server of the API refuses. */
export function checkedRequest(
  dialect: Dialect,
  headers: IncomingHttpHeaders,
  body: ChatRequest,
  key: string,
): void {
  const sent = dialect === 'openai' ? headers.authorization?.replace(/^Bearer /, '') : headers['x-api-key'];
  if (sent !== key) throw refusal(401, `Incorrect API key provided: ${sent}`);
  if (dialect === 'anthropic' && !headers['anthropic-version']) throw refusal(400, 'no anthropic-version');
  if (dialect === 'anthropic' && !body.max_tokens) throw refusal(400, 'max_tokens: Field required');
  if (!body.model) throw refusal(400, 'no model');
  const problem = dialect === 'openai' ? openAiProblem(body.messages) : anthropicProblem(body.messages);
  if (problem) throw refusal(400, problem);
}

const refusal = (status: number, message: string) => new Refusal(status, { error: { message } });

/** Every call is answered by a message of its own before anybody else speaks. */
function openAiProblem(messages: ChatMessage[]): string | undefined {
  const open = new Set<string>();
  for (const { role, tool_calls, tool_call_id, content } of messages) {
    if (role === 'tool') {
      if (!open.delete(tool_call_id ?? '')) return `no call ${tool_call_id}`;
      continue;
    }
    if (open.size > 0) return `calls without a result: ${[...open]}`;
    if (typeof content !== 'string') return 'content is not text';
    for (const call of tool_calls ?? []) {
      JSON.parse(call.function.arguments);
      open.add(call.id);
    }
  }
  return open.size > 0 ? 'calls without a result' : undefined;
}

/** User and assistant take turns, and the user's turn begins with the results of every call. */
function anthropicProblem(messages: ChatMessage[]): string | undefined {
  let open: string[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate';
    const blocks = content as Block[];
    if (blocks.length === 0) return 'content must not be empty';
    const results = blocks.flatMap(({ tool_use_id }) => tool_use_id ?? []);
    if (role === 'user' && open.sort().join() !== results.sort().join())
      return `tool_use ids without tool_result blocks: ${open}`;
    open = blocks.flatMap(({ type, id }) => (type === 'tool_use' && id ? [id] : []));
  }
  return open.length > 0 ? 'the last message must be of the user' : undefined;
}
