import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { write } from './standard-output.js';

export type Write = (chunk: string | Uint8Array) => Promise<void>;

/** To standard output, or to a file if one is named, which is there whole or not at all. */
export async function withOutput(
  path: string | undefined,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  if (path === undefined) return await fill(write);
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const file = await open(unfinished, 'w');
  try {
    try {
      await fill(async (chunk) => void (await file.writeFile(chunk)));
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
