import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything is done under a lock, so that whoever holds it for longer was killed. */
const ABANDONED_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** One process after another does its work; each waits for those before it. */
export async function locked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await isTaken(path))) await pause(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const held = await stat(path).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    return false;
  }
}
