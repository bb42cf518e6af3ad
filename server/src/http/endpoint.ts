import type { Static, TSchema } from '@sinclair/typebox';
import type { Received } from '@workbook-data-service/contract/received';
import type { CommitOptions } from '../catalog/change.js';
import type { ProblemSlug } from '../core/problems.js';
import type { Access } from '../edge/access.js';
import { type BodyBounds, ordinaryBounds, smallBounds } from '../edge/body-bounds.js';
import type { Caller } from '../features/caller.js';
import type { CalledFrom } from '../features/identity/start-session.js';
import type { Service } from '../features/service.js';
import type { Answer, BytesBody, JsonBody } from '../present/answer.js';
import type { AnswerHeader } from '../present/header-catalogue.js';
import type { ReceivedFile } from '../workbook/files/received-file.js';

export interface Context<Params, Query, Body> {
  service: Service;
  caller: Caller;
  /**
   * Work to do before the change of this request commits; every endpoint that changes something passes it on.
   */
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
  /** Scheme and host of the page that makes the request, which is one of this service. */
  pageOrigin: string;
  requestId: string;
  /** The client's address, as far as SVC_TRUSTED_PROXY allows it to be known, and what it calls itself. */
  from: CalledFrom;
  /** A cookie of the request. */
  cookie(name: string): string | undefined;
  /** Whether a person's browser opened the address, to show what it answers as a page. */
  wantsPage: boolean;
  /** Whether the caller has a copy with this ETag, by the If-None-Match header; its body is then not sent. */
  hasCopy(etag: string): boolean;
  /** The If-Match header, for an endpoint that accepts it. */
  ifMatch: string | undefined;
  /** The Last-Event-ID header, for an endpoint that accepts it. */
  lastEventId: string | undefined;
  /** The Stripe-Signature header, for an endpoint that accepts it. */
  stripeSignature: string | undefined;
}

/**
 * The answer with one status: JSON of a schema, bytes of some media types (possibly JSON among them), or
 * nothing.
 */
export type AnswerShape = TSchema | MediaAnswer | null;

interface MediaAnswer {
  mediaTypes: readonly string[];
  /** The schema of the JSON, if JSON is one of the media types. */
  schema?: TSchema;
  /** Of text that is not a file. */
  example?: string;
}

type Answers = Record<number, AnswerShape>;

/** An answer with one of the declared statuses, and a body of the shape declared for it. */
type AnswerOf<Declared extends Answers> = {
  [Status in keyof Declared & number]: Answer<Status, BodyOf<Declared[Status]>>;
}[keyof Declared & number];

type BodyOf<Shape extends AnswerShape> = Shape extends TSchema
  ? JsonBody<Static<Shape>>
  : Shape extends { mediaTypes: readonly string[]; schema: infer Schema extends TSchema }
    ? BytesBody | JsonBody<Static<Schema>>
    : Shape extends MediaAnswer
      ? BytesBody
      : never;

/** One endpoint: its name, who may call it, its schemas, what it does and how its result is presented. */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Declared extends Answers = Answers,
  Result = unknown,
> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{tables,artifacts}` in a path makes two routes. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Limits of the body, if they are higher than usual. */
  bodyBounds?: BodyBounds;
  /** The body is multipart/form-data with one file, and `body` describes its other fields. */
  acceptsFile?: boolean;
  /** The body is the file itself, with any content type. */
  takesBytes?: boolean;
  /**
   * The table in the path is looked up together with the caller, which saves a round trip; see `PrefetchedTable`
   * for the conditions.
   */
  findsTable?: boolean;
  /** A POST that only reads: it ignores an Idempotency-Key. */
  readOnly?: boolean;
  /**
   * Whether it stores data. The default is true for changes with the scope `workbooks:write` other than
   * deletions, and for uploads.
   */
  storesData?: boolean;
  /** The answer is a page of rows, which may be large: the request waits for room in `AnswersInFlight`. */
  answersRows?: boolean;
  /** The If-Match header may be sent instead of `expected_version`. */
  takesIfMatch?: boolean;
  /** The Last-Event-ID header may be sent, to resume a stream of events. */
  takesLastEventId?: boolean;
  /** A link that `signLink` made opens it, without a credential; its query takes `signedBy`. */
  opensByLink?: boolean;
  /** The Stripe-Signature header says who made the body. */
  takesStripeSignature?: boolean;
  /** The answer is a stream that either side can end, so its duration means nothing. */
  staysOpen?: boolean;
  /** Headers of success answers, in addition to those of every answer. */
  answerHeaders?: readonly AnswerHeader[];
  /** Problems that it may answer, in addition to those that `problemsOf` derives. */
  problems?: readonly ProblemSlug[];
  /** Success answers by status. */
  answers: Declared;
  /**
   * A change must return the result of its transaction: the answer kept for an Idempotency-Key is presented
   * from it.
   */
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

export function needsCredential({ access }: Endpoint): boolean {
  return access.to !== 'anyone' && access.to !== 'signature';
}

export function changesState(definition: Endpoint): boolean {
  return definition.method !== 'GET' && !definition.readOnly;
}

/** Sign-in, the control plane and endpoints without a JSON body take little. */
export function boundsOf({ path, body, bodyBounds, acceptsFile, takesBytes }: Endpoint): BodyBounds {
  if (bodyBounds) return bodyBounds;
  const takesMore = body && !acceptsFile && !takesBytes && path.startsWith('/api/v1/');
  return takesMore ? ordinaryBounds : smallBounds;
}

/** Whether the endpoint is refused while the disk is nearly full. */
export function storesData(definition: Endpoint): boolean {
  if (definition.storesData !== undefined) return definition.storesData;
  if (definition.takesBytes || definition.acceptsFile) return true;
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
