import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs, symlink } from 'node:fs/promises';
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
  const made = [await makeFolder(tmpdir())];
  let [folder] = made as [string];
  if (await memoryIsPlenty()) {
    const inMemory = await makeFolder(MEMORY);
    made.push(inMemory);
    // Reached by a link, because Deno reads no file whose name begins with /dev.
    folder = join(folder, 'memory');
    await symlink(inMemory, folder);
  }
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    for (const path of made) await rm(path, { recursive: true, force: true });
  };
}

/** PostgreSQL, which needs to get there, runs as another user when the tests are run by root. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'svc-tests-'));
  await chmod(folder, 0o711);
  return folder;
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
