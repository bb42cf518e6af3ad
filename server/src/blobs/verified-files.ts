import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Hashing a chunk of this size blocks the event loop for about a millisecond. */
const READ_SIZE = 512 * 1024;
const MAX_REMEMBERED = 100_000;

/**
 * Whether files have the bytes that their names promise. A file is read once; after that, unchanged times,
 * size and inode prove that nobody has touched it.
 */
export class VerifiedFiles {
  readonly #stamps = new Map<string, string>();
  readonly #underWay = new Map<string, Promise<boolean>>();

  /** Throws ENOENT if there is no file. */
  async isIntact(path: string, hash: string): Promise<boolean> {
    const stamp = await stampOf(path);
    if (this.#stamps.get(path) === stamp) return true;
    let check = this.#underWay.get(path);
    if (!check) {
      check = this.#check(path, hash, stamp).finally(() => this.#underWay.delete(path));
      this.#underWay.set(path, check);
    }
    return await check;
  }

  /** For a file that was hashed while it was written. */
  async trust(path: string): Promise<void> {
    this.#remember(path, await stampOf(path));
  }

  async #check(path: string, hash: string, stamp: string): Promise<boolean> {
    const intact = (await hashFile(path)) === hash;
    if (intact) this.#remember(path, stamp);
    return intact;
  }

  #remember(path: string, stamp: string): void {
    this.#stamps.delete(path);
    this.#stamps.set(path, stamp);
    if (this.#stamps.size > MAX_REMEMBERED) this.#stamps.delete(this.#stamps.keys().next().value as string);
  }
}

async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_SIZE })) digest.update(chunk);
  return digest.digest('hex');
}
