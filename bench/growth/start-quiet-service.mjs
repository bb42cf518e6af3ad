import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../support/service.mjs';

const SNAPSHOTS = fileURLToPath(new URL('../../node_modules/.cache/python-snapshots', import.meta.url));

/**
 * A service that does nothing on its own: the snapshot of Python, which an installation makes once and which takes seconds, is
 * that of the tests, and limits of time and size are out of the way.
 * @param {Record<string, string>} [env]
 * @param {string[]} [command]
 */
export async function startQuietService(env = {}, command) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await mkdir(join(dataDir, 'cache'), { recursive: true });
  await mkdir(SNAPSHOTS, { recursive: true });
  await symlink(SNAPSHOTS, join(dataDir, 'cache', 'python'));
  const limits = {
    SVC_QUERY_TIMEOUT_MS: '3600000',
    SVC_MAX_UPLOAD_MB: '4000',
    SVC_REVIEW_REQUEST_MS: '600000',
  };
  return await startService({ SVC_DATA_DIR: dataDir, ...limits, ...env }, command);
}
