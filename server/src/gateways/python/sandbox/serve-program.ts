import { readFrames, toFrame } from '../exchange/frames.js';
import { closeSandbox } from './close-sandbox.js';
import type { DenoRuntime } from './deno-runtime.js';
import { HOST_PACKAGE } from './host/index.js';
import { loadPython } from './load-python.js';
import { writeAll } from './write-all.js';

declare const Deno: DenoRuntime;

interface PythonBytes {
  toJs(): Uint8Array;
  destroy(): void;
}

interface Host {
  receive(payload: Uint8Array): void;
  answer(): Iterable<PythonBytes>;
}

/**
 * Starts Python, reports that it is ready, runs one program and returns its result; or ends with the service.
 */
const [pyodideFolder = '', snapshotFile = ''] = Deno.args;
const { exit, stdin } = Deno;
const python = await loadPython(pyodideFolder, { _loadSnapshot: await Deno.readFile(snapshotFile) });
const host = python.pyimport(`${HOST_PACKAGE}.answer`) as Host;
// Python is completely in memory by now: not even its own folder needs to be read again.
await Deno.permissions.revoke({ name: 'read' });
closeSandbox(python);
writeAll(toFrame(new TextEncoder().encode('"ready"')));

let isAsked = false;
// The service is trusted: its frames need no limit, and a single cell may be large.
for await (const payload of readFrames(stdin.readable, Number.POSITIVE_INFINITY)) {
  isAsked = true;
  host.receive(payload);
}
if (isAsked) {
  for (const frame of host.answer()) {
    writeAll(toFrame(frame.toJs()));
    frame.destroy();
  }
}
exit(0);
