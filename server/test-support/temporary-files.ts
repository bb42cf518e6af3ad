import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const GB = 1024 ** 3;

/**
 * Gives this process, and those that it starts, one folder for all temporary files: in memory where there is plenty,
 * because waiting for the disk takes as long as the tests themselves. Returns what removes it.
 */
export async function collectTemporaryFiles(): Promise<() => Promise<void>> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join((await memoryIsPlenty()) ? MEMORY : tmpdir(), 'svc-tests-'));
  // PostgreSQL runs as another user when the tests are run by root.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  };
}

async function memoryIsPlenty(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > 4 * GB && freemem() > 8 * GB && mayExecute();
  } catch {
    return false;
  }
}

/** PostgreSQL and a browser are unpacked there. */
function mayExecute(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !/\bnoexec\b/.test(mount);
}
