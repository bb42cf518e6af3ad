import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, configVariables, readConfig } from './config.js';

const SVC_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes;
  }
}

test('an empty environment gives the embedded default', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    logLevel: 'info',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    databaseConnections: 20,
    blobUrl: undefined,
    s3Endpoint: undefined,
    historyDays: 0,
    autoPinDays: 30,
    blobGraceDays: 7,
    adoptBlobStore: undefined,
    backendTimeoutMs: 15_000,
    publicUrl: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    openRegistration: false,
    maxUploadMb: 200,
    urlIngestMaxMb: 100,
    queryTimeoutMs: 30_000,
    maxResultRows: 1_000_000,
    accountResultsMb: 2048,
    maxPageMb: 32,
    formulaRequestCells: 50_000,
    reviewRequestMs: 45_000,
    mailQuietMs: 60_000,
    refreshQuietMs: 3000,
    maxAnswersMb: 1024,
    minFreeDiskMb: 512,
    lowDiskMb: 2048,
    answerIdleMs: 30_000,
    queryMemoryMb: 1024,
    smallTablesMb: 64,
    engineProcesses: 2,
    metered: false,
    modelDailyTokens: 2_000_000,
    modelReading: true,
    modelReadingMs: 45_000,
    maxConnections: 1000,
    allowPrivateNetwork: false,
    googleAuthorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    googleTokenUrl: 'https://oauth2.googleapis.com/token',
    googleRevokeUrl: 'https://oauth2.googleapis.com/revoke',
    googleApiUrl: 'https://www.googleapis.com',
    microsoftTenant: 'common',
    microsoftApiUrl: 'https://graph.microsoft.com',
    oidcAutoRegister: false,
    stripeApiUrl: 'https://api.stripe.com',
  });
});

describe('accepts', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: '' }, { port: 8080 }],
    [{ HOST: '::' }, { host: '::' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: 'localhost' }, { host: 'localhost' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ SVC_DATA_DIR: '/srv/data' }, { dataDir: '/srv/data' }],
    [{ SVC_DATA_DIR: 'here/../there' }, { dataDir: resolve('there') }],
    [
      { SVC_DATABASE_URL: 'postgres://u:p%40ss@db:5432/svc', SVC_SECRET_KEY },
      { databaseUrl: 'postgres://u:p%40ss@db:5432/svc' },
    ],
    [{ SVC_DATABASE_URL: 'postgresql://db/svc', SVC_SECRET_KEY }, { databaseUrl: 'postgresql://db/svc' }],
    [{ SVC_SECRET_KEY }, { secretKey: Buffer.alloc(32, 7) }],
    [{ SVC_AUDIT_KEY: '07'.repeat(32) }, { auditKey: Buffer.alloc(32, 7) }],
    [{ SVC_BLOB_URL: 's3://my-bucket' }, { blobUrl: 's3://my-bucket' }],
    [
      { SVC_BLOB_URL: 's3://my-bucket/a/b', SVC_S3_ENDPOINT: 'http://minio:9000' },
      { blobUrl: 's3://my-bucket/a/b', s3Endpoint: 'http://minio:9000' },
    ],
    [
      { SVC_BLOB_URL: 's3://my-bucket', SVC_S3_PUBLIC_ENDPOINT: 'none' },
      { blobUrl: 's3://my-bucket', s3PublicEndpoint: 'none' },
    ],
    [{ SVC_PUBLIC_URL: 'https://data.example.com' }, { publicUrl: 'https://data.example.com' }],
    [{ SVC_PUBLIC_URL: 'https://example.com/data' }, { publicUrl: 'https://example.com/data' }],
    [
      { SVC_ADMIN_EMAIL: 'me@example.com', SVC_ADMIN_PASSWORD: ' 8 chars' },
      { adminEmail: 'me@example.com', adminPassword: ' 8 chars' },
    ],
    [{ SVC_TRUSTED_PROXY: '2' }, { trustedProxy: 2 }],
    [{ SVC_TRUSTED_PROXY: '10.0.0.0/8, ::1' }, { trustedProxy: ['10.0.0.0/8', '::1'] }],
    [{ SVC_OPEN_REGISTRATION: 'true' }, { openRegistration: true }],
    [{ SVC_ALLOW_PRIVATE_NETWORK: '1' }, { allowPrivateNetwork: true }],
    [{ SVC_ALLOW_PRIVATE_NETWORK: '0' }, { allowPrivateNetwork: false }],
    [{ SVC_ENGINE_PROCESSES: '8' }, { engineProcesses: 8 }],
    [{ SVC_TEST_DATABASE_URL: 'anything', PATH: '/bin', SVCX: '1' }, {}],
  ])('%o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });
});

