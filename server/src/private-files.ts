import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const OPEN_TO_OTHERS = 0o077;

/** What the service makes in its data directory; whatever else is there is left alone. */
const ours = /^(catalog\.db.*|secret\.key.*|blobs|cache)$/;

/** Whatever the service makes from now on, its children included, only its own user can read. */
export function makeFilesPrivate(): void {
  process.umask(OPEN_TO_OTHERS);
}

/** Takes every right of others from what is there already. */
export async function closeDataDirectory(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (ours.test(name)) await close(join(dataDir, name));
  await withdraw(dataDir);
}

/** A directory comes after its content, so that one which is closed already has been seen to the bottom. */
async function close(path: string): Promise<void> {
  const found = await lstat(path);
  if ((found.mode & OPEN_TO_OTHERS) === 0 || found.isSymbolicLink()) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await close(join(path, name));
  await withdraw(path);
}

async function withdraw(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & OPEN_TO_OTHERS) !== 0) await chmod(path, mode & 0o700);
}
