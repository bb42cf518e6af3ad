import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allReferencedBlobs } from '../../catalog/blobs.js';
import { copySqlite, openCopy } from '../../catalog/copy-sqlite.js';
import { keyFileIn } from '../../catalog/key-file.js';
import { lockDirectoryOf } from '../../catalog/sqlite.js';
import { type AboutBackup, backupPaths, requireFolderForBackup } from './backup-folder.js';

interface BackupOptions {
  dataDir: string;
  /** Whether the blobs are in the data directory, and not in a bucket. */
  hasBlobs: boolean;
  /** Where the backup goes: an empty folder, or an earlier backup, of which unchanged blobs are kept. */
  folder: string;
}

interface BackedUp {
  madeAt: string;
  blobs: number;
  /** Those of them that the folder did not have yet. */
  copied: number;
  /** Blobs that the store has lost, or has with other bytes. */
  lost: string[];
}

/**
 * Backs up a data directory with SQLite while the service may run on it. The catalog is copied first, as it is at one
 * moment. Blobs never change and stay for days after they are last needed, so those that the copy refers to are still
 * there. The copy gets its name last: until then the folder is the backup that it was before.
 */
export async function backUp({ dataDir, hasBlobs, folder }: BackupOptions): Promise<BackedUp> {
  const paths = backupPaths(folder);
  await requireFolderForBackup(folder);
  const lock = lockDirectoryOf(paths.catalog);
  try {
    await writeFile(paths.about, about({ made_at: null, blobs: 0 }), { flag: 'wx' }).catch(
      ignoring('EEXIST'),
    );
    await rm(paths.unfinished, { recursive: true, force: true });
    await mkdir(paths.unfinished);
    const madeAt = new Date().toISOString();
    const copy = join(paths.unfinished, 'catalog.db');
    await copySqlite(join(dataDir, 'catalog.db'), copy);
    const needed = await blobsOf(copy);
    const copying = hasBlobs
      ? await copyBlobs(needed, { from: join(dataDir, 'blobs'), to: paths.blobs, via: paths.unfinished })
      : { copied: 0, lost: [] };
    await copyFile(keyFileIn(dataDir), paths.key).catch(ignoring('ENOENT'));
    await rename(copy, paths.catalog);
    await writeFile(paths.about, about({ made_at: madeAt, blobs: needed.size }));
    await sync(folder);
    await removeOthers(paths.blobs, needed);
    await rm(paths.unfinished, { recursive: true });
    return { madeAt, blobs: needed.size, ...copying };
  } finally {
    lock.close();
  }
}

const about = (backup: AboutBackup): string => `${JSON.stringify(backup)}\n`;

async function blobsOf(catalog: string): Promise<Set<string>> {
  const db = openCopy(catalog);
  const hashes = new Set<string>();
  try {
    for await (const page of allReferencedBlobs(db)) for (const hash of page) hashes.add(hash);
  } finally {
    await db.destroy();
  }
  return hashes;
}

/** Copies the blobs that are not there yet. */
async function copyBlobs(
  hashes: ReadonlySet<string>,
  { from, to, via }: { from: string; to: string; via: string },
): Promise<{ copied: number; lost: string[] }> {
  const lost: string[] = [];
  let copied = 0;
  const folders = new Set<string>();
  for (const hash of hashes) {
    const kept = blobIn(to, hash);
    if (await exists(kept)) continue;
    const unnamed = join(via, hash);
    // Where the file system can, both share their bytes until one is overwritten, which no blob ever is.
    await copyFile(blobIn(from, hash), unnamed, constants.COPYFILE_FICLONE).catch(ignoring('ENOENT'));
    if ((await hashOf(unnamed)) !== hash) {
      lost.push(hash);
      continue;
    }
    await chmod(unnamed, 0o400);
    await sync(unnamed);
    await mkdir(dirname(kept), { recursive: true });
    await rename(unnamed, kept);
    folders.add(dirname(kept));
    copied += 1;
  }
  for (const changed of folders) await sync(changed);
  return { copied, lost };
}

/** Deletes blobs of earlier backups that this one does not need. */
async function removeOthers(blobs: string, needed: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(blobs, { recursive: true }).catch(() => []))
    if (/^..\W[0-9a-f]{64}$/.test(name) && !needed.has(name.slice(3))) await rm(join(blobs, name));
}

const blobIn = (root: string, hash: string): string => join(root, hash.slice(0, 2), hash);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function hashOf(path: string): Promise<string | undefined> {
  if (!(await exists(path))) return undefined;
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) digest.update(chunk);
  return digest.digest('hex');
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoring(code: string): (error: unknown) => void {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  };
}
