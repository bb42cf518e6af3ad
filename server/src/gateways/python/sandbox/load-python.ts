import { pathToFileURL } from 'node:url';

/** The parts of Pyodide that the sandbox's scripts use. */
export interface Python {
  runPython(code: string): unknown;
  pyimport(module: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  /** Internal; both contain the folder that Pyodide was loaded from. */
  _api: { config: Record<string, unknown>; packageManager: Record<string, unknown> };
  FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
}

type SnapshotOption = { _makeSnapshot: true } | { _loadSnapshot: Uint8Array };

interface Pyodide {
  loadPyodide(options: Record<string, unknown>): Promise<Python>;
}

/** Python without output and input: the process's own streams carry frames. */
export async function loadPython(pyodideFolder: string, snapshot: SnapshotOption): Promise<Python> {
  const { loadPyodide } = (await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href)) as Pyodide;
  const ignore = () => {};
  return loadPyodide({ indexURL: pyodideFolder, stdin: ignore, stdout: ignore, stderr: ignore, ...snapshot });
}
