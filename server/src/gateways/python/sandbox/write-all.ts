import type { DenoRuntime } from './deno-runtime.js';

declare const Deno: DenoRuntime;

/** Saved before the sandbox removes the globals. */
const { stdout } = Deno;

/** To standard output; a pipe accepts only as much at a time as it has room for. */
export function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += stdout.writeSync(bytes.subarray(written));
}
