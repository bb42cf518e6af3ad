import type { TObject } from '@sinclair/typebox';
import type { ProblemSlug } from '../core/problems.js';
import { scopesOf } from '../edge/access.js';
import { changesState, type Endpoint, needsCredential, storesData } from './endpoint.js';

/** Problems of reading a spreadsheet. */
export const fileProblems = [
  'unsupported-file',
  'unreadable-file',
  'encrypted-file',
  'empty-file',
  'file-too-complex',
  'too-large',
] as const satisfies ProblemSlug[];

/** Problems of revising a source by a version of its file. */
export const versionProblems = [
  ...fileProblems,
  'conflict',
  'version-conflict',
  'governed-workbook',
  'out-of-credits',
] as const satisfies ProblemSlug[];

/** Problems of reading a drive. */
export const driveProblems = [
  'not-configured',
  'drive-authorization-needed',
  'drive-refused',
  'drive-unavailable',
] as const satisfies ProblemSlug[];

/** Problems of fetching a file from a drive, and then of reading it. */
export const cloudFileProblems = [
  ...driveProblems,
  'drive-file-changed',
  ...fileProblems,
] as const satisfies ProblemSlug[];

/** Problems of asking the payment provider. */
export const paymentProblems = [
  'not-configured',
  'payments-refused',
  'payments-unavailable',
] as const satisfies ProblemSlug[];

/** Problems of running a statement. */
export const sqlProblems = [
  'sql-invalid',
  'sql-refused',
  'sql-failed',
  'query-timeout',
  'query-too-large',
  'influenced-by-governed-column',
] as const satisfies ProblemSlug[];

/** Problems of running a transform. */
export const transformProblems = [
  ...sqlProblems,
  'python-failed',
  'duplicate-key',
  'not-configured',
  'conflict',
] as const satisfies ProblemSlug[];

/** Rules that derive the problems of an endpoint from its declaration. */
const rules: readonly (readonly [
  applies: (endpoint: Endpoint) => boolean,
  problems: readonly ProblemSlug[],
])[] = [
  [
    () => true,
    ['bad-request', 'wrong-host', 'invalid-request', 'rate-limited', 'internal-error', 'unavailable'],
  ],
  [({ method }) => method !== 'GET', ['malformed-json', 'unsupported-media-type', 'too-large']],
  [needsCredential, ['unauthenticated']],
  [({ opensByLink }) => opensByLink === true, ['wrong-signature', 'expired']],
  [({ access }) => scopesOf(access).length > 0, ['insufficient-scope', 'forbidden', 'second-factor-missing']],
  [({ access }) => access.to === 'session', ['owner-session-required']],
  [({ path }) => path.includes(':'), ['not-found']],
  [namesAccount, ['not-found', 'outside-reach']],
  [servesStoredData, ['busy', 'damaged-data']],
  [({ path }) => path.includes('{tables,artifacts}/:name'), ['influenced-by-governed-column']],
  [writesTable, ['conflict']],
  [({ takesIfMatch }) => takesIfMatch === true, ['version-conflict']],
  [
    (endpoint) => changesState(endpoint) && needsCredential(endpoint),
    ['idempotency-in-progress', 'idempotency-key-reused', 'expired'],
  ],
  [(endpoint) => changesState(endpoint) || storesData(endpoint), ['insufficient-storage']],
];

/** Every problem that an endpoint may answer: those derived from its declaration, and those that it adds. */
export function problemsOf(endpoint: Endpoint): ProblemSlug[] {
  const derived = rules.flatMap(([applies, problems]) => (applies(endpoint) ? problems : []));
  return [...new Set([...derived, ...(endpoint.problems ?? [])])].sort();
}

/** The request names an account or workspace, which may be outside the reach of its credential. */
function namesAccount({ params, query, body }: Endpoint): boolean {
  return [params, query, body].some((schema) => {
    const { properties = {} } = (schema ?? {}) as Partial<TObject>;
    return ['account_id', 'workspace_id', 'resource'].some((name) => name in properties);
  });
}

/** The data of a workbook, result or upload may be busy, or damaged in storage. */
function servesStoredData({ path }: Endpoint): boolean {
  return path.startsWith('/api/v1/') && path.includes(':');
}

function writesTable(endpoint: Endpoint): boolean {
  return endpoint.path.includes('{tables,artifacts}/:name') && changesState(endpoint);
}
