import { nearestName } from '@workbook-data-service/sheets/names';
import {
  boolean,
  email,
  hostOrAddress,
  integer,
  issuer,
  type Kind,
  oneOf,
  password,
  path,
  postgresUrl,
  proxies,
  s3Url,
  secretKey,
  smtpUrl,
  text,
  webAddress,
  webAddressOrNone,
  word,
} from './config-kinds.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  port: number;
  host: string;
  logLevel: (typeof logLevels)[number];
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  blobUrl: string | undefined;
  s3Endpoint: string | undefined;
  s3PublicEndpoint: string | undefined;
  historyDays: number;
  autoPinDays: number;
  blobGraceDays: number;
  adoptBlobStore: string | undefined;
  backendTimeoutMs: number;
  secretKey: Buffer | undefined;
  previousSecretKey: Buffer | undefined;
  auditKey: Buffer | undefined;
  previousAuditKey: Buffer | undefined;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  trustedProxy: number | string[] | undefined;
  metricsToken: string | undefined;
  maxConnections: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  openRegistration: boolean;
  maxUploadMb: number;
  urlIngestMaxMb: number;
  queryTimeoutMs: number;
  maxResultRows: number;
  accountResultsMb: number;
  maxPageMb: number;
  formulaRequestCells: number;
  reviewRequestMs: number;
  mailQuietMs: number;
  refreshQuietMs: number;
  maxAnswersMb: number;
  minFreeDiskMb: number;
  lowDiskMb: number;
  answerIdleMs: number;
  queryMemoryMb: number;
  smallTablesMb: number;
  engineProcesses: number;
  /** Whether credits limit what accounts may do; otherwise they are only counted. */
  metered: boolean;
  allowPrivateNetwork: boolean;
  googleClientId: string | undefined;
  googleClientSecret: string | undefined;
  googleAuthorizeUrl: string;
  googleTokenUrl: string;
  googleRevokeUrl: string;
  googleApiUrl: string;
  microsoftClientId: string | undefined;
  microsoftClientSecret: string | undefined;
  microsoftTenant: string;
  /** Absent, it is the one of the tenant. */
  microsoftAuthorizeUrl: string | undefined;
  microsoftTokenUrl: string | undefined;
  microsoftApiUrl: string;
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  oidcAutoRegister: boolean;
  modelUrl: string | undefined;
  modelName: string | undefined;
  modelKey: string | undefined;
  /** Whether the model reads sheets too, where workspaces allow it. */
  modelReading: boolean;
  modelReadingMs: number;
  modelDailyTokens: number;
  chromium: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  stripeSecretKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  stripePriceSoloMonthly: string | undefined;
  stripePriceSoloAnnual: string | undefined;
  stripePriceProMonthly: string | undefined;
  stripePriceProAnnual: string | undefined;
  stripeApiUrl: string;
}

/** A variable with a default always has a value; the others may be absent. */
type Variable<Value> = Kind<NonNullable<Value>> & {
  name: string;
  meaning: string;
} & (undefined extends Value ? { default?: never } : { default: string });

