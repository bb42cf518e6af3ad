import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BlobRef } from './blob-store.js';
import { errorCode } from './error-code.js';
import { hashBytes } from './hash-bytes.js';

/**
 * Distinguishes these temporary files from those of an earlier process with the same id, as in a container.
 */
const processToken = randomUUID().slice(0, 8);
const temporaryName = /^(?<host>.+)\.(?<pid>\d+)\.(?<token>[0-9a-f]{8})\.[0-9a-f-]{36}$/;
const abandonedAfterMs = 60 * 60 * 1000;
const readSize = 1024 * 1024;

/**
 * Bytes on their way into a store: measured, but not named yet. They are read through the handle, so they
 * survive the removal of their directory.
 */
export interface StagedFile {
  path: string;
  handle: FileHandle;
  ref: BlobRef;
}

/**
 * The directory of a store's temporary files; on the same file system as the store, so that a rename is
 * atomic.
 */
export class Staging {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Writes the bytes to a temporary file for as long as `use` runs; `use` may move the file away. */
  async stage<T>(
    bytes: AsyncIterable<Uint8Array>,
    use: (staged: StagedFile) => Promise<T>,
    maxBytes?: number,
  ): Promise<T> {
    const path = await this.#newPath();
    return withTemporary(path, 'wx+', async (handle) => {
      const measured = hashBytes(bytes, maxBytes);
      await writeFile(handle, measured.bytes);
      return use({ path, handle, ref: measured.ref() });
    });
  }

  /** Like `stage`, for a local file: moved where the file system allows it, otherwise copied. */
  async stageFile<T>(source: string, use: (staged: StagedFile) => Promise<T>): Promise<T> {
    const path = await this.#newPath();
    try {
      await rename(source, path);
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error;
      const ended = await this.stage(createReadStream(source, { highWaterMark: readSize }), use);
      await rm(source, { force: true });
      return ended;
    }
    return withTemporary(path, 'r', async (handle) => use({ path, handle, ref: await measure(handle) }));
  }

  /** Removes files of processes that are gone; those of living ones stay. */
  async sweep(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    for (const name of await readdir(this.#directory)) {
      const path = join(this.#directory, name);
      if (await isAbandoned(name, path)) await rm(path, { recursive: true, force: true });
    }
  }

  async #newPath(): Promise<string> {
    await mkdir(this.#directory, { recursive: true });
    return join(this.#directory, `${hostname()}.${process.pid}.${processToken}.${randomUUID()}`);
  }
}

async function withTemporary<T>(
  path: string,
  flags: string,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(path, flags, 0o600);
  try {
    return await use(handle);
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

async function measure(handle: FileHandle): Promise<BlobRef> {
  const content = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: readSize });
  const measured = hashBytes(content);
  for await (const _ of measured.bytes);
  return measured.ref();
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const maker = temporaryName.exec(name)?.groups;
  if (maker && maker.host === hostname()) {
    const pid = Number(maker.pid);
    return pid === process.pid ? maker.token !== processToken : !isRunning(pid);
  }
  // Another host may share the directory; its processes cannot be checked, but writing keeps a file recent.
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs > abandonedAfterMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
