import { constants } from 'node:fs';
import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileIn } from '../../catalog/key-file.js';
import { StartupError } from '../../core/startup-error.js';
import { type AboutBackup, backupPaths, makeFolder, readAbout } from './backup-folder.js';

interface RestoreOptions {
  folder: string;
  /** Where to restore: a folder that is empty, or that there is not. */
  dataDir: string;
  /** Whether the key comes from the environment. */
  hasKey: boolean;
}

/** Copies a backup into an empty data directory. The catalog comes last: without it, the service does not start there. */
export async function restoreBackup({ folder, dataDir, hasKey }: RestoreOptions): Promise<AboutBackup> {
  const about = await readAbout(folder);
  if (!about?.made_at) throw new StartupError(`${folder} is not a completed backup.`);
  const { isEmpty } = await makeFolder(dataDir);
  if (!isEmpty)
    throw new StartupError(
      `The data directory ${dataDir} is not empty: move it away, or set SVC_DATA_DIR to another.`,
    );
  const paths = backupPaths(folder);
  const copied = await copyIfThere(paths.key, keyFileIn(dataDir));
  if (!copied && !hasKey)
    throw new StartupError('The backup has no key: set SVC_SECRET_KEY to that of the deployment.');
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
  await cp(paths.blobs, join(dataDir, 'blobs'), options).catch(unlessMissing);
  await copyFile(paths.catalog, join(dataDir, 'catalog.db'), constants.COPYFILE_FICLONE);
  return about;
}

const copyIfThere = (from: string, to: string): Promise<boolean> =>
  copyFile(from, to).then(
    () => true,
    (error: unknown) => {
      unlessMissing(error);
      return false;
    },
  );

function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