const variables: { [Key in keyof Config]: Variable<Config[Key]> } = {
  port: {
    name: 'PORT',
    default: '8080',
    meaning: 'The TCP port to listen on; 0 takes any free one.',
    ...integer(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 for every network of the machine.',
    ...hostOrAddress(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'The least severe log lines to write.',
    ...oneOf(logLevels),
  },
  dataDir: {
    name: 'SVC_DATA_DIR',
    default: './data',
    meaning: 'The directory that holds everything the service keeps on this machine.',
    ...path(),
  },
  databaseUrl: {
    name: 'SVC_DATABASE_URL',
    meaning: 'A PostgreSQL database for the catalog; absent, it is SQLite in the data directory.',
    ...postgresUrl(),
  },
  databaseConnections: {
    name: 'SVC_DATABASE_CONNECTIONS',
    default: '20',
    meaning: 'The most connections to PostgreSQL that a process keeps; what needs one more waits.',
    ...integer(2, 1000),
  },
  blobUrl: {
    name: 'SVC_BLOB_URL',
    meaning:
      'An S3 bucket for files, with credentials from AWS_*; absent, they are files in the data directory.',
    ...s3Url(),
  },
  s3Endpoint: {
    name: 'SVC_S3_ENDPOINT',
    meaning: 'The S3-compatible server of SVC_BLOB_URL; absent, it is Amazon S3.',
    ...webAddress(),
  },
  s3PublicEndpoint: {
    name: 'SVC_S3_PUBLIC_ENDPOINT',
    meaning:
      'Where clients read shared files in S3, or none; absent, at Amazon S3 alone, never at SVC_S3_ENDPOINT.',
    ...webAddressOrNone(),
  },
  secretKey: {
    name: 'SVC_SECRET_KEY',
    meaning:
      'Seals the secrets in the catalog; required with SVC_DATABASE_URL. Absent, a key is made in the data directory.',
    ...secretKey(),
  },
  previousSecretKey: {
    name: 'SVC_SECRET_KEY_PREVIOUS',
    meaning: 'The former SVC_SECRET_KEY, for one start after it was replaced.',
    ...secretKey(),
  },
  auditKey: {
    name: 'SVC_AUDIT_KEY',
    meaning: 'Seals the audit logs; absent, it is derived from the key that seals the secrets.',
    ...secretKey(),
  },
  previousAuditKey: {
    name: 'SVC_AUDIT_KEY_PREVIOUS',
    meaning: 'The former SVC_AUDIT_KEY, for one start after it was replaced.',
    ...secretKey(),
  },
  historyDays: {
    name: 'SVC_HISTORY_DAYS',
    default: '0',
    meaning: 'After how many days old versions of tables end that nothing needs; 0 keeps all of them.',
    ...integer(0, 36_500),
  },
  autoPinDays: {
    name: 'SVC_AUTO_PIN_DAYS',
    default: '30',
    meaning:
      'How many days to keep the states pinned by the service itself, with deleted tables; 0 pins none.',
    ...integer(0, 36_500),
  },
  blobGraceDays: {
    name: 'SVC_BLOB_GRACE_DAYS',
    default: '7',
    meaning:
      'How many days files that nothing needs any more stay in place, and then as many again in the trash.',
    ...integer(1, 3650),
  },
  adoptBlobStore: {
    name: 'SVC_ADOPT_BLOB_STORE',
    meaning: 'Lets the catalog take over a blob store of another: the id that a refused start names.',
    ...word(),
  },
  backendTimeoutMs: {
    name: 'SVC_BACKEND_TIMEOUT_MS',
    default: '15000',
    meaning:
      'The longest that PostgreSQL or S3 may be silent before a request fails with 503, in milliseconds.',
    ...integer(100, 600_000),
  },
  publicUrl: {
    name: 'SVC_PUBLIC_URL',
    meaning: 'The address by which users reach the service; absent, it is made of HOST and PORT.',
    ...webAddress(),
  },
  trustedProxy: {
    name: 'SVC_TRUSTED_PROXY',
    meaning: 'The proxies whose X-Forwarded-For is trusted: how many, or their addresses; absent, none.',
    ...proxies(),
  },
  metricsToken: {
    name: 'SVC_METRICS_TOKEN',
    meaning: 'The bearer token that reads /metrics; absent, only programs on the same machine do.',
    ...password(),
  },
  maxConnections: {
    name: 'SVC_MAX_CONNECTIONS',
    default: '1000',
    meaning:
      'How many connections are open at a time; keep it below the open files that the process may have.',
    ...integer(10, 1_000_000),
  },
  adminEmail: {
    name: 'SVC_ADMIN_EMAIL',
    meaning: 'The e-mail of the owner made at first boot; absent, it is owner@localhost.',
    ...email(),
  },
  adminPassword: {
    name: 'SVC_ADMIN_PASSWORD',
    meaning:
      'The password of that owner, only together with SVC_ADMIN_EMAIL; absent, a random one is printed once.',
    ...password(),
  },
  openRegistration: {
    name: 'SVC_OPEN_REGISTRATION',
    default: 'false',
    meaning: 'Lets anyone register a user.',
    ...boolean(),
  },
  maxUploadMb: {
    name: 'SVC_MAX_UPLOAD_MB',
    default: '200',
    meaning: 'The largest file that may be uploaded, in MB.',
    ...integer(1, 100_000),
  },
  urlIngestMaxMb: {
    name: 'SVC_URL_INGEST_MAX_MB',
    default: '100',
    meaning: 'The largest file that is fetched from a URL, in MB.',
    ...integer(1, 100_000),
  },
  queryTimeoutMs: {
    name: 'SVC_QUERY_TIMEOUT_MS',
    default: '30000',
    meaning: 'The longest a query may run, in milliseconds.',
    ...integer(100, 3_600_000),
  },
  maxResultRows: {
    name: 'SVC_MAX_RESULT_ROWS',
    default: '1000000',
    meaning: 'The most rows of a query result that are kept.',
    ...integer(1, 100_000_000),
  },
  accountResultsMb: {
    name: 'SVC_ACCOUNT_RESULTS_MB',
    default: '2048',
    meaning:
      'How much the kept query results of one account may take, in MB; beyond it the oldest expire early.',
    ...integer(1, 1_000_000),
  },
  maxPageMb: {
    name: 'SVC_MAX_PAGE_MB',
    default: '32',
    meaning: 'The largest page of rows in one answer, in MB; a larger one is cut and says how to go on.',
    ...integer(1, 1000),
  },
  formulaRequestCells: {
    name: 'SVC_FORMULA_REQUEST_CELLS',
    default: '50000',
    meaning:
      'The most formula cells that a request computes itself; setting a formula on more becomes a job.',
    ...integer(0, 10_000_000),
  },
  reviewRequestMs: {
    name: 'SVC_REVIEW_REQUEST_MS',
    default: '45000',
    meaning: 'How long a review may take in the request that asks for it, in ms; a longer one becomes a job.',
    ...integer(0, 600_000),
  },
  mailQuietMs: {
    name: 'SVC_MAIL_QUIET_MS',
    default: '60000',
    meaning: 'Quiet ms after a change, before a report that is mailed when it changes is mailed.',
    ...integer(0, 3_600_000),
  },
  refreshQuietMs: {
    name: 'SVC_REFRESH_QUIET_MS',
    default: '3000',
    meaning: 'Quiet ms after a change, before what keeps itself fresh is recomputed.',
    ...integer(0, 600_000),
  },
  maxAnswersMb: {
    name: 'SVC_MAX_ANSWERS_MB',
    default: '1024',
    meaning:
      'The most that all pages of rows being sent may take together, in MB; one account may take a quarter.',
    ...integer(4, 1_000_000),
  },
  minFreeDiskMb: {
    name: 'SVC_MIN_FREE_DISK_MB',
    default: '512',
    meaning: 'With less free disk space, in MB, nothing more is stored; reading and deleting still work.',
    ...integer(0, 1_000_000_000),
  },
  lowDiskMb: {
    name: 'SVC_LOW_DISK_MB',
    default: '2048',
    meaning: 'With less room on that disk, in MB, /readyz says that it is low.',
    ...integer(0, 1_000_000_000),
  },
  answerIdleMs: {
    name: 'SVC_ANSWER_IDLE_MS',
    default: '30000',
    meaning:
      'How long a client may read nothing of an answer before its connection is closed, in milliseconds.',
    ...integer(100, 3_600_000),
  },
  queryMemoryMb: {
    name: 'SVC_QUERY_MEMORY_MB',
    default: '1024',
    meaning: 'The memory that queries may use in each engine process, in MB.',
    ...integer(64, 1_000_000),
  },
  smallTablesMb: {
    name: 'SVC_SMALL_TABLES_MB',
    default: '64',
    meaning:
      'Memory for small tables whose pages the service makes itself, in MB; 0 leaves them to the engine.',
    ...integer(0, 100_000),
  },
  engineProcesses: {
    name: 'SVC_ENGINE_PROCESSES',
    default: '2',
    meaning: 'How many engine processes answer queries.',
    ...integer(1, 64),
  },
  metered: {
    name: 'SVC_METERING',
    default: 'false',
    meaning: 'Refuses what costs more credits than the account has left; otherwise usage is only counted.',
    ...boolean(),
  },
  allowPrivateNetwork: {
    name: 'SVC_ALLOW_PRIVATE_NETWORK',
    default: 'false',
    meaning: 'Lets webhooks, URL ingest and drives reach private and loopback addresses, for tests.',
    ...boolean(),
  },
  googleClientId: {
    name: 'SVC_GOOGLE_CLIENT_ID',
    meaning: 'The OAuth client with which users let the service read their Google Drive.',
    ...text(),
  },
  googleClientSecret: {
    name: 'SVC_GOOGLE_CLIENT_SECRET',
    meaning: 'The secret of that client.',
    ...password(),
  },
  googleAuthorizeUrl: {
    name: 'SVC_GOOGLE_AUTHORIZE_URL',
    default: 'https://accounts.google.com/o/oauth2/v2/auth',
    meaning: 'The page on which a user allows Google Drive to be read.',
    ...webAddress(),
  },
  googleTokenUrl: {
    name: 'SVC_GOOGLE_TOKEN_URL',
    default: 'https://oauth2.googleapis.com/token',
    meaning: 'Where Google issues tokens.',
    ...webAddress(),
  },
  googleRevokeUrl: {
    name: 'SVC_GOOGLE_REVOKE_URL',
    default: 'https://oauth2.googleapis.com/revoke',
    meaning: 'Where Google revokes tokens.',
    ...webAddress(),
  },
  googleApiUrl: {
    name: 'SVC_GOOGLE_API_URL',
    default: 'https://www.googleapis.com',
    meaning: 'The API of Google Drive, without /drive/v3.',
    ...webAddress(),
  },
  microsoftClientId: {
    name: 'SVC_MICROSOFT_CLIENT_ID',
    meaning: 'The OAuth client with which users let the service read OneDrive and SharePoint.',
    ...text(),
  },
  microsoftClientSecret: {
    name: 'SVC_MICROSOFT_CLIENT_SECRET',
    meaning: 'The secret of that client.',
    ...password(),
  },
  microsoftTenant: {
    name: 'SVC_MICROSOFT_TENANT',
    default: 'common',
    meaning: 'Whose users may connect a drive: a tenant id or domain, organizations, consumers or common.',
    ...hostOrAddress(),
  },
  microsoftAuthorizeUrl: {
    name: 'SVC_MICROSOFT_AUTHORIZE_URL',
    meaning: 'The page on which a user allows OneDrive to be read; absent, that of SVC_MICROSOFT_TENANT.',
    ...webAddress(),
  },
  microsoftTokenUrl: {
    name: 'SVC_MICROSOFT_TOKEN_URL',
    meaning: 'Where Microsoft issues tokens; absent, that of SVC_MICROSOFT_TENANT.',
    ...webAddress(),
  },
  microsoftApiUrl: {
    name: 'SVC_MICROSOFT_API_URL',
    default: 'https://graph.microsoft.com',
    meaning: 'The API of Microsoft Graph, without /v1.0.',
    ...webAddress(),
  },
  oidcIssuer: {
    name: 'SVC_OIDC_ISSUER',
    meaning: 'The OpenID Connect provider that users may sign in with.',
    ...issuer(),
  },
  oidcClientId: {
    name: 'SVC_OIDC_CLIENT_ID',
    meaning: 'The client of this service at that provider.',
    ...text(),
  },
  oidcClientSecret: {
    name: 'SVC_OIDC_CLIENT_SECRET',
    meaning: 'The secret of that client.',
    ...password(),
  },
  oidcAutoRegister: {
    name: 'SVC_OIDC_AUTO_REGISTER',
    default: 'false',
    meaning: 'Creates a user for whoever signs in with the provider and is not known.',
    ...boolean(),
  },
  modelUrl: {
    name: 'SVC_MODEL_URL',
    meaning:
      "The API of a language model for reviews and readings, OpenAI-compatible or, with anthropic in it, Anthropic's.",
    ...webAddress(),
  },
  modelName: {
    name: 'SVC_MODEL_NAME',
    meaning: 'The model to ask for there.',
    ...text(),
  },
  modelKey: {
    name: 'SVC_MODEL_KEY',
    meaning: 'The key of that API; absent, none is sent.',
    ...password(),
  },
  modelReading: {
    name: 'SVC_MODEL_READING',
    default: 'true',
    meaning: 'Lets the model read sheets that rules are unsure of, where the workspace allows it.',
    ...boolean(),
  },
  modelReadingMs: {
    name: 'SVC_MODEL_READING_MS',
    default: '45000',
    meaning: 'How long an upload waits for the model, in milliseconds; the rest stays as rules read it.',
    ...integer(100, 600_000),
  },
  modelDailyTokens: {
    name: 'SVC_MODEL_DAILY_TOKENS',
    default: '2000000',
    meaning: 'How many tokens a day the model may read and write for the sheets of one account.',
    ...integer(0, 1_000_000_000),
  },
  chromium: {
    name: 'SVC_CHROMIUM',
    meaning: 'The Chromium or Chrome that prints reports as PDF files: a path such as /usr/bin/chromium.',
    ...path('the path of a program'),
  },
  smtpUrl: {
    name: 'SVC_SMTP_URL',
    meaning:
      'The mail server that sends links, smtp://user:password@host:port or smtps://…; absent, nothing is mailed.',
    ...smtpUrl(),
  },
  mailFrom: {
    name: 'SVC_MAIL_FROM',
    meaning: 'The address that mail comes from.',
    ...email(),
  },
  stripeSecretKey: {
    name: 'SVC_STRIPE_SECRET_KEY',
    meaning: 'The secret key of a Stripe account, with which accounts are billed; it turns metering on.',
    ...password(),
  },
  stripeWebhookSecret: {
    name: 'SVC_STRIPE_WEBHOOK_SECRET',
    meaning: 'The signing secret of the Stripe webhook to /api/control/stripe/webhook.',
    ...password(),
  },
  stripePriceSoloMonthly: {
    name: 'SVC_STRIPE_PRICE_SOLO_MONTHLY',
    meaning: 'The Stripe price of the monthly Solo plan; absent, it is not offered.',
    ...text(),
  },
  stripePriceSoloAnnual: {
    name: 'SVC_STRIPE_PRICE_SOLO_ANNUAL',
    meaning: 'The Stripe price of the annual Solo plan; absent, it is not offered.',
    ...text(),
  },
  stripePriceProMonthly: {
    name: 'SVC_STRIPE_PRICE_PRO_MONTHLY',
    meaning: 'The Stripe price of the monthly Pro plan; absent, it is not offered.',
    ...text(),
  },
  stripePriceProAnnual: {
    name: 'SVC_STRIPE_PRICE_PRO_ANNUAL',
    meaning: 'The Stripe price of the annual Pro plan; absent, it is not offered.',
    ...text(),
  },
  stripeApiUrl: {
    name: 'SVC_STRIPE_API_URL',
    default: 'https://api.stripe.com',
    meaning: 'The API of Stripe.',
    ...webAddress(),
  },
};

interface ConfigVariable {
  name: string;
  default: string | undefined;
  meaning: string;
  expected: string;
}

/** Every variable the service reads; a test compares the documentation with it. */
export const configVariables: readonly ConfigVariable[] = Object.values(variables).map((variable) => ({
  name: variable.name,
  default: variable.default,
  meaning: variable.meaning,
  expected: variable.expected,
}));

/** Everything wrong with the environment, one line each; never the value of a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration has mistakes:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** Pure except for the working directory; collects every mistake, so that one start shows them all. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = [];
  // An empty value, as in `PORT=`, counts as absent.
  const given = (name: string) => env[name] || undefined;

  const values = Object.entries(variables).map(([key, variable]) => {
    const found = given(variable.name) ?? variable.default;
    const value = found === undefined ? undefined : variable.parse(found);
    if (found !== undefined && value === undefined) {
      mistakes.push(`${variable.name}: got ${variable.quote(found)}, expected ${variable.expected}`);
    }
    return [key, value];
  });
  mistakes.push(...findUnpaired(given), ...findUnknown(Object.keys(env)));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  // The table has an entry for every key, and without mistakes each entry gives a value of its type.
  return Object.fromEntries(values) as Config;
}

/** Variables that have no effect without another one. */
function* findUnpaired(given: (name: string) => string | undefined): Iterable<string> {
  const needs = [
    ['SVC_ADMIN_EMAIL', 'SVC_ADMIN_PASSWORD'],
    ['SVC_ADMIN_PASSWORD', 'SVC_ADMIN_EMAIL'],
    ['SVC_S3_ENDPOINT', 'SVC_BLOB_URL'],
    ['SVC_S3_PUBLIC_ENDPOINT', 'SVC_BLOB_URL'],
    ['SVC_DATABASE_URL', 'SVC_SECRET_KEY'],
    ['SVC_SECRET_KEY_PREVIOUS', 'SVC_SECRET_KEY'],
    ['SVC_AUDIT_KEY_PREVIOUS', 'SVC_AUDIT_KEY'],
    ['SVC_GOOGLE_CLIENT_ID', 'SVC_GOOGLE_CLIENT_SECRET'],
    ['SVC_GOOGLE_CLIENT_SECRET', 'SVC_GOOGLE_CLIENT_ID'],
    ['SVC_MICROSOFT_CLIENT_ID', 'SVC_MICROSOFT_CLIENT_SECRET'],
    ['SVC_MICROSOFT_CLIENT_SECRET', 'SVC_MICROSOFT_CLIENT_ID'],
    ['SVC_OIDC_ISSUER', 'SVC_OIDC_CLIENT_ID'],
    ['SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET'],
    ['SVC_OIDC_CLIENT_SECRET', 'SVC_OIDC_ISSUER'],
    ['SVC_MODEL_URL', 'SVC_MODEL_NAME'],
    ['SVC_MODEL_NAME', 'SVC_MODEL_URL'],
    ['SVC_MODEL_KEY', 'SVC_MODEL_URL'],
    ['SVC_SMTP_URL', 'SVC_MAIL_FROM'],
    ['SVC_MAIL_FROM', 'SVC_SMTP_URL'],
    ['SVC_STRIPE_SECRET_KEY', 'SVC_STRIPE_WEBHOOK_SECRET'],
    ['SVC_STRIPE_WEBHOOK_SECRET', 'SVC_STRIPE_SECRET_KEY'],
    ['SVC_STRIPE_PRICE_SOLO_MONTHLY', 'SVC_STRIPE_SECRET_KEY'],
    ['SVC_STRIPE_PRICE_SOLO_ANNUAL', 'SVC_STRIPE_SECRET_KEY'],
    ['SVC_STRIPE_PRICE_PRO_MONTHLY', 'SVC_STRIPE_SECRET_KEY'],
    ['SVC_STRIPE_PRICE_PRO_ANNUAL', 'SVC_STRIPE_SECRET_KEY'],
  ] as const;
  for (const [name, other] of needs) {
    if (given(name) && !given(other)) yield `${other}: got nothing, expected a value beside ${name}`;
  }
}

/** A mistyped name would otherwise be silently ignored. */
function* findUnknown(names: readonly string[]): Iterable<string> {
  const withoutPrefix = (name: string) => name.replace(/^SVC_/, '');
  const known = new Map(configVariables.map(({ name }) => [withoutPrefix(name), name]));
  for (const name of names) {
    const isOurs = name.startsWith('SVC_') && !name.startsWith('SVC_TEST_');
    if (!isOurs || known.get(withoutPrefix(name)) === name) continue;
    const nearest = nearestName(withoutPrefix(name), [...known.keys()]) ?? '';
    yield `${name}: no such variable; the nearest is ${known.get(nearest)}`;
  }
}
