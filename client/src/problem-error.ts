import type { ProblemSlug } from './generated/problems.js';
import type { ProblemBody } from './generated/types.js';

/** A slug of this version of the client, or one that a newer service answers. */
type AnySlug = ProblemSlug | (string & {});

/** A field to correct, and what is wrong with it; as data too, where `message` is no text of a library. */
type FieldFault = NonNullable<ProblemBody['errors']>[number];

/** What the service says when it refuses a call: what is wrong, and how to mend it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** The kind of problem, such as `version-conflict`. */
  readonly slug: AnySlug;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** What `detail` says, as data; a service of an earlier release, or words of a library, have none. */
  readonly code: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly suggestedFix: string;
  readonly fixCode: string | undefined;
  readonly fixParams: Readonly<Record<string, unknown>>;
  /** Finds the call in the logs of the service. */
  readonly requestId: string | undefined;
  /** The fields to correct, where the request itself is not valid. */
  readonly errors: FieldFault[];
  /** What else the answer says, such as `current_version`, `missing_scope` or `retry_after`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(body: ProblemBody) {
    const { type, title, status, detail, suggested_fix, request_id, errors, ...others } = body;
    const { code, params, fix_code, fix_params, ...members } = others;
    super(detail === title ? title : `${title}: ${detail}`);
    this.slug = type.replace('/problems/', '');
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.code = code;
    this.params = params ?? {};
    this.suggestedFix = suggested_fix;
    this.fixCode = fix_code;
    this.fixParams = fix_params ?? {};
    this.requestId = request_id;
    this.errors = errors ?? [];
    this.members = members;
  }

  /** Seconds to wait before the call may succeed, where the service knows. */
  get retryAfter(): number | undefined {
    const { retry_after: seconds } = this.members;
    return typeof seconds === 'number' ? seconds : undefined;
  }
}

/** Whether an error is a problem of one of these kinds. */
export function isProblem(error: unknown, ...slugs: ProblemSlug[]): error is ProblemError {
  return error instanceof ProblemError && (slugs as string[]).includes(error.slug);
}

/** The problem in an answer; also where something between here and the service answered in its place. */
export async function problemIn(response: Response): Promise<ProblemError> {
  const { status, headers } = response;
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  const waiting = Number.isFinite(retryAfter) ? { retry_after: retryAfter } : {};
  if (headers.get('content-type')?.startsWith('application/problem+json'))
    return new ProblemError({ ...waiting, ...((await response.json()) as ProblemBody) });
  await response.body?.cancel();
  return new ProblemError({
    ...waiting,
    type: '/problems/unexpected-answer',
    title: 'Not an answer of the service',
    status,
    detail: `The status is ${status}, and the body is not a problem.`,
    suggested_fix: 'Check the address of the service, and the proxies on the way to it.',
    request_id: headers.get('x-request-id') ?? '',
  });
}

/** No answer arrived, or only a part of one. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(url: string, cause: unknown) {
    super(`No answer from ${url}: ${reasonOf(cause)}`, { cause });
  }
}

/** The deepest cause says most: `fetch failed` is the surface of `connect ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