describe('refuses', () => {
  test.each([
    [{ PORT: '65536' }, 'PORT: got "65536", expected a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT: got "-1", expected a whole number from 0 to 65535'],
    [{ PORT: '80a' }, 'PORT: got "80a", expected a whole number from 0 to 65535'],
    [{ PORT: '8e3' }, 'PORT: got "8e3", expected a whole number from 0 to 65535'],
    [
      { HOST: 'localhost:80' },
      'HOST: got "localhost:80", expected a host name or an IP address, without a port',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL: got "loud", expected one of fatal, error, warn, info, debug, trace, silent',
    ],
    [
      { SVC_DATABASE_URL: 'mysql://db/svc', SVC_SECRET_KEY },
      'SVC_DATABASE_URL: got "mysql://db/svc", expected postgres://user:password@host:5432/database, with special characters percent-encoded',
    ],
    [
      { SVC_DATABASE_URL: 'postgres://db/svc' },
      'SVC_SECRET_KEY: got nothing, expected a value beside SVC_DATABASE_URL',
    ],
    [
      { SVC_SECRET_KEY: 'hunter2' },
      'SVC_SECRET_KEY: got 7 characters, expected 32 random bytes in base64 or hex, as `openssl rand -base64 32` prints them',
    ],
    [
      { SVC_TRUSTED_PROXY: 'yes' },
      'SVC_TRUSTED_PROXY: got "yes", expected a number of proxies from 1 to 10, or IP addresses and networks such as 10.0.0.0/8 with commas between them',
    ],
    [
      { SVC_BLOB_URL: '/var/blobs' },
      'SVC_BLOB_URL: got "/var/blobs", expected s3://bucket or s3://bucket/prefix',
    ],
    [
      { SVC_PUBLIC_URL: 'https://example.com/' },
      'SVC_PUBLIC_URL: got "https://example.com/", expected an http:// or https:// address without credentials, query or trailing slash',
    ],
    [
      { SVC_PUBLIC_URL: 'example.com' },
      'SVC_PUBLIC_URL: got "example.com", expected an http:// or https:// address without credentials, query or trailing slash',
    ],
    [
      { SVC_ADMIN_EMAIL: 'nobody', SVC_ADMIN_PASSWORD: 'long enough' },
      'SVC_ADMIN_EMAIL: got "nobody", expected an e-mail address',
    ],
    [
      { SVC_ADMIN_EMAIL: 'me@example.com', SVC_ADMIN_PASSWORD: 'short' },
      'SVC_ADMIN_PASSWORD: got 5 characters, expected at least 8 characters',
    ],
    [
      { SVC_ADMIN_EMAIL: 'me@example.com' },
      'SVC_ADMIN_PASSWORD: got nothing, expected a value beside SVC_ADMIN_EMAIL',
    ],
    [
      { SVC_ADMIN_PASSWORD: 'long enough' },
      'SVC_ADMIN_EMAIL: got nothing, expected a value beside SVC_ADMIN_PASSWORD',
    ],
    [
      { SVC_S3_ENDPOINT: 'http://minio:9000' },
      'SVC_BLOB_URL: got nothing, expected a value beside SVC_S3_ENDPOINT',
    ],
    [
      { SVC_MODEL_URL: 'http://localhost:11434/v1' },
      'SVC_MODEL_NAME: got nothing, expected a value beside SVC_MODEL_URL',
    ],
    [
      { SVC_OPEN_REGISTRATION: 'constructor' },
      'SVC_OPEN_REGISTRATION: got "constructor", expected true, false, 1 or 0',
    ],
    [{ SVC_OPEN_REGISTRATION: 'yes' }, 'SVC_OPEN_REGISTRATION: got "yes", expected true, false, 1 or 0'],
    [{ SVC_MAX_UPLOAD_MB: '0' }, 'SVC_MAX_UPLOAD_MB: got "0", expected a whole number from 1 to 100000'],
    [
      { SVC_QUERY_TIMEOUT_MS: '1.5' },
      'SVC_QUERY_TIMEOUT_MS: got "1.5", expected a whole number from 100 to 3600000',
    ],
    [{ SVC_MAX_UPLOADS_MB: '5' }, 'SVC_MAX_UPLOADS_MB: no such variable; the nearest is SVC_MAX_UPLOAD_MB'],
    [{ SVC_PORT: '80' }, 'SVC_PORT: no such variable; the nearest is PORT'],
    [{ SVC_DATABSE_URL: 'x' }, 'SVC_DATABSE_URL: no such variable; the nearest is SVC_DATABASE_URL'],
  ])('%o', (env, expected) => {
    expect(mistakesOf(env)).toEqual([expected]);
  });
});

test('reports every mistake at once', () => {
  expect(
    mistakesOf({ PORT: 'x', SVC_ENGINE_PROCESSES: '0', SVC_BLOB_URL: 'ftp://x', SVC_TYPO: '1' }),
  ).toHaveLength(4);
  expect(() => readConfig({ PORT: 'x', HOST: 'a b' })).toThrow(/PORT: .*\n.*HOST: /);
});

test.each([
  { SVC_DATABASE_URL: 'mysql://root:hunter2@db/svc' },
  { SVC_DATABASE_URL: 'postgres://root:hunter2@[db/svc' },
  { SVC_DATABASE_URL: 'root:hunter2@db' },
  { SVC_DATABASE_URL: 'postgres//db?password=hunter2' },
  { SVC_DATABASE_URL: 'http://a/hunter2@db\nhunter2' },
  { SVC_PUBLIC_URL: 'https://root:hunter2@example.com' },
  { SVC_BLOB_URL: 's3://key:hunter2@bucket' },
  { SVC_S3_ENDPOINT: 'http://key:hunter2@minio', SVC_BLOB_URL: 's3://bucket' },
  { SVC_ADMIN_EMAIL: 'me@example.com', SVC_ADMIN_PASSWORD: 'hunter2' },
  { SVC_ADMIN_PASWORD: 'hunter2' },
])('a message never tells a secret: %o', (env) => {
  const mistakes = mistakesOf({ SVC_SECRET_KEY, ...(env as Record<string, string>) });
  expect(mistakes).toHaveLength(1);
  expect(mistakes.join()).not.toContain('hunter2');
});

test('every variable is described, and its default is valid', () => {
  expect(configVariables.map(({ name }) => name)).toContain('SVC_QUERY_MEMORY_MB');
  for (const { name, default: text, meaning } of configVariables) {
    expect(meaning).toMatch(/\.$/);
    if (text !== undefined) expect(mistakesOf({ [name]: text })).toEqual([]);
  }
});
