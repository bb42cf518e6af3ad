import { say } from '@workbook-data-service/contract/messages';
import type { Saying } from '@workbook-data-service/contract/messages/message';
import type { ProblemSlug } from '@workbook-data-service/contract/messages/problems';
import { type Why, whyOf } from '@workbook-data-service/contract/messages/why';

import type { Failure } from './stored-saying.js';

export type { ProblemSlug };

/**
 * Every way a request can fail. Features throw `problem('slug', …)`; only the edges translate it to HTTP, MCP or a
 * terminal. Titles and general advice are in the catalogue of messages.
 */
const statuses = {
  'bad-request': 400,
  'malformed-json': 400,
  uncastable: 400,
  'derived-branch': 400,
  'bad-signature': 400,
  unauthenticated: 401,
  'wrong-credentials': 401,
  'second-factor-required': 401,
  'wrong-second-factor': 401,
  'out-of-credits': 402,
  forbidden: 403,
  'sign-in-refused': 403,
  'recent-proof-required': 403,
  'second-factor-missing': 403,
  'insufficient-scope': 403,
  'outside-reach': 403,
  'owner-session-required': 403,
  'registration-closed': 403,
  'wrong-signature': 403,
  'influenced-by-governed-column': 403,
  'governed-workbook': 403,
  'not-found': 404,
  'route-not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'no-card': 409,
  'version-conflict': 409,
  'name-taken': 409,
  'label-in-use': 409,
  'already-tracked': 409,
  'tracked-source': 409,
  'not-a-cloud-link': 409,
  'drive-authorization-needed': 409,
  'drive-file-changed': 409,
  'has-dependents': 409,
  'merge-deletes-most': 409,
  'lineage-cycle': 409,
  'already-member': 409,
  'workspace-not-empty': 409,
  'personal-workspace': 409,
  'default-account': 409,
  'active-subscription': 409,
  'unsettled-overage': 409,
  'account-owner': 409,
  'unproven-address': 409,
  'owns-shared-account': 409,
  'no-workspace': 409,
  'idempotency-in-progress': 409,
  expired: 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'unsupported-file': 415,
  'wrong-host': 421,
  'confirm-mismatch': 422,
  'invalid-request': 422,
  'unreadable-file': 422,
  'encrypted-file': 422,
  'empty-file': 422,
  'file-too-complex': 422,
  'unmergeable-file': 422,
  'invalid-cells': 422,
  'merge-too-large': 422,
  'url-refused': 422,
  'url-failed': 422,
  'drive-refused': 422,
  'sql-invalid': 422,
  'sql-refused': 422,
  'sql-failed': 422,
  'query-timeout': 422,
  'query-too-large': 422,
  'print-failed': 422,
  'python-failed': 422,
  'chart-failed': 422,
  'duplicate-key': 422,
  cancelled: 499,
  'idempotency-key-reused': 422,
  'rate-limited': 429,
  'internal-error': 500,
  'damaged-data': 500,
  'payments-refused': 502,
  'payments-unavailable': 503,
  'not-configured': 501,
  'not-supported': 501,
  'insufficient-storage': 507,
  'drive-unavailable': 503,
  busy: 503,
  unavailable: 503,
} as const satisfies Record<ProblemSlug, number>;

interface ProblemKind {
  status: number;
  title: string;
  /** How callers fix the call, unless the place that throws has more exact advice. */
  fix: string;
}

const slugs = Object.keys(statuses) as ProblemSlug[];

export const problemKinds = Object.fromEntries(
  slugs.map((slug) => [
    slug,
    { status: statuses[slug], title: say(slug).text, fix: say(`fix-${slug}`).text },
  ]),
) as Readonly<Record<ProblemSlug, ProblemKind>>;

/** A field of the request to correct, and what is wrong with it: as a clause and as data. */
export interface FieldError {
  path: string;
  message: string;
  /** Undefined in the words of a library. */
  code: string | undefined;
  params: Saying['params'];
}

export function fieldError(path: string, { text, code, params }: Saying): FieldError {
  return { path, message: text, code, params };
}

export function sayingOf({ message, code, params = {} }: FieldError): Saying {
  return code === undefined ? { text: message } : { text: message, code, params };
}

export const whyOfField = (field: FieldError): Why => whyOf(sayingOf(field));

/** Members that help a program fix the call, such as `current_version`. */
type ProblemMembers = Record<string, unknown> & { errors?: readonly FieldError[] };

interface ProblemDetails {
  detail?: Saying | undefined;
  /** Overrides the general advice. */
  fix?: Saying | undefined;
  members?: ProblemMembers;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  /** What is said to the caller, as data where it is in the catalogue of messages. */
  readonly said: { readonly detail: Saying; readonly fix: Saying };
  readonly members: ProblemMembers;

  constructor(slug: ProblemSlug, details: ProblemDetails = {}) {
    const said = { detail: details.detail ?? say(slug), fix: details.fix ?? say(`fix-${slug}`) };
    super(said.detail.text);
    this.slug = slug;
    this.status = statuses[slug];
    this.title = problemKinds[slug].title;
    this.said = said;
    this.members = details.members ?? {};
  }

  /** For what is recorded of it. */
  get failure(): Failure {
    return { ...this.said.detail, fix: this.said.fix };
  }

  get detail(): string {
    return this.said.detail.text;
  }

  get fix(): string {
    return this.said.fix.text;
  }
}

/**
 * A sentence without a code, which is told in English alone: the words of the engine or of a library. `own-words.test.ts`
 * lists the files that speak so.
 */
export const asWorded = (text: string): Saying => ({ text });

/** Whether the same call may succeed later: nothing is wrong with the request. */
export function isTransientFailure(error: unknown): boolean {
  return error instanceof Problem && error.status === 503;
}

export function problem(
  slug: ProblemSlug,
  detail?: Saying,
  more: Omit<ProblemDetails, 'detail'> = {},
): Problem {
  return new Problem(slug, detail === undefined ? more : { ...more, detail });
}
