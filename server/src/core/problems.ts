/**
 * Every way a request can fail, in one catalogue. Features throw `problem('slug', …)`; only the edges
 * translate it to HTTP, MCP or a terminal.
 */
interface ProblemKind {
  status: number;
  title: string;
  /** How a caller fixes the call, unless the place that throws has more exact advice. */
  fix: string;
}

const catalogue = {
  'bad-request': {
    status: 400,
    title: 'The request cannot be understood',
    fix: 'Send a well-formed HTTP request; see /docs for the shape of each call.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not valid JSON',
    fix: 'Send one JSON document in UTF-8 that matches the schema of the call.',
  },
  uncastable: {
    status: 400,
    title: 'Values do not fit the new type',
    fix: 'Correct the rows named in offenders or choose a type that holds them; where becomes is not null, lossy: true takes it.',
  },
  'derived-branch': {
    status: 400,
    title: 'A derived table cannot be branched',
    fix: 'Name in tables the base tables that it is computed from, and edit those; or leave record_branch out.',
  },
  'bad-signature': {
    status: 400,
    title: 'The event was not signed by Stripe',
    fix: 'Set SVC_STRIPE_WEBHOOK_SECRET to the signing secret of this webhook at Stripe.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    fix: 'Send "Authorization: Bearer <token>" with a session token, a personal access token or an account key that is neither expired nor revoked.',
  },
  'wrong-credentials': {
    status: 401,
    title: 'E-mail or password is wrong',
    fix: 'Check both and try again.',
  },
  'second-factor-required': {
    status: 401,
    title: 'The sign-in needs a second factor',
    fix: 'Send ticket and a code of your authenticator app (or a recovery code) to POST /api/auth/login/second-factor; for a passkey, ask POST /api/auth/login/passkey/options first.',
  },
  'wrong-second-factor': {
    status: 401,
    title: 'The second factor is wrong',
    fix: 'Send the code that the app shows now with the same ticket; a code works once. A recovery code replaces a lost device.',
  },
  'out-of-credits': {
    status: 402,
    title: 'The account has no credits left',
    fix: 'Buy a credit pack, or wait for the monthly bucket to refill.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    fix: 'Use a credential that has the right to do this.',
  },
  'sign-in-refused': {
    status: 403,
    title: 'The sign-in was refused',
    fix: 'Begin again with GET /api/auth/oidc/start, in one browser.',
  },
  'recent-proof-required': {
    status: 403,
    title: 'Prove again who you are',
    fix: 'Send your password to POST /api/auth/session/prove, or sign in again, and repeat the request within 15 minutes.',
  },
  'second-factor-missing': {
    status: 403,
    title: 'The workspace requires a second factor, and you have none',
    fix: 'Set one up in the console, under Settings, Security, or with POST /api/auth/totp. Your tokens and keys then work here again, too.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'The credential lacks a scope',
    fix: 'Mint a credential that carries the scope named in missing_scope.',
  },
  'outside-reach': {
    status: 403,
    title: 'Outside the reach of the credential',
    fix: 'Name a workspace that the credential reaches, or use another credential.',
  },
  'owner-session-required': {
    status: 403,
    title: 'Only the signed-in owner may do this',
    fix: 'Sign in with POST /api/auth/login and use the session token.',
  },
  'registration-closed': {
    status: 403,
    title: 'Registration is closed',
    fix: 'Ask the operator for a user, or set SVC_OPEN_REGISTRATION=true.',
  },
  'wrong-signature': {
    status: 403,
    title: 'The URL was not signed by this service',
    fix: 'Use upload_url exactly as POST …/uploads answered it.',
  },
  'influenced-by-governed-column': {
    status: 403,
    title: 'The rows reveal a column that you may not see',
    fix: 'Read the tables that it is computed from, as far as you may see them, or ask a steward for the rule `influence: allow`.',
  },
  'governed-workbook': {
    status: 403,
    title: 'Refused on a governed workbook',
    fix: 'Read the tables instead: column policies apply to them, but cannot apply to raw bytes.',
  },
  'not-found': {
    status: 404,
    title: 'No such thing',
    fix: 'Check the identifier, and that the credential reaches it.',
  },
  'route-not-found': {
    status: 404,
    title: 'No such endpoint',
    fix: 'See /docs for every endpoint.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The endpoint does not answer to this method',
    fix: 'Use one of the methods in the Allow header.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    fix: 'Send it again, without long pauses.',
  },
  conflict: {
    status: 409,
    title: 'In conflict with the current state',
    fix: 'Read the current state and decide again.',
  },
  'no-card': {
    status: 409,
    title: 'No card is on file',
    fix: 'Save a card first: POST /api/control/account/billing/payg answers where.',
  },
  'version-conflict': {
    status: 409,
    title: 'The table has moved on',
    fix: 'Read the rows again, re-apply the change, and retry with the new edit_version.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is in use',
    fix: 'Choose another name.',
  },
  'label-in-use': {
    status: 409,
    title: 'The label is in use',
    fix: 'Choose another label; labels of versions never move.',
  },
  'already-tracked': {
    status: 409,
    title: 'The file is tracked already',
    fix: 'Send the new version to the link named in link_id: POST …/file-links/{link_id}/versions.',
  },
  'tracked-source': {
    status: 409,
    title: 'The source follows a tracked file',
    fix: 'Send the new version to the link named in link_id, or stop tracking with DELETE …/file-links/{link_id}.',
  },
  'not-a-cloud-link': {
    status: 409,
    title: 'The link tracks a local file',
    fix: 'Send its new version with POST …/file-links/{link_id}/versions.',
  },
  'drive-authorization-needed': {
    status: 409,
    title: 'The service may not read this drive for you',
    fix: 'Open authorize_url in a browser, allow the access, and send the request again.',
  },
  'drive-file-changed': {
    status: 409,
    title: 'The file changed in its drive while it was read',
    fix: 'Send the request again once the file is no longer being edited.',
  },
  'has-dependents': {
    status: 409,
    title: 'Other tables are computed from it',
    fix: 'Delete the tables named in dependents first, or send cascade=true to delete them too.',
  },
  'merge-deletes-most': {
    status: 409,
    title: 'The merge would delete most rows of a table',
    fix: 'Check that the file still has its rows; if they are to be deleted, send the file again with confirm_deletes=true.',
  },
  'lineage-cycle': {
    status: 409,
    title: 'The table would be computed from itself',
    fix: 'Leave out the input that is computed from the output; cycle names the way.',
  },
  'already-member': {
    status: 409,
    title: 'The user is a member already',
    fix: 'Change the role with PATCH /api/control/workspaces/{workspace_id}/users/{user_id}; user_id names the user.',
  },
  'workspace-not-empty': {
    status: 409,
    title: 'The workspace has workbooks',
    fix: 'Delete its workbooks first; workbooks says how many there are.',
  },
  'personal-workspace': {
    status: 409,
    title: 'The personal workspace stays',
    fix: 'Delete its workbooks one by one; only workspaces that were created through the API can be deleted.',
  },
  'default-account': {
    status: 409,
    title: 'The default account cannot be deleted',
    fix: 'Only developer accounts, made with POST /api/control/accounts, can be deleted.',
  },
  'active-subscription': {
    status: 409,
    title: 'The account has a subscription',
    fix: 'End the subscription in the portal (POST /api/control/account/billing/portal), and try again once it has ended.',
  },
  'unsettled-overage': {
    status: 409,
    title: 'The account owes for credits that it used',
    fix: 'Wait until the overage is charged at the turn of the month, and see that the card on file works.',
  },
  'account-owner': {
    status: 409,
    title: 'The owner of the account stays an admin of its workspaces',
    fix: 'Make others admins beside the owner; the workspace is theirs as long as they own the account.',
  },
  'unproven-address': {
    status: 409,
    title: 'Nobody knows whether the address is theirs',
    fix: 'Have the owner of the account confirm them with POST /api/control/workspaces/{workspace_id}/users/{user_id}/confirm, or let them prove it by mail or by OpenID Connect.',
  },
  'owns-shared-account': {
    status: 409,
    title: 'You own an account in which others work',
    fix: 'For each of accounts: hand it over with POST /api/control/account/transfer, or remove its members. Then try again.',
  },
  'no-workspace': {
    status: 409,
    title: 'The account has no workspace',
    fix: 'Provision one with POST /api/control/workspaces.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'The first request with this key is still running',
    fix: 'Wait, then send the same request again to receive its answer.',
  },
  expired: {
    status: 410,
    title: 'No longer kept',
    fix: 'Make it anew.',
  },
  'too-large': {
    status: 413,
    title: 'Too large',
    fix: 'Send less at once.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not accepted here',
    fix: 'Send the content type that /docs names for this call.',
  },
  'unsupported-file': {
    status: 415,
    title: 'The file is not a spreadsheet this service reads',
    fix: 'Upload an xlsx, xlsm, xls, xlsb, ods, csv or tsv file.',
  },
  'wrong-host': {
    status: 421,
    title: 'The service does not go by this name',
    fix: 'Use the address named in the detail. A proxy in front of the service must pass on the Host header.',
  },
  'confirm-mismatch': {
    status: 422,
    title: 'The confirmation does not match',
    fix: 'Send the name of the account in confirm, exactly as GET /api/control/accounts shows it.',
  },
  'invalid-request': {
    status: 422,
    title: 'The request is not valid',
    fix: 'Correct the fields named in errors.',
  },
  'unreadable-file': {
    status: 422,
    title: 'The file cannot be read',
    fix: 'Open it in a spreadsheet program, save it again, and upload the saved copy.',
  },
  'encrypted-file': {
    status: 422,
    title: 'The file is password-protected',
    fix: 'Save a copy without a password and upload that.',
  },
  'empty-file': {
    status: 422,
    title: 'The file holds no cells',
    fix: 'Upload a file with at least one non-empty sheet.',
  },
  'file-too-complex': {
    status: 422,
    title: 'The file is larger or more complex than can be read safely',
    fix: 'Split it into smaller files.',
  },
  'unmergeable-file': {
    status: 422,
    title: 'The file cannot be merged',
    fix: 'Export the tables again with record_branch=true, make the edits in that file, and leave its headings in place.',
  },
  'invalid-cells': {
    status: 422,
    title: 'Cells of the file do not fit their columns',
    fix: 'Correct the cells named in offenders, save the file, and send it again.',
  },
  'merge-too-large': {
    status: 422,
    title: 'The table of the file has too many rows to merge',
    fix: 'Merge files of at most 100,000 rows a table; larger changes go through POST …/rows/upsert or a revision of the source.',
  },
  'url-refused': {
    status: 422,
    title: 'The URL may not be fetched',
    fix: 'Give the final http or https address of a file on the open Internet, without a user name or password.',
  },
  'url-failed': {
    status: 422,
    title: 'The URL could not be fetched',
    fix: 'Check that the address answers with the file itself, or download it and upload it.',
  },
  'drive-refused': {
    status: 422,
    title: 'The drive does not hand out the file',
    fix: 'Check that the file still exists, is not in the trash, and is shared with the account named in the detail.',
  },
  'sql-invalid': {
    status: 422,
    title: 'The SQL cannot be planned',
    fix: 'Correct the statement. POST …/query/validate checks a query without running it, dry_run=true a transform.',
  },
  'sql-refused': {
    status: 422,
    title: 'The SQL is not allowed',
    fix: 'Send exactly one SELECT over the tables of the workbook, without file, system or setting functions.',
  },
  'sql-failed': {
    status: 422,
    title: 'The SQL failed while running',
    fix: 'Correct the statement, for example with try_cast for values that do not convert.',
  },
  'query-timeout': {
    status: 422,
    title: 'The query ran past its deadline',
    fix: 'Filter or aggregate more, or raise timeout_ms within the limit of the service.',
  },
  'query-too-large': {
    status: 422,
    title: 'The query needs more memory or disk than it may use',
    fix: 'Filter or aggregate more, or return fewer columns.',
  },
  'python-failed': {
    status: 422,
    title: 'The Python code failed',
    fix: 'Correct the code, at the line named where there is one, and leave a list of dicts, a dict of lists or a table in `output`.',
  },
  'chart-failed': {
    status: 422,
    title: 'The chart cannot be drawn',
    fix: 'Make the chart again with other parameters, or with less in `config`.',
  },
  'duplicate-key': {
    status: 422,
    title: 'Rows of a derived table share a key',
    fix: 'Name columns that are unique together, aggregate in the code, or leave key out.',
  },
  cancelled: {
    status: 499,
    title: 'The call was cancelled',
    fix: 'Call again if the result is wanted after all; nothing was changed by halves.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    fix: 'Use a fresh key for each distinct request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait as long as Retry-After says.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong on our side',
    fix: 'Try again; if it persists, report the request_id.',
  },
  'damaged-data': {
    status: 500,
    title: 'Stored data is damaged or missing',
    fix: 'Ask the operator to run "npm run verify-data" and to restore the file from a backup; a source is repaired by uploading the same file again.',
  },
  'payments-refused': {
    status: 502,
    title: 'The payment provider refused the request',
    fix: 'Ask the operator: the log of the service says why.',
  },
  'payments-unavailable': {
    status: 503,
    title: 'The payment provider does not answer',
    fix: 'Wait as long as Retry-After says, then send the same request again.',
  },
  'not-configured': {
    status: 501,
    title: 'Not configured on this service',
    fix: 'Ask the operator to set the setting named in the detail.',
  },
  'insufficient-storage': {
    status: 507,
    title: 'The disk of the service is full or cannot be written',
    fix: 'Delete workbooks that are no longer needed, or ask the operator to make room; reading and deleting go on meanwhile.',
  },
  'drive-unavailable': {
    status: 503,
    title: 'The drive does not answer, or limits how often it is asked',
    fix: 'Wait as long as Retry-After says, then send the same request again.',
  },
  busy: {
    status: 503,
    title: 'Too much is being done at the same time',
    fix: 'Wait as long as Retry-After says, then send the same request again; send fewer at the same time.',
  },
  unavailable: {
    status: 503,
    title: 'Not ready',
    fix: 'Try again in a moment.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemSlug = keyof typeof catalogue;

export const problemKinds: Readonly<Record<ProblemSlug, ProblemKind>> = catalogue;

export interface ProblemDetails {
  detail?: string;
  /** Overrides the catalogue's general advice. */
  fix?: string;
  /** Members that help a program fix the call, such as `current_version`. */
  members?: Record<string, unknown>;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
  readonly members: Record<string, unknown>;

  constructor(slug: ProblemSlug, details: ProblemDetails = {}) {
    const kind = problemKinds[slug];
    super(details.detail ?? kind.title);
    this.slug = slug;
    this.status = kind.status;
    this.title = kind.title;
    this.detail = details.detail ?? kind.title;
    this.fix = details.fix ?? kind.fix;
    this.members = details.members ?? {};
  }
}

/** Whether the same call may succeed later: nothing is wrong with the request. */
export function isPassing(error: unknown): boolean {
  return error instanceof Problem && error.status === 503;
}

export function problem(
  slug: ProblemSlug,
  detail?: string,
  more: Omit<ProblemDetails, 'detail'> = {},
): Problem {
  return new Problem(slug, detail === undefined ? more : { ...more, detail });
}
