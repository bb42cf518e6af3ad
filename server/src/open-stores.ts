import { join } from 'node:path';
import type { BlobStore } from './blobs/blob-store.js';
import { openBlobStore } from './blobs/open-blob-store.js';
import { recordBlob } from './catalog/blobs.js';
import type { Catalog } from './catalog/catalog.js';
import { openCatalog } from './catalog/open-catalog.js';
import { openServiceKeys, type ServiceKeys } from './catalog/service-keys.js';
import type { Config } from './config.js';
import type { Backend } from './core/outage.js';
import type { Log } from './log.js';

interface Stores {
  catalog: Catalog;
  blobs: BlobStore;
}

/** Opens the catalog and the blob store of a configuration, without checking that they belong together. */
export async function openStores(
  config: Config,
  log: Log,
  keys: ServiceKeys = openServiceKeys(config),
): Promise<Stores> {
  const { databaseUrl, databaseConnections: connections, dataDir, blobUrl } = config;
  const backends = {
    timeoutMs: config.backendTimeoutMs,
    onLost: (backend: Backend, cause: unknown) =>
      log.error({ backend, err: cause }, `the ${backend} does not answer`),
    onFound: (backend: Backend) => log.warn({ backend }, `the ${backend} answers again`),
  };
  const onMigrated = (migrations: string[]) =>
    log.info({ migrations }, 'brought the database to this release');
  const catalog = await openCatalog({ databaseUrl, connections, dataDir, keys, onMigrated, ...backends });
  try {
    const blobs = await openBlobStore({
      blobUrl,
      s3Endpoint: config.s3Endpoint,
      s3PublicEndpoint: config.s3PublicEndpoint,
      dataDir,
      cacheDir: join(dataDir, 'cache'),
      ...backends,
      onWrite: (ref, { disposable = false }) => recordBlob(catalog, ref, disposable),
    });
    return { catalog, blobs };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}
