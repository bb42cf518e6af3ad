import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobDamaged, isBlobHash } from './blob-store.js';
import { errorCode } from './error-code.js';
import { type StagedFile, Staging } from './staging.js';
import { VerifiedFiles } from './verified-files.js';

/**
 * The caller may not have opened a returned path yet, so its file is kept for a while, even over the limit.
 */
const KEEP_AFTER_USE_MS = 60 * 1000;

interface CachedFile {
  size: number;
  usedAt: number;
}

/**
 * Local copies of remote blobs; the least recently used are evicted first. Anyone may delete the directory at
 * any time: missing, truncated or damaged files are fetched again. The mtime of a file is its last use, so
 * the order survives a restart.
 */
export class FileCache {
  readonly staging: Staging;
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #keepMs: number;
  /** In order of last use, the oldest first. */
  readonly #files = new Map<string, CachedFile>();
  readonly #verified = new VerifiedFiles();
  readonly #arriving = new Map<string, Promise<string>>();
  #bytes = 0;

  private constructor(directory: string, maxBytes: number, keepMs: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#keepMs = keepMs;
    this.staging = new Staging(join(directory, 'tmp'));
  }

  static async open(directory: string, maxBytes: number, keepMs = KEEP_AFTER_USE_MS): Promise<FileCache> {
    const cache = new FileCache(directory, maxBytes, keepMs);
    await cache.staging.sweep();
    const hashes = (await readdir(directory)).filter(isBlobHash);
    const found = await Promise.all(
      hashes.map(async (hash) => {
        const { size, mtimeMs } = await stat(cache.#pathOf(hash));
        return { hash, size, usedAt: mtimeMs };
      }),
    );
    for (const { hash, ...file } of found.sort((a, b) => a.usedAt - b.usedAt)) cache.#note(hash, file);
    await cache.#evict();
    return cache;
  }

  /** The path of the blob's local copy; without one, calls `fetch`, once for concurrent requests. */
  async path(hash: string, fetch: () => Promise<AsyncIterable<Uint8Array>>): Promise<string> {
    const path = this.#pathOf(hash);
    const known = this.#files.get(hash);
    if (known && (await this.#useAgain(hash))) {
      this.#note(hash, { size: known.size, usedAt: Date.now() });
      return path;
    }
    let arriving = this.#arriving.get(hash);
    if (!arriving) {
      arriving = this.#bring(hash, fetch).finally(() => this.#arriving.delete(hash));
      this.#arriving.set(hash, arriving);
    }
    return arriving;
  }

  /** Moves a staged file in, under its hash. */
  async keep({ path, handle, ref }: StagedFile): Promise<string> {
    const kept = this.#pathOf(ref.hash);
    await handle.chmod(0o400);
    await mkdir(this.#directory, { recursive: true });
    await rename(path, kept);
    await this.#verified.trust(kept);
    this.#note(ref.hash, { size: ref.size, usedAt: Date.now() });
    await this.#evict();
    return kept;
  }

  async remove(hash: string): Promise<void> {
    this.#forget(hash);
    await rm(this.#pathOf(hash), { force: true });
  }

  async #bring(hash: string, fetch: () => Promise<AsyncIterable<Uint8Array>>, again = true): Promise<string> {
    try {
      return await this.staging.stage(await fetch(), (staged) => {
        if (staged.ref.hash !== hash) throw new BlobDamaged(hash);
        return this.keep(staged);
      });
    } catch (error) {
      // The directory was deleted between two of these steps.
      if (again && errorCode(error) === 'ENOENT') return this.#bring(hash, fetch, false);
      throw error;
    }
  }

  /** Whether the copy still exists and is complete; if so, marks it as used now. */
  async #useAgain(hash: string): Promise<boolean> {
    const path = this.#pathOf(hash);
    const now = new Date();
    try {
      if (!(await this.#verified.isIntact(path, hash))) return false;
      await utimes(path, now, now);
      await this.#verified.trust(path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async #evict(): Promise<void> {
    for (const [hash, { usedAt }] of this.#files) {
      if (this.#bytes <= this.#maxBytes || Date.now() - usedAt < this.#keepMs) return;
      await this.remove(hash);
    }
  }

  #note(hash: string, file: CachedFile): void {
    this.#forget(hash);
    this.#files.set(hash, file);
    this.#bytes += file.size;
  }

  #forget(hash: string): void {
    this.#bytes -= this.#files.get(hash)?.size ?? 0;
    this.#files.delete(hash);
  }

  #pathOf(hash: string): string {
    return join(this.#directory, hash);
  }
}
