import type { S3Client } from '@aws-sdk/client-s3';
import { BackendHealth, type BackendHealthOptions, isNetworkError } from '../core/outage.js';
import { traced } from '../core/tracing.js';

type S3Sdk = typeof import('@aws-sdk/client-s3');
type S3Upload = typeof import('@aws-sdk/lib-storage').Upload;

const CONNECT_MS = 5_000;
const DEFAULT_TIMEOUT_MS = 15_000;
/** Each attempt may take as long as the timeout of a silent server. */
const MAX_TRIES = 2;

/** Many servers refuse the newer default checksums, and the hash already protects the content. */
export const plainChecksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

export interface S3TargetOptions extends Pick<BackendHealthOptions, 'onLost' | 'onFound'> {
  bucket: string;
  /** A server other than Amazon's; addressed as `endpoint/bucket/key`, which all of them support. */
  endpoint?: string | undefined;
  /** The longest silence of the server before a call fails. */
  timeoutMs?: number | undefined;
}

/** A bucket, and the only way to call it: an unreachable or silent server is reported as an outage. */
export interface S3Target {
  sdk: S3Sdk;
  /** Uploads in parts; it calls the client by itself, so `health` watches it. */
  Upload: S3Upload;
  client: S3Client;
  bucket: string;
  health: BackendHealth;
  send: S3Client['send'];
}

export async function openS3Target({
  bucket,
  endpoint,
  timeoutMs,
  ...events
}: S3TargetOptions): Promise<S3Target> {
  // Loaded only here: a service with its blobs in a directory does not pay for the SDK.
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const socketTimeout = timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const client = new sdk.S3Client({
    ...plainChecksums,
    maxAttempts: MAX_TRIES,
    requestHandler: { connectionTimeout: Math.min(CONNECT_MS, socketTimeout), socketTimeout },
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      // Such servers rarely have regions, but the SDK needs one to sign.
      region: process.env.AWS_REGION || 'us-east-1',
    }),
  });
  const health = new BackendHealth({ backend: 'blob store', isOutage, ...events });
  const send = ((...call: Parameters<S3Client['send']>) =>
    traced(
      () => ({ name: `s3 ${call[0].constructor.name.replace(/Command$/, '')}`, kind: 'client' }),
      () => health.watch(() => client.send(...call) as unknown as Promise<unknown>),
    )) as S3Client['send'];
  return { sdk, Upload, client, bucket, health, send };
}

/** The status of an error response. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

const refusedAsAWhole = new Set([401, 403, 408, 429]);

function isOutage(error: unknown): boolean {
  if (isNetworkError(error)) return true;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || refusedAsAWhole.has(status);
  return error instanceof Error && ['TimeoutError', 'CredentialsProviderError'].includes(error.name);
}
