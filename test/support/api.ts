import { randomUUID } from 'node:crypto';
import type { AnswerChecker } from './answer-checker.js';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else text. */
  body: Body;
  bytes: Uint8Array;
}

/** One that is undefined is not sent. */
type Headers_ = Record<string, string | undefined>;
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by asserting it.
type Loose = any;

/** Talks HTTP to the service and checks every response against the OpenAPI document. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string | undefined,
    private readonly checker: AnswerChecker,
  ) {}

  get<Body = Loose>(path: string, headers: Headers_ = {}): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, headers);
  }

  post<Body = Loose>(path: string, body: unknown = {}, headers: Headers_ = {}): Promise<Answer<Body>> {
    return this.send('POST', path, body, headers);
  }

  patch<Body = Loose>(path: string, body: unknown, headers: Headers_ = {}): Promise<Answer<Body>> {
    return this.send('PATCH', path, body, headers);
  }

  put<Body = Loose>(path: string, body: unknown, headers: Headers_ = {}): Promise<Answer<Body>> {
    return this.send('PUT', path, body, headers);
  }

  delete<Body = Loose>(path: string, headers: Headers_ = {}): Promise<Answer<Body>> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** A multipart upload with one file and its form fields. */
  upload<Body = Loose>(
    path: string,
    file: { name: string; content: string | Uint8Array },
    fields: Record<string, string> = {},
    headers: Headers_ = {},
  ): Promise<Answer<Body>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([file.content]), file.name);
    return this.send('POST', path, form, headers);
  }

  async send<Body = Loose>(
    method: string,
    path: string,
    body: unknown,
    headers: Headers_ = {},
  ): Promise<Answer<Body>> {
    const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers: given({
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(!raw && body !== undefined && { 'content-type': 'application/json' }),
        // As careful clients do, so that the answer of every change is one that can be kept.
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...headers,
      }),
      ...(body !== undefined && {
        body: raw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
      }),
    });
    const type = response.headers.get('content-type') ?? '';
    const bytes = type.startsWith('text/event-stream')
      ? await pastEvents(response)
      : new Uint8Array(await response.arrayBuffer());
    const isJson = /[/+]json/.test(type);
    const text = new TextDecoder().decode(bytes);
    const parsed = isJson ? JSON.parse(text) : text;
    this.checker.check(method, path, response, parsed);
    return { status: response.status, headers: response.headers, body: parsed as Body, bytes };
  }

  /** The path of a new workbook. */
  async workbook(title = 'Test'): Promise<string> {
    const { body } = await this.post<{ id: string }>('/api/v1/workbooks', { title });
    return `/api/v1/workbooks/${body.id}`;
  }

  /** A token of the caller with these scopes, and the client that uses it. */
  async mint(scopes: string[], more: Record<string, unknown> = {}): Promise<Api> {
    const { body } = await this.post<{ token: string }>('/api/v1/me/tokens', {
      name: 'test',
      scopes,
      ...more,
    });
    return new Api(this.url, body.token, this.checker);
  }

  /** One that may write, as often as a test needs. */
  async mintWriter(): Promise<Api> {
    return await this.mint(['workbooks:write'], { rate_limit_per_minute: 10_000 });
  }
}

/** A stream of events up to the comment that nothing more has happened yet. */
async function pastEvents(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    if (Buffer.concat(chunks).includes(': up to date\n\n')) break;
  }
  return Buffer.concat(chunks);
}

function given(headers: Headers_): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
