import type { ChildProcessByStdio } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../process/start-child.js';

export type DenoProcess = ChildProcessByStdio<Writable, Readable, Readable | null>;

interface DenoOptions {
  /** A script in sandbox/. It gets Pyodide's folder and then `args`. */
  script: 'bake-snapshot' | 'serve-program';
  args?: string[];
  /** Files that it may read in addition to Pyodide's folder. */
  readable?: string[];
  /** The memory limit of Python. */
  memoryMb: number;
  /** Untrusted code must not write to the service's log. */
  stderr: 'ignore' | 'pipe';
}

const require = createRequire(import.meta.url);

/** The memory of Deno itself before Python has allocated anything, and its JavaScript heap. */
const DENO_MB = 640;
const HEAP_MB = 256;

/**
 * Pyodide alone is not a sandbox: Python reaches every JavaScript object. Deno is: without permissions there
 * are no files, network, environment or processes. V8 limits the memory of WebAssembly, and the kernel the
 * rest: as the size of the data segment, because V8 reserves far more addresses than it uses.
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
  const child = startChild(command, {
    limits: [
      { option: '-d', value: dataKb },
      { option: '-c', value: 0 },
    ],
    cwd: tmpdir(),
    // If Deno could keep its caches, localStorage and the Cache API, which need no permission, would carry
    // data from one run to the next. There can be no folder below a file.
    env: { DENO_DIR: '/dev/null', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', stderr],
  }) as DenoProcess;
  // Reported by the end of the streams; without a listener the error would end the service.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  return child;
}

/** Where the package's own installer put or finds the binary for this machine. */
function denoBinary(): string {
  const { runInstall } = require('deno/install_api.cjs') as { runInstall(): string };
  return runInstall();
}

/**
 * Deno runs compiled scripts, wherever this module is: in dist/, in the bundle there, or in src/ under a test
 * runner.
 */
function compiled(script: string): string {
  return fileURLToPath(
    import.meta.url.replace(/^(.*)\/server\/(?:src|dist)\/.*$/, `$1/server/dist/${script}`),
  );
}

const escapeComma = (path: string) => path.replaceAll(',', ',,');
