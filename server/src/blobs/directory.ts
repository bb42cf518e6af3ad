import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  assertBlobHash,
  assertByteRange,
  BlobDamaged,
  BlobMissing,
  type BlobRef,
  type BlobStore,
  type BlobWritten,
  type ByteRange,
  isBlobHash,
  type PutOptions,
} from './blob-store.js';
import { errorCode } from './error-code.js';
import { type StagedFile, Staging } from './staging.js';
import { VerifiedFiles } from './verified-files.js';

export async function openDirectoryBlobStore(root: string, onWrite: BlobWritten): Promise<BlobStore> {
  await mkdir(root, { recursive: true });
  await syncDirectory(dirname(root));
  const staging = new Staging(join(root, 'tmp'));
  await staging.sweep();
  return new DirectoryBlobStore(root, staging, onWrite);
}

/**
 * `<root>/ab/abcdef…`: one read-only file per blob, spread over 256 directories. `<root>/trash/` has deleted
 * blobs.
 */
class DirectoryBlobStore implements BlobStore {
  readonly #root: string;
  readonly #staging: Staging;
  readonly #onWrite: BlobWritten;
  readonly #verified = new VerifiedFiles();
  readonly #durableFolders = new Map<string, Promise<void>>();

  constructor(root: string, staging: Staging, onWrite: BlobWritten) {
    this.#root = root;
    this.#staging = staging;
    this.#onWrite = onWrite;
  }

  async put(bytes: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<BlobRef> {
    return this.#staging.stage(bytes, (staged) => this.#keep(staged, options), options.maxBytes);
  }

  async adopt(path: string, options: PutOptions = {}): Promise<BlobRef> {
    return this.#staging.stageFile(path, (staged) => this.#keep(staged, options));
  }

  async read(hash: string, range?: ByteRange): Promise<Readable> {
    if (range) assertByteRange(range);
    const handle = await open(await this.localPath(hash)).catch(throwMissing(hash));
    return handle.createReadStream(range ?? {});
  }

  async stat(hash: string): Promise<{ size: number } | undefined> {
    return await sizeOf(this.#pathOf(hash));
  }

  async localPath(hash: string): Promise<string> {
    const path = this.#pathOf(hash);
    if (!(await this.#verified.isIntact(path, hash).catch(throwMissing(hash)))) throw new BlobDamaged(hash);
    return path;
  }

  async openAddresses(): Promise<undefined> {
    return undefined;
  }

  async delete(hash: string): Promise<void> {
    await rm(this.#pathOf(hash), { force: true });
  }

  async *list(): AsyncIterable<BlobRef> {
    for (const folder of await readdir(this.#root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const hash of await readdir(join(this.#root, folder))) {
        const found = isBlobHash(hash) ? await this.stat(hash) : undefined;
        if (found) yield { hash, ...found };
      }
    }
  }

  async copyToTrash(hash: string): Promise<void> {
    await mkdir(join(this.#root, 'trash'), { recursive: true });
    await this.#link(this.#pathOf(hash), this.#trashPathOf(hash)).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }

  async restoreFromTrash(hash: string): Promise<boolean> {
    const path = this.#pathOf(hash);
    await this.#makeFolder(dirname(path));
    try {
      await this.#link(this.#trashPathOf(hash), path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async deleteFromTrash(hash: string): Promise<void> {
    await rm(this.#trashPathOf(hash), { force: true });
  }

  async readMarker(): Promise<string | undefined> {
    return await readFile(join(this.#root, 'catalog'), 'utf8').catch((error) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
  }

  async writeMarker(text: string): Promise<void> {
    await this.#staging.stage(Readable.from([Buffer.from(text)]), async ({ path, handle }) => {
      await handle.sync();
      await rename(path, join(this.#root, 'catalog'));
    });
    await syncDirectory(this.#root);
  }

  /** Writing a file finds what a permission check does not: a full or read-only disk. */
  async check(): Promise<void> {
    await stat(this.#root);
    await this.#staging.stage(Readable.from([Buffer.from('check')]), async ({ handle }) => handle.sync());
  }

  #pathOf(hash: string): string {
    assertBlobHash(hash);
    return join(this.#root, hash.slice(0, 2), hash);
  }

  #trashPathOf(hash: string): string {
    assertBlobHash(hash);
    return join(this.#root, 'trash', hash);
  }

  /** A hard link, durable once this returns. */
  async #link(from: string, to: string): Promise<void> {
    await link(from, to).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await syncDirectory(dirname(to));
  }

  async #keep({ path, handle, ref }: StagedFile, options: PutOptions): Promise<BlobRef> {
    await this.#onWrite(ref, options);
    const kept = this.#pathOf(ref.hash);
    await this.#makeFolder(dirname(kept));
    // A damaged file is replaced: putting the bytes again repairs it.
    if (!(await this.#isIntact(kept, ref.hash))) {
      await handle.chmod(0o400);
      await handle.sync();
      await rename(path, kept);
      await this.#verified.trust(kept);
    }
    // Also if the blob already exists: another put may have renamed it and not yet reached this line.
    await syncDirectory(dirname(kept));
    return ref;
  }

  async #isIntact(path: string, hash: string): Promise<boolean> {
    return await this.#verified.isIntact(path, hash).catch((error) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    });
  }

  /** Once per folder and opening: puts that share a new folder all wait until it is on disk. */
  #makeFolder(folder: string): Promise<void> {
    const known = this.#durableFolders.get(folder);
    if (known) return known;
    const made = mkdir(folder, { recursive: true }).then(() => syncDirectory(this.#root));
    this.#durableFolders.set(folder, made);
    made.catch(() => this.#durableFolders.delete(folder));
    return made;
  }
}

async function sizeOf(path: string): Promise<{ size: number } | undefined> {
  try {
    const { size } = await stat(path);
    return { size };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A rename survives a power failure only once its directory is on disk too. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function throwMissing(hash: string): (error: unknown) => never {
  return (error) => {
    throw errorCode(error) === 'ENOENT' ? new BlobMissing(hash) : error;
  };
}
