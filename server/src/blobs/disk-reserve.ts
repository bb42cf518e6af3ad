import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.js';

const MB = 1024 * 1024;

/** Enough for thousands of sign-ins and deletions. */
export const RESERVE_BYTES = 16 * MB;

/**
 * A file that takes up space while there is some, on the disk of a SQLite catalog. Once other files have filled the
 * disk, it is deleted, so that signing in and deleting, which write to the catalog, still work.
 */
export class DiskReserve {
  readonly #path: string;
  #isHeld = false;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Opens the reserve before the catalog, whose own start may already need its space. */
  static async open(dataDir: string): Promise<DiskReserve> {
    const reserve = new DiskReserve(join(dataDir, 'reserve'));
    reserve.#isHeld = (await reserve.#size()) === RESERVE_BYTES;
    const freeBytes = await freeBytesOf(dataDir);
    if (freeBytes < RESERVE_BYTES) await reserve.release();
    else if (freeBytes >= 2 * RESERVE_BYTES) await reserve.hold();
    return reserve;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Sets the space aside; without room for it the reserve stays released. */
  async hold(): Promise<void> {
    if (this.#isHeld) return;
    try {
      const file = await open(this.#path, 'w', 0o600);
      try {
        // A file system that compresses would store zeros in no space.
        for (let written = 0; written < RESERVE_BYTES; written += MB) await file.write(randomBytes(MB));
      } finally {
        await file.close();
      }
      this.#isHeld = true;
    } catch {
      await this.release();
    }
  }

  async release(): Promise<void> {
    this.#isHeld = false;
    await rm(this.#path, { force: true });
  }

  async #size(): Promise<number> {
    return await stat(this.#path).then(
      ({ size }) => size,
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return 0;
        throw error;
      },
    );
  }
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
