import type { IncomingHttpHeaders } from 'node:http';
import { type Exchange, type LoopbackServer, Refusal, sendJson, startLoopback } from './fake-drive-http.js';
import {
  type ChatRequest,
  checkedRequest,
  type Dialect,
  dialects,
  type ScriptedTurn,
} from './model-dialects.js';

/** What the model does when it is asked: a turn, a refusal, other bytes than the API has, or nothing at all. */
type Reply =
  | ScriptedTurn
  | Refusal
  | { raw: string }
  | 'silence'
  | ((request: ChatRequest) => ScriptedTurn | Promise<ScriptedTurn>);

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatRequest;
}

/**
 * A model that answers what a test has written down, under both APIs, and refuses what their real servers refuse: a
 * conversation out of turn, a call without its result, a request without a key.
 */
export class ScriptedModel {
  readonly requests: ReceivedRequest[] = [];
  readonly #replies: Reply[] = [];
  #otherwise: Reply | undefined;

  static readonly key = 'sk-scripted-model';

  private constructor(private readonly server: LoopbackServer) {}

  static async start(): Promise<ScriptedModel> {
    const model: ScriptedModel = new ScriptedModel(
      await startLoopback((exchange) => model.#answer(exchange)),
    );
    return model;
  }

  /** The variables of a service that uses this model. */
  variables(dialect: Dialect = 'openai'): Record<string, string> {
    const path = dialect === 'openai' ? '/v1' : '/anthropic';
    return {
      SVC_MODEL_URL: this.server.url + path,
      SVC_MODEL_NAME: 'scripted-1',
      SVC_MODEL_KEY: ScriptedModel.key,
    };
  }

  /** One reply for each of the next requests. */
  will(...replies: Reply[]): void {
    this.#replies.push(...replies);
  }

  /** The reply to every request that no other was written for. */
  always(reply: Reply): void {
    this.#otherwise = reply;
  }

  /** Forgets the script and what was received. */
  reset(): void {
    this.requests.length = 0;
    this.#replies.length = 0;
    this.#otherwise = undefined;
  }

  /** Everything that was ever sent to the model. */
  get heard(): string {
    return JSON.stringify(this.requests.map(({ body }) => body));
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async #answer({ request, response, url }: Exchange): Promise<void> {
    const dialect = url.pathname.startsWith('/anthropic/') ? 'anthropic' : 'openai';
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as ChatRequest;
    this.requests.push({ path: url.pathname, headers: request.headers, body });
    const reply = this.#replies.shift() ?? this.#otherwise;
    if (reply === undefined) throw new Error('the script has no reply for this request');
    if (reply instanceof Refusal) throw reply;
    checkedRequest(dialect, request.headers, body, ScriptedModel.key);
    if (reply === 'silence') return;
    if (typeof reply === 'object' && 'raw' in reply) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply.raw);
      return;
    }
    const turn = typeof reply === 'function' ? await reply(body) : reply;
    sendJson(response, 200, dialects[dialect].answer(turn, this.requests.length));
  }
}
