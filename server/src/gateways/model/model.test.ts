import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal, startLoopback } from '../../../test-support/fake-drive-http.js';
import { patience } from '../../../test-support/patience.js';
import { ScriptedModel } from '../../../test-support/scripted-model.js';
import { cancellable } from '../../core/cancellation.js';
import type { Wait } from '../retrying.js';
import { type Conversation, type Model, ModelFailure, type ModelMessage } from './model.js';
import { openModel, placeOf } from './open-model.js';

let scripted: ScriptedModel;
// One for each test: a request that was given up may reach its server after the test.
beforeEach(async () => {
  scripted = await ScriptedModel.start();
});
afterEach(() => scripted.stop());

const pauses: number[] = [];
const wait = async (milliseconds: number) => pauses.push(milliseconds);

function open(
  dialect: 'openai' | 'anthropic',
  changes: { modelUrl?: string; modelKey?: string } = {},
  options: { wait?: Wait } = { wait },
): Model {
  const { SVC_MODEL_URL, SVC_MODEL_NAME, SVC_MODEL_KEY } = scripted.variables(dialect);
  pauses.length = 0;
  const settings = {
    modelUrl: SVC_MODEL_URL,
    modelName: SVC_MODEL_NAME,
    modelKey: SVC_MODEL_KEY,
    ...changes,
  };
  return openModel(settings, options) as Model;
}

function conversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    system: 'You look things up.',
    messages: [{ role: 'user', text: 'What is in A1?' }],
    tools: [{ name: 'read', description: 'Reads a cell.', input: { type: 'object', properties: {} } }],
    maxTokens: 500,
    deadline: performance.now() + 10_000,
    ...changes,
  };
}

async function failureOf(work: Promise<unknown>): Promise<ModelFailure> {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelFailure)) throw error ?? new Error('nothing failed');
  return error;
}

describe.each(['openai', 'anthropic'] as const)('%s', (dialect) => {
  test('a model calls a tool, hears its result and answers', async () => {
    const model = open(dialect);
    scripted.will(
      {
        text: 'Let me look.',
        calls: [{ name: 'read', input: { cell: 'A1' } }],
        tokens: { input: 90, output: 7 },
      },
      { text: 'It holds 42.' },
    );
    const first = await model.converse(conversation());
    const [call] = first.calls;
    expect(first).toMatchObject({
      text: 'Let me look.',
      calls: [{ name: 'read', input: { cell: 'A1' } }],
      tokens: { input: 90, output: 7 },
    });
    const messages: ModelMessage[] = [
      { role: 'user', text: 'What is in A1?' },
      first.message,
      { role: 'tools', results: [{ id: call?.id ?? '', text: '42', isError: false }] },
    ];
    const second = await model.converse(conversation({ messages }));
    expect(second).toMatchObject({ text: 'It holds 42.', calls: [] });
    expect(second.tokens.input, 'estimated').toBeGreaterThan(20);
    expect(scripted.requests[0]?.body).toMatchObject({ model: 'scripted-1', max_tokens: 500 });
  });

  test('an empty turn can be followed by another', async () => {
    const model = open(dialect);
    scripted.will({}, { text: 'Sorry.' });
    const { message } = await model.converse(conversation());
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Well?' },
      message,
      { role: 'user', text: 'Please answer.' },
    ];
    expect((await model.converse(conversation({ messages }))).text).toBe('Sorry.');
  });

  test('is asked again after a failure in passing, as late as it wishes', async () => {
    const model = open(dialect);
    scripted.will(new Refusal(429, {}, { 'retry-after': '3' }), new Refusal(529, {}), { text: 'Here.' });
    expect((await model.converse(conversation())).text).toBe('Here.');
    expect(pauses).toEqual([3000, expect.any(Number)]);
  });

  test('is not waited for beyond the deadline', async () => {
    const model = open(dialect);
    scripted.will(new Refusal(429, {}, { 'retry-after': '60' }));
    expect((await failureOf(model.converse(conversation()))).kind).toBe('rate-limited');
    scripted.will('silence');
    const late = model.converse(conversation({ deadline: performance.now() + 50 }));
    expect((await failureOf(late)).kind).toBe('too-late');
  });

  test('a wrong key is not tried again, and nobody hears of it', async () => {
    const model = open(dialect, { modelKey: 'sk-wrong-secret' });
    scripted.always({ text: 'never' });
    const failure = await failureOf(model.converse(conversation()));
    expect(failure).toMatchObject({ kind: 'refused', message: 'The language model refused the request.' });
    expect(failure.said).toContain('Incorrect API key provided: ***');
    expect(scripted.requests).toHaveLength(1);
  });

  test.each([
    ['no JSON', '<html>'],
    ['another API', '{"candidates": []}'],
    ['an endless answer', `"${'x'.repeat(2_000_001)}"`],
  ])('%s is not understood', async (_, raw) => {
    scripted.will({ raw });
    expect((await failureOf(open(dialect).converse(conversation()))).kind).toBe('unreadable');
  });

  test.each([
    ['an answer', 'silence'],
    ['the end of a pause', new Refusal(429, {}, { 'retry-after': '9' })],
  ] as const)('a service that stops does not wait for %s', async (_, reply) => {
    const model = open(dialect, {}, {});
    scripted.will(reply);
    const turn = model.converse(conversation()).catch((error: unknown) => error);
    await vi.waitFor(() => expect(scripted.requests).toHaveLength(1), patience(120_000));
    model.close();
    expect(await turn).toMatchObject({ slug: 'unavailable' });
  });
});

