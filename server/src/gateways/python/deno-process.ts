import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type DenoProcess = ChildProcessByStdio<Writable, Readable, null>;

export interface DenoOptions {
  /** A script below sandbox/. It is given Pyodide's folder and then `args`. */
  script: 'bake-snapshot' | 'serve-program';
  args?: string[];
  /** Files that it may read besides Pyodide's folder. */
  readable?: string[];
  /** Ceiling of Python's memory. */
  memoryMb: number;
  /** Untrusted code must not write to the service's log. */
  stderr: 'ignore' | 'inherit';
}

const require = createRequire(import.meta.url);

/** What Deno itself has mapped before Python has allocated anything, and its JavaScript heap. */
const DENO_MB = 640;
const HEAP_MB = 256;
/** Only for the case that the service dies while a program runs away: nobody would be left to kill it. */
const CPU_SECONDS = 3600;

/**
 * Pyodide alone is no sandbox: Python reaches every JavaScript object. Deno is: without permissions there are no files,
 * network, environment or processes. The memory of WebAssembly is capped by V8, all the rest by the kernel: as the size
 * of the data segment, for V8 reserves far more addresses than it uses.
 */
export function startDeno({ script, args = [], readable = [], memoryMb, stderr }: DenoOptions): DenoProcess {
  const pyodide = dirname(require.resolve('pyodide/package.json'));
  const command = [
    denoBinary(),
    'run',
    ...['--no-prompt', '--no-remote', '--no-npm', '--cached-only', '--no-config', '--no-lock'],
    `--allow-read=${[pyodide, ...readable].map(escapeComma).join(',')}`,
    `--v8-flags=--disallow-code-generation-from-strings,--max-old-space-size=${HEAP_MB},--wasm-max-mem-pages=${memoryMb * 16}`,
    compiled(`gateways/python/sandbox/${script}.js`),
    pyodide,
    ...args,
  ];
  const dataKb = (DENO_MB + HEAP_MB + memoryMb) * 1024;
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      '{ ulimit -d "$1"; ulimit -t "$2"; ulimit -c 0; } 2>/dev/null; shift 2; exec "$@"',
      'sh',
      String(dataKb),
      String(CPU_SECONDS),
      ...command,
    ],
    {
      cwd: tmpdir(),
      // Where Deno could keep its caches, localStorage and the Cache API, which ask for no permission, would carry
      // data from one run to the next. Below a file there can be no folder.
      env: { DENO_DIR: '/dev/null' },
      stdio: ['pipe', 'pipe', stderr],
    },
  );
  // Told by the streams' end; without a listener the error would end the service.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  return child as DenoProcess;
}

/** Where the package's own installer put or finds the binary for this machine. */
function denoBinary(): string {
  const { runInstall } = require('deno/install_api.cjs') as { runInstall(): string };
  return runInstall();
}

/** Deno runs compiled scripts, wherever this module is: in dist/, in the bundle there, or in src/ under a test runner. */
function compiled(script: string): string {
  return fileURLToPath(
    import.meta.url.replace(/^(.*)\/server\/(?:src|dist)\/.*$/, `$1/server/dist/${script}`),
  );
}

const escapeComma = (path: string) => path.replaceAll(',', ',,');
