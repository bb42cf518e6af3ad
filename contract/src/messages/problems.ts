import type { Edge } from './edge.js';

/** What kinds of problems there are: the title of each, which is all that is said where there is no more to say. */
export const problemSentences = {
  'bad-request': () => 'The request cannot be understood',
  'malformed-json': () => 'The body is not valid JSON',
  uncastable: () => 'Values do not fit the new type',
  'derived-branch': () => 'A derived table cannot be branched',
  'bad-signature': () => 'The event was not signed by Stripe',
  unauthenticated: () => 'No valid credential',
  'wrong-credentials': () => 'E-mail or password is wrong',
  'second-factor-required': () => 'The sign-in needs a second factor',
  'wrong-second-factor': () => 'The second factor is wrong',
  'out-of-credits': () => 'The account has no credits left',
  forbidden: () => 'Not allowed',
  'sign-in-refused': () => 'The sign-in was refused',
  'recent-proof-required': () => 'A recent sign-in is required',
  'second-factor-missing': () => 'The workspace requires a second factor, and you have none',
  'insufficient-scope': () => 'The credential lacks a scope',
  'outside-reach': () => 'Outside the reach of the credential',
  'owner-session-required': () => 'Only the signed-in owner may do this',
  'registration-closed': () => 'Registration is closed',
  'wrong-signature': () => 'The URL was not signed by this service',
  'influenced-by-governed-column': () => 'The rows reveal a column that you may not see',
  'governed-workbook': () => 'Refused on a governed workbook',
  'not-found': () => 'Not found',
  'route-not-found': () => 'No such endpoint',
  'method-not-allowed': () => 'The endpoint does not support this method',
  'request-timeout': () => 'The request did not arrive in time',
  conflict: () => 'In conflict with the current state',
  'no-card': () => 'No card is on file',
  'version-conflict': () => 'The table has changed in the meantime',
  'name-taken': () => 'The name is in use',
  'label-in-use': () => 'The label is in use',
  'already-tracked': () => 'The file is already tracked',
  'tracked-source': () => 'The source follows a tracked file',
  'not-a-cloud-link': () => 'The link tracks a local file',
  'drive-authorization-needed': () => 'The service may not read this drive for you',
  'drive-file-changed': () => 'The file changed in its drive while it was read',
  'has-dependents': () => 'Other tables are computed from it',
  'merge-deletes-most': () => 'The merge would delete most rows of a table',
  'lineage-cycle': () => 'The table would be computed from itself',
  'already-member': () => 'The user is already a member',
  'workspace-not-empty': () => 'The workspace has workbooks',
  'personal-workspace': () => 'The personal workspace cannot be deleted',
  'default-account': () => 'The default account cannot be deleted',
  'active-subscription': () => 'The account has a subscription',
  'unsettled-overage': () => 'The account owes for credits that it used',
  'account-owner': () => 'The owner of the account stays an admin of its workspaces',
  'unproven-address': () => 'The address is not proven to be theirs',
  'owns-shared-account': () => 'You own an account that others work in',
  'no-workspace': () => 'The account has no workspace',
  'idempotency-in-progress': () => 'The first request with this key is still running',
  expired: () => 'No longer available',
  'too-large': () => 'Too large',
  'unsupported-media-type': () => 'The content type is not accepted here',
  'unsupported-file': () => 'The file is not a spreadsheet this service reads',
  'wrong-host': () => 'The service does not answer to this host name',
  'confirm-mismatch': () => 'The confirmation does not match',
  'invalid-request': () => 'The request is not valid',
  'unreadable-file': () => 'The file cannot be read',
  'encrypted-file': () => 'The file is password-protected',
  'empty-file': () => 'The file holds no cells',
  'file-too-complex': () => 'The file is larger or more complex than can be read safely',
  'unmergeable-file': () => 'The file cannot be merged',
  'invalid-cells': () => 'Cells of the file do not fit their columns',
  'merge-too-large': () => 'The table of the file has too many rows to merge',
  'url-refused': () => 'The URL may not be fetched',
  'url-failed': () => 'The URL could not be fetched',
  'drive-refused': () => 'The drive does not hand out the file',
  'sql-invalid': () => 'The SQL cannot be planned',
  'sql-refused': () => 'The SQL is not allowed',
  'sql-failed': () => 'The SQL failed while running',
  'query-timeout': () => 'The query ran past its deadline',
  'query-too-large': () => 'The query needs more memory or disk than it may use',
  'print-failed': () => 'The report could not be printed',
  'python-failed': () => 'The Python code failed',
  'chart-failed': () => 'The chart cannot be drawn',
  'duplicate-key': () => 'Rows of a derived table share a key',
  cancelled: () => 'The call was cancelled',
  'idempotency-key-reused': () => 'The Idempotency-Key was used for another request',
  'rate-limited': () => 'Too many requests',
  'internal-error': () => 'Something went wrong on our side',
  'damaged-data': () => 'Stored data is damaged or missing',
  'payments-refused': () => 'The payment provider refused the request',
  'payments-unavailable': () => 'The payment provider does not answer',
  'not-supported': () => 'Not supported',
  'not-acceptable': () => 'Not available in that form',
  'not-configured': () => 'Not configured on this service',
  'insufficient-storage': () => 'The disk of the service is full or cannot be written',
  'drive-unavailable': () => 'The drive does not answer, or limits how often it is asked',
  busy: () => 'Too much is being done at the same time',
  unavailable: () => 'Not ready',
};

