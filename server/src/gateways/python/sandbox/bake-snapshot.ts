import type { DenoRuntime } from './deno-runtime.js';
import { HOST_PACKAGE, hostModules } from './host/index.js';
import { loadPython } from './load-python.js';
import { writeAll } from './write-all.js';

declare const Deno: DenoRuntime;

/** Starts Python, imports the host code, and writes a snapshot of its memory to standard output. */
const [pyodideFolder = ''] = Deno.args;
const python = await loadPython(pyodideFolder, { _makeSnapshot: true });
const folder = `/lib/host-code/${HOST_PACKAGE}`;
python.FS.mkdirTree(folder);
for (const [name, source] of Object.entries(hostModules)) python.FS.writeFile(`${folder}/${name}.py`, source);
python.runPython(`
import sys
sys.path.insert(0, '/lib/host-code')
import ${HOST_PACKAGE}.answer
sys.path.pop(0)
`);
writeAll(python.makeMemorySnapshot());
Deno.exit(0);
