import { join } from 'node:path';
import type { BackendHealthOptions } from '../core/outage.js';
import type { BlobStore, BlobWritten } from './blob-store.js';
import { openDirectoryBlobStore } from './directory.js';
import { openS3BlobStore } from './s3.js';

interface BlobStoreOptions extends Pick<BackendHealthOptions, 'onLost' | 'onFound'> {
  /** `s3://bucket/prefix`; if absent, blobs are files in the data directory. */
  blobUrl?: string | undefined;
  s3Endpoint?: string | undefined;
  s3PublicEndpoint?: string | undefined;
  dataDir: string;
  cacheDir: string;
  /** The longest silence of S3 before a call fails. */
  timeoutMs?: number | undefined;
  onWrite?: BlobWritten | undefined;
}

export async function openBlobStore(options: BlobStoreOptions): Promise<BlobStore> {
  const { blobUrl, s3Endpoint, s3PublicEndpoint, dataDir, cacheDir, ...rest } = options;
  const { onWrite = async () => {} } = options;
  if (blobUrl === undefined) return openDirectoryBlobStore(join(dataDir, 'blobs'), onWrite);
  const place = { ...parseS3Url(blobUrl), endpoint: s3Endpoint, publicEndpoint: s3PublicEndpoint };
  return openS3BlobStore({ ...rest, ...place, cacheDir: join(cacheDir, 'blobs'), onWrite });
}

function parseS3Url(url: string): { bucket: string; prefix: string } {
  const { bucket, path = '' } = /^s3:\/\/(?<bucket>[^/]+)(?:\/(?<path>.*))?$/.exec(url)?.groups ?? {};
  if (!bucket) throw new TypeError('A blob URL has the form s3://bucket/prefix');
  const folders = path.split('/').filter((folder) => folder !== '');
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}
