import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const OPEN_TO_OTHERS = 0o077;

/** What the service creates in its data directory; other files are left alone. */
const ours = /^(catalog\.db.*|secret\.key.*|blobs|cache|reserve)$/;

/** From now on, only the service's own user can read files that the service or its children create. */
export function makeFilesPrivate(): void {
  process.umask(OPEN_TO_OTHERS);
}

/** Removes all permissions of others from existing files. */
export async function makeDataDirectoryPrivate(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (ours.test(name)) await makePrivate(join(dataDir, name));
  await denyOthers(dataDir);
}

/** A directory is changed after its content, so that one that is already private has only private content. */
async function makePrivate(path: string): Promise<void> {
  const found = await lstat(path);
  if ((found.mode & OPEN_TO_OTHERS) === 0 || found.isSymbolicLink()) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await makePrivate(join(path, name));
  await denyOthers(path);
}

async function denyOthers(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & OPEN_TO_OTHERS) !== 0) await chmod(path, mode & 0o700);
}
