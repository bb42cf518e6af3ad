import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const EVERY = 8;
let used = 0;

/**
 * To be called after each chunk, or few of them, that was used. A chunk holds up to megabytes outside of the
 * JavaScript heap, where the collector does not see them: left to itself it would let gigabytes pile up.
 */
export function releaseChunks(): void {
  used += 1;
  if (used % EVERY === 0) collect({ type: 'minor' });
}

/** For after a failure, which may have been for want of memory. */
export function releaseEverything(): void {
  collect();
}
