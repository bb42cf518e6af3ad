import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError } from './exit-code.js';

/** Read as it is sent, so that its size does not matter. */
export async function fileOnDisk(path: string): Promise<Blob> {
  try {
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder');
    return await openAsBlob(path);
  } catch (error) {
    throw unreadable(path, error as Error);
  }
}

/** Names every file that is missing, before the service is asked for anything. */
export async function requireFiles(paths: readonly string[]): Promise<void> {
  const looked = await Promise.allSettled(paths.map(fileOnDisk));
  const missing = looked.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  if (missing.length > 0)
    throw new CommandError(
      `${missing.map(({ message }) => message).join('\n')}\nNothing was sent.`,
      'notFound',
    );
}

export function unreadable(path: string, error: Error): CommandError {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new CommandError(
    isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    'notFound',
  );
}
