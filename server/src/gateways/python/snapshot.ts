import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startDeno } from './deno-process.js';
import { hostModules } from './sandbox/host/index.js';

const require = createRequire(import.meta.url);

const BAKING_MEMORY_MB = 256;
const STDERR_CHARACTERS = 8192;

/**
 * Python's memory after its start: loading it takes a tenth of the time of a start. It is created once,
 * before any program has run, and kept in a directory that may be emptied at any time.
 */
export class Snapshot {
  readonly #directory: string;
  readonly #closing: AbortSignal;
  #baking: Promise<void> | undefined;

  /** Nothing is created once `closing` is aborted. */
  constructor(directory: string, closing: AbortSignal) {
    this.#directory = directory;
    this.#closing = closing;
  }

  async path(): Promise<string> {
    const path = join(this.#directory, fileName());
    if (!(await exists(path))) {
      this.#baking ??= bake(this.#directory, path, this.#closing).finally(() => {
        this.#baking = undefined;
      });
      await this.#baking;
    }
    return path;
  }
}

/** Another Pyodide or other host code needs another snapshot. */
function fileName(): string {
  const { version } = require('pyodide/package.json') as { version: string };
  const code = createHash('sha256').update(JSON.stringify(hostModules)).digest('hex').slice(0, 16);
  return `pyodide-${version}-${code}.snapshot`;
}

async function bake(directory: string, path: string, signal: AbortSignal): Promise<void> {
  await mkdir(directory, { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  const deno = startDeno({ script: 'bake-snapshot', memoryMb: BAKING_MEMORY_MB, stderr: 'pipe' });
  const closed = new Promise<number | null>((resolve) => {
    deno.on('close', resolve);
    deno.on('error', () => resolve(null));
  });
  let stderr = '';
  deno.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  yieldToRequests(deno.pid);
  signal.addEventListener('abort', () => deno.kill('SIGKILL'), { once: true });
  try {
    await pipeline(deno.stdout, createWriteStream(unfinished), { signal });
    const code = await closed;
    if (code !== 0) throw new Error(`Python could not be started (exit code ${code}): ${stderr.trim()}`);
    await rename(unfinished, path);
  } finally {
    deno.kill('SIGKILL');
    await rm(unfinished, { force: true });
  }
}

/** It takes a core for seconds, often while the first users of an installation look around. */
function yieldToRequests(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, which is reported otherwise.
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
