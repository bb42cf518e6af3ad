import type { Body, Connection, ServiceRequest } from './connection.js';
import { ProblemError } from './problem-error.js';

/** What the document says of an endpoint, as far as a call depends on it. */
interface Traits {
  isKeyed?: boolean;
  isOpen?: boolean;
  /** Whether the body has a field for the actor. */
  namesActor?: boolean;
  /** How the body is sent; JSON if absent. */
  body?: 'form' | 'bytes';
  /** What the body of the answer becomes; parsed JSON if absent. */
  answer?: 'blob' | 'text';
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Whether it may be sent again where nobody knows if it was done; true for reads and keyed calls, if absent. */
  isRepeatable?: boolean;
}

type Input<Data> = Omit<Data, 'url'> & CallOptions;
/** The input may be left out where nothing in it is required. */
type Arguments<Data> =
  Partial<Input<Data>> extends Input<Data> ? [input?: Input<Data>] : [input: Input<Data>];

/** A function that calls one endpoint. */
export interface Operation<Data, Answer> {
  (connection: Connection, ...input: Arguments<Data>): Promise<Answer>;
  /** The answer as it arrives, for its headers, or for a format that is not JSON. */
  response(connection: Connection, ...input: Arguments<Data>): Promise<Response>;
}

interface AnyInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: ServiceRequest['query'];
  headers?: Record<string, string>;
  body?: unknown;
}

export function operation<Data, Responses>(
  method: string,
  template: string,
  traits: Traits = {},
): Operation<Data, Responses[keyof Responses]> {
  const request = ({ actor }: Connection, input: AnyInput = {}): ServiceRequest => {
    const { path = {}, query, headers, body, signal, isRepeatable } = input;
    return {
      method,
      path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(name, path[name])),
      ...(query && { query }),
      ...(headers && { headers }),
      ...sentBody(traits, body, actor),
      isKeyed: traits.isKeyed ?? false,
      isOpen: traits.isOpen ?? false,
      ...(isRepeatable !== undefined && { isRepeatable }),
      signal,
    };
  };
  return Object.assign(
    (connection: Connection, input?: AnyInput) =>
      connection.send(request(connection, input), (response) => readAnswer(response, traits)),
    { response: (connection: Connection, input?: AnyInput) => connection.send(request(connection, input)) },
  ) as Operation<Data, Responses[keyof Responses]>;
}

/** Dots alone would name another endpoint, even if they are escaped. */
function pathPart(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot be sent as ${name}; use the id instead.`);
  return encodeURIComponent(text);
}

function sentBody(
  { body: kind, namesActor }: Traits,
  body: unknown,
  actor: string | undefined,
): Pick<ServiceRequest, 'json' | 'body' | 'headers'> {
  if (kind === 'bytes') return { body: body as Body };
  const fields = namesActor && actor !== undefined ? { actor, ...(body as object | undefined) } : body;
  if (kind === 'form') return { body: formOf(fields as Record<string, unknown>) };
  return fields === undefined ? {} : { json: fields };
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  // Files last: the service has then read the fields when their bytes arrive.
  const isFile = ([, value]: [string, unknown]): boolean => value instanceof Blob;
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of entries.sort((a, b) => Number(isFile(a)) - Number(isFile(b))))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

async function readAnswer(response: Response, { answer }: Traits): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (answer === 'blob') return await response.blob();
  if (answer === 'text') return await response.text();
  const type = response.headers.get('content-type') ?? 'nothing';
  if (type.startsWith('application/json')) return await response.json();
  await response.body?.cancel();
  throw new ProblemError({
    type: '/problems/unexpected-answer',
    title: 'The answer is not JSON',
    status: response.status,
    detail: `It is ${type}.`,
    suggested_fix: 'Read it with the function `response` of the operation.',
    request_id: response.headers.get('x-request-id') ?? '',
  });
}
