import type { DenoRuntime } from './deno-runtime.js';

declare const Deno: DenoRuntime;

/** Kept from before the cage is closed. */
const { stdout } = Deno;

/** To standard output; a pipe takes as much at a time as it has room for. */
export function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += stdout.writeSync(bytes.subarray(written));
}