export type ProblemSlug = keyof typeof problemSentences;

/** How callers fix a call, unless the place that refuses it has more exact advice. */
export const problemFixSentences = {
  'fix-bad-request': () => 'Send a well-formed HTTP request; see /docs for the shape of each call.',
  'fix-malformed-json': () => 'Send one JSON document in UTF-8 that matches the schema of the call.',
  'fix-uncastable': () =>
    'Correct the rows named in offenders or choose a type that holds them; where becomes is not null, lossy: true takes it.',
  'fix-derived-branch': () =>
    'Name in tables the base tables that it is computed from, and edit those; or leave record_branch out.',
  'fix-bad-signature': () => 'Set SVC_STRIPE_WEBHOOK_SECRET to the signing secret of this webhook at Stripe.',
  'fix-unauthenticated': () =>
    'Send "Authorization: Bearer <token>" with a session token, a personal access token or an account key that is neither expired nor revoked.',
  'fix-wrong-credentials': () => 'Check both and try again.',
  'fix-second-factor-required': (_: undefined, { operation }: Edge) =>
    `Send ticket and a code of your authenticator app (or a recovery code) to ${operation('finishLogin')}; for a passkey, ask ${operation('askPasskey')} first.`,
  'fix-wrong-second-factor': () =>
    'Send the code that the app shows now with the same ticket; a code works once. A recovery code replaces a lost device.',
  'fix-out-of-credits': () => 'Buy a credit pack, or wait for the monthly bucket to refill.',
  'fix-forbidden': () => 'Use a credential that has the right to do this.',
  'fix-sign-in-refused': (_: undefined, { operation }: Edge) =>
    `Begin again with ${operation('beginOidcSignIn')}, in one browser.`,
  'fix-recent-proof-required': (_: undefined, { operation }: Edge) =>
    `Send your password to ${operation('proveSession')}, or sign in again, and repeat the request within 15 minutes.`,
  'fix-second-factor-missing': (_: undefined, { operation }: Edge) =>
    `Set one up in the console, under Settings, Security, or with ${operation('beginTotp')}. Your tokens and keys then work here again, too.`,
  'fix-insufficient-scope': () => 'Mint a credential that carries the scope named in missing_scope.',
  'fix-outside-reach': () => 'Name a workspace that the credential reaches, or use another credential.',
  'fix-owner-session-required': (_: undefined, { operation }: Edge) =>
    `Sign in with ${operation('login')} and use the session token.`,
  'fix-registration-closed': () => 'Ask the operator for a user, or set SVC_OPEN_REGISTRATION=true.',
  'fix-wrong-signature': (_: undefined, { operation }: Edge) =>
    `Use upload_url exactly as ${operation('createUpload')} answered it.`,
  'fix-influenced-by-governed-column': () =>
    'Read the tables that it is computed from, as far as you may see them, or ask a steward for the rule `influence: allow`.',
  'fix-governed-workbook': () =>
    'Read the tables instead: column policies apply to them, but cannot apply to raw bytes.',
  'fix-not-found': () => 'Check the identifier, and that the credential reaches it.',
  'fix-route-not-found': () => 'See /docs for every endpoint.',
  'fix-method-not-allowed': () => 'Use one of the methods in the Allow header.',
  'fix-request-timeout': () => 'Send it again, without long pauses.',
  'fix-conflict': () => 'Read the current state and decide again.',
  'fix-no-card': (_: undefined, { operation }: Edge) =>
    `Save a card first: ${operation('enablePayg')} answers where.`,
  'fix-version-conflict': () =>
    'Read the rows again, re-apply the change, and retry with the new edit_version.',
  'fix-name-taken': () => 'Choose another name.',
  'fix-label-in-use': () => 'Choose another label; labels of versions never move.',
  'fix-already-tracked': (_: undefined, { operation }: Edge) =>
    `Send the new version to the link named in link_id: ${operation('pushFileVersion')}.`,
  'fix-tracked-source': (_: undefined, { operation }: Edge) =>
    `Send the new version to the link named in link_id, or stop tracking with ${operation('untrackFile')}.`,
  'fix-not-a-cloud-link': (_: undefined, { operation }: Edge) =>
    `Send its new version with ${operation('pushFileVersion')}.`,
  'fix-drive-authorization-needed': () =>
    'Open authorize_url in a browser, allow the access, and send the request again.',
  'fix-drive-file-changed': () => 'Send the request again once the file is no longer being edited.',
  'fix-has-dependents': () =>
    'Delete the tables named in dependents first, or send cascade=true to delete them too.',
  'fix-merge-deletes-most': () =>
    'Check that the file still has its rows; if they are to be deleted, send the file again with confirm_deletes=true.',
  'fix-lineage-cycle': () => 'Leave out the input that is computed from the output; cycle names the way.',
  'fix-already-member': (_: undefined, { operation }: Edge) =>
    `Change the role with ${operation('changeMember')}; user_id names the user.`,
  'fix-workspace-not-empty': () => 'Delete its workbooks first; workbooks says how many there are.',
  'fix-personal-workspace': () =>
    'Delete its workbooks one by one; only workspaces that were created through the API can be deleted.',
  'fix-default-account': (_: undefined, { operation }: Edge) =>
    `Only developer accounts, made with ${operation('createAccount')}, can be deleted.`,
  'fix-active-subscription': (_: undefined, { operation }: Edge) =>
    `End the subscription in the portal (${operation('openBillingPortal')}), and try again once it has ended.`,
  'fix-unsettled-overage': () =>
    'Wait until the overage is charged at the turn of the month, and see that the card on file works.',
  'fix-account-owner': () =>
    'Make others admins beside the owner; the workspace is theirs as long as they own the account.',
  'fix-unproven-address': (_: undefined, { operation }: Edge) =>
    `Have the owner of the account confirm them with ${operation('confirmMember')}, or let them prove it by mail or by OpenID Connect.`,
  'fix-owns-shared-account': (_: undefined, { operation }: Edge) =>
    `For each of accounts: hand it over with ${operation('transferAccount')}, or remove its members. Then try again.`,
  'fix-no-workspace': (_: undefined, { operation }: Edge) =>
    `Provision one with ${operation('provisionWorkspace')}.`,
  'fix-idempotency-in-progress': () => 'Wait, then send the same request again to receive its answer.',
  'fix-expired': () => 'Make it anew.',
  'fix-too-large': () => 'Send less at once.',
  'fix-unsupported-media-type': () => 'Send the content type that /docs names for this call.',
  'fix-unsupported-file': () => 'Upload an xlsx, xlsm, xls, xlsb, ods, csv or tsv file.',
  'fix-wrong-host': () =>
    'Use the address named in the detail. A proxy in front of the service must pass on the Host header.',
  'fix-confirm-mismatch': (_: undefined, { operation }: Edge) =>
    `Send the name of the account in confirm, exactly as ${operation('listAccounts')} shows it.`,
  'fix-invalid-request': () => 'Correct the fields named in errors.',
  'fix-unreadable-file': () => 'Open it in a spreadsheet program, save it again, and upload the saved copy.',
  'fix-encrypted-file': () => 'Save a copy without a password and upload that.',
  'fix-empty-file': () => 'Upload a file with at least one non-empty sheet.',
  'fix-file-too-complex': () => 'Split it into smaller files.',
  'fix-unmergeable-file': () =>
    'Export the tables again with record_branch=true, make the edits in that file, and leave its headings in place.',
  'fix-invalid-cells': () => 'Correct the cells named in offenders, save the file, and send it again.',
  'fix-merge-too-large': (_: undefined, { operation }: Edge) =>
    `Merge files of at most 100,000 rows a table; larger changes go through ${operation('upsertRows')} or a revision of the source.`,
  'fix-url-refused': () =>
    'Give the final http or https address of a file on the open Internet, without a user name or password.',
  'fix-url-failed': () =>
    'Check that the address answers with the file itself, or download it and upload it.',
  'fix-drive-refused': () =>
    'Check that the file still exists, is not in the trash, and is shared with the account named in the detail.',
  'fix-sql-invalid': (_: undefined, { operation }: Edge) =>
    `Correct the statement. ${operation('validateQuery')} checks a query without running it, dry_run=true a transform.`,
  'fix-sql-refused': () =>
    'Send exactly one SELECT over the tables of the workbook, without file, system or setting functions.',
  'fix-sql-failed': () => 'Correct the statement, for example with try_cast for values that do not convert.',
  'fix-query-timeout': () => 'Filter or aggregate more, or raise timeout_ms within the limit of the service.',
  'fix-query-too-large': () => 'Filter or aggregate more, or return fewer columns.',
  'fix-print-failed': () =>
    'Show fewer rows and columns, or open the page with format=html and print it from the browser.',
  'fix-python-failed': () =>
    'Correct the code, at the line named where there is one, and leave a list of dicts, a dict of lists or a table in `output`.',
  'fix-chart-failed': () => 'Make the chart again with other parameters, or with less in `config`.',
  'fix-duplicate-key': () =>
    'Name columns that are unique together, aggregate in the code, or leave key out.',
  'fix-cancelled': () => 'Call again if the result is wanted after all; nothing was changed by halves.',
  'fix-idempotency-key-reused': () => 'Use a fresh key for each distinct request.',
  'fix-rate-limited': () => 'Wait as long as Retry-After says.',
  'fix-internal-error': () => 'Try again; if it persists, report the request_id.',
  'fix-damaged-data': () =>
    'Ask the operator to run "npm run verify-data" and to restore the file from a backup; a source is repaired by uploading the same file again.',
  'fix-payments-refused': () => 'Ask the operator: the log of the service says why.',
  'fix-payments-unavailable': () => 'Wait as long as Retry-After says, then send the same request again.',
  'fix-not-supported': () => 'Ask for it in another way; the documentation says what is supported.',
  'fix-not-acceptable': () => 'Ask for a media type that the answer is available in.',
  'fix-not-configured': () => 'Ask the operator to set the setting named in the detail.',
  'fix-insufficient-storage': () =>
    'Delete workbooks that are no longer needed, or ask the operator to make room; reading and deleting go on meanwhile.',
  'fix-drive-unavailable': () => 'Wait as long as Retry-After says, then send the same request again.',
  'fix-busy': () =>
    'Wait as long as Retry-After says, then send the same request again; send fewer at the same time.',
  'fix-unavailable': () => 'Try again in a moment.',
} satisfies Record<`fix-${ProblemSlug}`, unknown>;
