import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'svc-tests-';
const GB = 1024 ** 3;

/**
 * Gives this process, and those that it starts, one folder for all temporary files, which goes when it ends: in memory
 * where there is plenty, because waiting for the disk takes as long as the tests themselves. Set-ups of several projects
 * run at once, and the first one does it.
 */
export function collectTemporaryFiles(): void {
  if (tmpdir().includes(PREFIX)) return;
  const made = [makeFolder(tmpdir())];
  let [folder] = made as [string];
  if (memoryIsPlenty()) {
    const inMemory = makeFolder(MEMORY);
    made.push(inMemory);
    // Reached by a link, because Deno reads no file whose name begins with /dev.
    folder = join(folder, 'memory');
    symlinkSync(inMemory, folder);
  }
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    for (const path of made) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** PostgreSQL, which needs to get there, runs as another user when the tests are run by root. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, PREFIX));
  chmodSync(folder, 0o711);
  return folder;
}

function memoryIsPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
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