describe.each([
  ['openai', 'response_format', { type: 'json_schema', json_schema: { name: 'changes', schema: {} } }],
  ['anthropic', 'output_config', { format: { type: 'json_schema', schema: {} } }],
] as const)('the form of an answer, for %s', (dialect, field, sent) => {
  const asked = conversation({ tools: [], form: { name: 'changes', schema: {} } });
  const sentForms = () => scripted.requests.map(({ body }) => (body as never)[field]);

  test('is sent as the API has it, without tools', async () => {
    const model = open(dialect);
    scripted.will({ text: '{}' });
    expect((await model.converse(asked)).text).toBe('{}');
    expect(scripted.requests[0]?.body).toMatchObject({ [field]: sent });
    expect(scripted.requests[0]?.body).not.toHaveProperty('tools');
  });

  test('is left out for a server that refuses it, from then on', async () => {
    const model = open(dialect);
    scripted.will(new Refusal(400, { error: 'unknown field' }), { text: '{}' }, { text: '[]' });
    expect((await model.converse(asked)).text).toBe('{}');
    expect((await model.converse(asked)).text).toBe('[]');
    expect(sentForms()).toEqual([sent, undefined, undefined]);
  });

  test('a request that is refused for another reason is sent with it again', async () => {
    const model = open(dialect);
    scripted.always(new Refusal(400, { error: 'too long' }));
    await failureOf(model.converse(asked));
    await failureOf(model.converse(asked));
    expect(sentForms()).toEqual([sent, undefined, sent, undefined]);
  });
});

test('a response longer than wanted is not read on', async () => {
  scripted.will({ raw: `"${'x'.repeat(5000)}"` });
  expect((await failureOf(open('openai').converse(conversation({ maxBytes: 1000 })))).kind).toBe(
    'unreadable',
  );
});

test('a call that is cancelled does not wait for the model', async () => {
  const model = open('openai');
  scripted.will('silence');
  const caller = new AbortController();
  const turn = cancellable(caller.signal, () => model.converse(conversation())).catch(
    (error: unknown) => error,
  );
  await vi.waitFor(() => expect(scripted.requests).toHaveLength(1), patience(120_000));
  caller.abort();
  expect(await turn).toMatchObject({ slug: 'cancelled' });
});

test('arguments that are no JSON object leave the history readable', async () => {
  const model = open('openai');
  scripted.will({ calls: [{ name: 'read', input: '{"cell": ' }] }, { text: 'Sorry.' });
  const { message, calls } = await model.converse(conversation());
  expect(calls).toEqual([{ id: expect.any(String), name: 'read', input: undefined }]);
  const results = [{ id: calls[0]?.id ?? '', text: 'not JSON', isError: true }];
  const messages: ModelMessage[] = [{ role: 'user', text: 'Well?' }, message, { role: 'tools', results }];
  expect((await model.converse(conversation({ messages }))).text).toBe('Sorry.');
});

test('a redirect is not followed: key and conversation go to the configured address alone', async () => {
  let isReached = false;
  const elsewhere = await startLoopback(async ({ response }) => {
    isReached = true;
    response.end('{}');
  });
  const moved = await startLoopback(async ({ response }) => {
    response.writeHead(307, { location: elsewhere.url }).end();
  });
  const failure = await failureOf(open('openai', { modelUrl: `${moved.url}/v1` }).converse(conversation()));
  expect(failure.kind).toBe('refused');
  expect(isReached).toBe(false);
  await Promise.all([moved.stop(), elsewhere.stop()]);
});

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
  [
    'https://gateway.example/openai/v1/chat/completions',
    'https://gateway.example/openai/v1/chat/completions',
  ],
  ['https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
  ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/messages'],
  ['https://models.example/anthropic', 'https://models.example/anthropic/v1/messages'],
  ['https://models.example/v1/messages', 'https://models.example/v1/messages'],
])('%s is asked at %s', (url, endpoint) => {
  expect(placeOf(url).endpoint).toBe(endpoint);
});

test('the limit of tokens has the name that the server knows', () => {
  const bodyAt = (url: string) => placeOf(url).wire.body('m', conversation());
  expect(bodyAt('https://api.openai.com/v1')).toMatchObject({ max_completion_tokens: 500 });
  expect(bodyAt('http://localhost:11434/v1')).toMatchObject({ max_tokens: 500 });
});

test('without an address there is no model', () => {
  expect(openModel({ modelUrl: undefined, modelName: 'm', modelKey: undefined })).toBeUndefined();
});
