import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const EVERY = 8;
let used = 0;

/**
 * Call after each chunk, or every few, that was used. A chunk occupies up to megabytes outside the JavaScript
 * heap, which the garbage collector does not see: left to itself it would let gigabytes pile up.
 */
export function releaseChunks(): void {
  used += 1;
  if (used % EVERY === 0) collect({ type: 'minor' });
}

/** For use after a failure, which may have been due to lack of memory. */
export function releaseEverything(): void {
  collect();
}
