import { openAsBlob } from 'node:fs';
import { CommandError } from './exit-code.js';

/** Read as it is sent, so that its size does not matter. */
export async function fileOnDisk(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, 'notFound');
  }
}
