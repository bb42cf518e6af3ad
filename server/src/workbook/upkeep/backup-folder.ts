import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../core/startup-error.js';

/**
 * A backup is a folder with the catalog, the key and the blobs of a data directory, under the same names, and a file that
 * tells that it is one, so that nothing else is taken for a backup or overwritten by one.
 */
export function backupPaths(folder: string) {
  return {
    about: join(folder, 'backup.json'),
    catalog: join(folder, 'catalog.db'),
    key: join(folder, 'secret.key'),
    blobs: join(folder, 'blobs'),
    /** What is not complete yet. */
    unfinished: join(folder, 'unfinished'),
  };
}

/** What `backup.json` tells; without a time, no backup in this folder has been completed. */
export interface AboutBackup {
  made_at: string | null;
  blobs: number;
}

export async function readAbout(folder: string): Promise<AboutBackup | undefined> {
  try {
    return JSON.parse(await readFile(backupPaths(folder).about, 'utf8')) as AboutBackup;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a folder if there is none, and tells whether it is empty. */
export async function makeFolder(folder: string): Promise<{ isEmpty: boolean }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The root of a volume of its own often has the first.
  const content = (await readdir(folder)).filter((name) => name !== 'lost+found');
  return { isEmpty: content.length === 0 };
}

export async function requireFolderForBackup(folder: string): Promise<void> {
  const { isEmpty } = await makeFolder(folder);
  if (!isEmpty && !(await readAbout(folder)))
    throw new StartupError(`${folder} has other files than those of a backup: name an empty folder.`);
}
