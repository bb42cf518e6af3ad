import { utimes } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/** Sets the file's time to now, and so answers whether it is there. */
export async function markRecent(path: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
