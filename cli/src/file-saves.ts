import { on } from 'node:events';
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Programs write a file in several steps; two looks this far apart that see the same file say that it is whole. */
const SETTLING_MS = 300;

/**
 * One turn for the file as it is now, and one for each time that it was saved since. Its folder is watched, because
 * programs often write another file and rename it; their lock files have other names.
 */
export async function* fileSaves(path: string, signal: AbortSignal): AsyncGenerator<void, void, undefined> {
  const changes = on(watch(dirname(path), { signal }), 'change', { signal });
  let seen = await settled(path, signal);
  if (seen !== undefined) yield;
  for await (const [, name] of changes) {
    if (name !== basename(path)) continue;
    const now = await settled(path, signal);
    if (now === undefined || now === seen) continue;
    seen = now;
    yield;
  }
}

/** What tells one state of a file from another, once it stays the same; undefined where there is no file. */
async function settled(path: string, signal: AbortSignal): Promise<string | undefined> {
  for (let before = await stateOf(path); before !== undefined; ) {
    await pause(SETTLING_MS, undefined, { signal });
    const after = await stateOf(path);
    if (after === before) return after;
    before = after;
  }
  return undefined;
}

async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && found.size > 0n ? `${found.ino} ${found.size} ${found.mtimeNs}` : undefined;
}
