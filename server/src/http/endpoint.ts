import type { Static, TSchema } from '@sinclair/typebox';
import type { Received } from '@workbook-data-service/contract/defaults';
import type { CommitOptions } from '../catalog/change.js';
import type { ProblemSlug } from '../core/problems.js';
import type { Scope } from '../core/scopes.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import type { ReceivedFile } from '../workbook/files/received-file.js';
import type { Answer, BytesBody, JsonBody } from './answer.js';
import { type BodyBounds, ordinaryBounds, smallBounds } from './body/body-bounds.js';
import type { AnswerHeader } from './header-catalogue.js';

/** Who may call an endpoint. Every endpoint declares it; there is no default. */
export type Access =
  | { to: 'anyone' }
  /** Whoever holds a URL that the service signed; what the endpoint does begins with checking it. */
  | { to: 'signature' }
  | { to: 'session' }
  /** A session or a token of the data plane; `scope: null` asks for no more than a valid credential. */
  | { to: 'data-plane'; scope: Scope | null }
  /** A session or an account key. */
  | { to: 'control-plane'; scope: Scope };

export interface Context<Params, Query, Body> {
  service: Service;
  caller: Caller;
  /** What is to be done before the change of this request commits; every endpoint that changes something passes it on. */
  commit: CommitOptions;
  params: Params;
  query: Query;
  body: Body;
  /** The file part of a multipart endpoint, already in the blob store. */
  file: ReceivedFile | undefined;
  /** The body of an endpoint that takes bytes, as they arrive. */
  bytes: AsyncIterable<Uint8Array>;
  /** Scheme and host by which users reach the service. */
  origin: string;
  requestId: string;
  /** Of the client, as far as SVC_TRUSTED_PROXY lets it be known. */
  address: string;
  /** The If-Match header, of an endpoint that takes it. */
  ifMatch: string | undefined;
}

/** What is answered with one status: JSON of a schema, bytes of some media type (JSON may be one of them), or nothing. */
export type AnswerShape = TSchema | MediaAnswer | null;

export interface MediaAnswer {
  mediaTypes: readonly string[];
  /** Of the JSON. */
  schema?: TSchema;
}

type Answers = Record<number, AnswerShape>;

/** An answer with one of the declared statuses, and a body of the shape that is declared for it. */
export type AnswerOf<Declared extends Answers> = {
  [Status in keyof Declared & number]: Answer<Status, BodyOf<Declared[Status]>>;
}[keyof Declared & number];

type BodyOf<Shape extends AnswerShape> = Shape extends TSchema
  ? JsonBody<Static<Shape>>
  : Shape extends { mediaTypes: readonly string[]; schema: infer Schema extends TSchema }
    ? BytesBody | JsonBody<Static<Schema>>
    : Shape extends MediaAnswer
      ? BytesBody
      : never;

/** One endpoint: what it is called, who may call it, its shapes, what it does and how its result is shown. */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Declared extends Answers = Answers,
  Result = unknown,
> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{tables,artifacts}` in a path makes one route of each. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How much the body may hold, where that is more than usual. */
  bodyBounds?: BodyBounds;
  /** The body is multipart/form-data with one file, and `body` describes its other fields. */
  takesFile?: boolean;
  /** The body is a file itself, whatever its content type. */
  takesBytes?: boolean;
  /** The table in the path is looked up with the caller, which saves a round trip; see `TableAhead` for what that asks for. */
  findsTable?: boolean;
  /** Reads through POST change nothing, so an Idempotency-Key has nothing to guard. */
  readOnly?: boolean;
  /** Whether it stores data; without this it does if it changes what `workbooks:write` may change, and deletes nothing. */
  storesData?: boolean;
  /** The answer is a page of rows, which may be large: it is made when there is room for it. */
  answersRows?: boolean;
  /** The If-Match header may stand in place of `expected_version`. */
  takesIfMatch?: boolean;
  /** Headers of success answers, beside those that every answer has. */
  answerHeaders?: readonly AnswerHeader[];
  /** Problems that it may answer, beside those that follow from the rest; see `problemsOf`. */
  problems?: readonly ProblemSlug[];
  /** Success answers by status. */
  answers: Declared;
  /** Of a change, returns what the change returned: that is also what is presented to keep for an Idempotency-Key. */
  run(context: Context<Received<Params>, Received<Query>, Received<Body>>): Promise<Result>;
  present(result: Result): AnswerOf<Declared>;
}

export function endpoint<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  const Declared extends Answers,
  Result,
>(definition: Endpoint<Params, Query, Body, Declared, Result>): Endpoint {
  return definition as unknown as Endpoint;
}

/** Whether a request is made in the name of a credential. */
export function needsCredential({ access }: Endpoint): boolean {
  return access.to !== 'anyone' && access.to !== 'signature';
}

export function changesState(definition: Endpoint): boolean {
  return definition.method !== 'GET' && !definition.readOnly;
}

/** Sign-in and the control plane take little, and so does what has no JSON body at all. */
export function boundsOf({ path, body, bodyBounds, takesFile, takesBytes }: Endpoint): BodyBounds {
  if (bodyBounds) return bodyBounds;
  const takesMore = body && !takesFile && !takesBytes && path.startsWith('/api/v1/');
  return takesMore ? ordinaryBounds : smallBounds;
}

/** Refused while the disk is nearly full. */
export function storesData(definition: Endpoint): boolean {
  if (definition.storesData !== undefined) return definition.storesData;
  if (definition.takesBytes || definition.takesFile) return true;
  const { access, method } = definition;
  const mayWrite = access.to === 'data-plane' && access.scope === 'workbooks:write';
  return mayWrite && changesState(definition) && method !== 'DELETE';
}

/** `/x/{tables,artifacts}/y` stands for two paths. */
export function expandPath(path: string): string[] {
  const match = /\{([^}]+)\}/.exec(path);
  if (!match?.[1]) return [path];
  return match[1].split(',').map((choice) => path.replace(match[0], choice));
}

export function isMediaAnswer(answer: NonNullable<AnswerShape>): answer is MediaAnswer {
  return 'mediaTypes' in answer;
}
