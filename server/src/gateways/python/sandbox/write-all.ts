import type { DenoRuntime } from './deno-runtime.js';

declare const Deno: DenoRuntime;

/** To standard output; a pipe takes as much at a time as it has room for. */
export function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += Deno.stdout.writeSync(bytes.subarray(written));
}
