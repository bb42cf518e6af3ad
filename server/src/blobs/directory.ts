import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  assertBlobHash,
  assertByteRange,
  BlobMissing,
  type BlobRef,
  type BlobStat,
  type BlobStore,
  type ByteRange,
  isBlobHash,
} from './blob-store.js';
import { errorCode } from './error-code.js';
import { markRecent } from './mark-recent.js';
import { type StagedFile, Staging } from './staging.js';

export async function openDirectoryBlobStore(root: string): Promise<BlobStore> {
  await mkdir(root, { recursive: true });
  await syncDirectory(dirname(root));
  const staging = new Staging(join(root, 'tmp'));
  await staging.sweep();
  return new DirectoryBlobStore(root, staging);
}

/** `<root>/ab/abcdef…`: one read-only file a blob, spread over 256 directories. */
class DirectoryBlobStore implements BlobStore {
  readonly #root: string;
  readonly #staging: Staging;
  readonly #durableFolders = new Map<string, Promise<void>>();

  constructor(root: string, staging: Staging) {
    this.#root = root;
    this.#staging = staging;
  }

  async put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes?: number } = {}): Promise<BlobRef> {
    return this.#staging.stage(bytes, (staged) => this.#keep(staged), options.maxBytes);
  }

  async adopt(path: string): Promise<BlobRef> {
    return this.#staging.stageFile(path, (staged) => this.#keep(staged));
  }

  async read(hash: string, range?: ByteRange): Promise<Readable> {
    if (range) assertByteRange(range);
    const handle = await open(this.#pathOf(hash)).catch(throwMissing(hash));
    return handle.createReadStream(range ?? {});
  }

  async stat(hash: string): Promise<BlobStat | undefined> {
    try {
      const { size, mtime } = await stat(this.#pathOf(hash));
      return { size, modifiedAt: mtime };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async localPath(hash: string): Promise<string> {
    const path = this.#pathOf(hash);
    await stat(path).catch(throwMissing(hash));
    return path;
  }

  async delete(hash: string): Promise<void> {
    await rm(this.#pathOf(hash), { force: true });
  }

  async *list(): AsyncIterable<BlobRef & BlobStat> {
    for (const folder of await readdir(this.#root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const hash of await readdir(join(this.#root, folder))) {
        const found = isBlobHash(hash) ? await this.stat(hash) : undefined;
        if (found) yield { hash, ...found };
      }
    }
  }

  /** Writing one file finds what asking for permissions does not: a full or read-only disk. */
  async check(): Promise<void> {
    await stat(this.#root);
    await this.#staging.stage(Readable.from([Buffer.from('check')]), async ({ handle }) => handle.sync());
  }

  #pathOf(hash: string): string {
    assertBlobHash(hash);
    return join(this.#root, hash.slice(0, 2), hash);
  }

  async #keep({ path, handle, ref }: StagedFile): Promise<BlobRef> {
    const kept = this.#pathOf(ref.hash);
    await this.#makeFolder(dirname(kept));
    if (!(await markRecent(kept))) {
      await handle.chmod(0o400);
      await handle.sync();
      await rename(path, kept);
    }
    // Also where the blob was there already: another put may have renamed it and not yet come to this line.
    await syncDirectory(dirname(kept));
    return ref;
  }

  /** Once a folder and opening: puts that share a new folder all wait until it is on disk. */
  #makeFolder(folder: string): Promise<void> {
    const known = this.#durableFolders.get(folder);
    if (known) return known;
    const made = mkdir(folder, { recursive: true }).then(() => syncDirectory(this.#root));
    this.#durableFolders.set(folder, made);
    made.catch(() => this.#durableFolders.delete(folder));
    return made;
  }
}

/** A rename survives a power cut only once its directory is on disk too. */
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
