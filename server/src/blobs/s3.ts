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
import { FileCache } from './file-cache.js';
import { openS3Target, type S3Target, type S3TargetOptions, statusOf } from './s3-target.js';
import { uploadToS3 } from './s3-upload.js';
import type { StagedFile } from './staging.js';
import { verifiedBytes } from './verified-bytes.js';

const defaultCacheBytes = 10 * 1024 ** 3;

/** Uploading again is how an object becomes young; a younger one is left alone (see BlobStat.modifiedAt). */
const refreshAfterMs = 60 * 60 * 1000;

export interface S3Options extends S3TargetOptions {
  /** Empty, or ending in a slash. */
  prefix: string;
  cacheDir: string;
  cacheBytes?: number;
}

export async function openS3BlobStore(options: S3Options): Promise<BlobStore> {
  const target = await openS3Target(options);
  const cache = await FileCache.open(options.cacheDir, options.cacheBytes ?? defaultCacheBytes);
  return new S3BlobStore(target, options.prefix, cache);
}

/** `<prefix><hash>`: one object a blob, with copies in a local cache for readers that want a path. */
class S3BlobStore implements BlobStore {
  readonly #target: S3Target;
  readonly #prefix: string;
  readonly #cache: FileCache;

  constructor(target: S3Target, prefix: string, cache: FileCache) {
    this.#target = target;
    this.#prefix = prefix;
    this.#cache = cache;
  }

  async put(bytes: AsyncIterable<Uint8Array>, options: { maxBytes?: number } = {}): Promise<BlobRef> {
    return this.#cache.staging.stage(bytes, (staged) => this.#keep(staged), options.maxBytes);
  }

  async adopt(path: string): Promise<BlobRef> {
    return this.#cache.staging.stageFile(path, (staged) => this.#keep(staged));
  }

  async read(hash: string, range?: ByteRange): Promise<Readable> {
    const { sdk, send } = this.#target;
    if (range) assertByteRange(range);
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await send(new sdk.GetObjectCommand({ ...this.#place(hash), Range }));
      if (!(Body instanceof Readable)) throw new Error('The S3 answer has no body to read');
      const arriving = this.#arriving(Body);
      return Readable.from(range ? arriving : verifiedBytes(arriving, hash), { objectMode: false });
    } catch (error) {
      if (statusOf(error) === 404) throw new BlobMissing(hash);
      if (statusOf(error) === 416) return Readable.from([], { objectMode: false });
      throw error;
    }
  }

  async stat(hash: string): Promise<BlobStat | undefined> {
    const { sdk, send } = this.#target;
    try {
      const head = await send(new sdk.HeadObjectCommand(this.#place(hash)));
      return { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  async localPath(hash: string): Promise<string> {
    assertBlobHash(hash);
    return this.#cache.path(hash, () => this.read(hash));
  }

  async delete(hash: string): Promise<void> {
    const { sdk, send } = this.#target;
    await send(new sdk.DeleteObjectCommand(this.#place(hash)));
    await this.#cache.remove(hash);
  }

  async *list(): AsyncIterable<BlobRef & BlobStat> {
    const { sdk, client, health, bucket: Bucket } = this.#target;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: this.#prefix });
    for (;;) {
      const { value: page, done } = await health.watch(() => pages.next());
      if (done) return;
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        const hash = Key.slice(this.#prefix.length);
        if (isBlobHash(hash)) yield { hash, size: Size, modifiedAt: LastModified };
      }
    }
  }

  async check(): Promise<void> {
    const { sdk, send, bucket } = this.#target;
    await send(new sdk.HeadBucketCommand({ Bucket: bucket }));
  }

  #place(hash: string): { Bucket: string; Key: string } {
    assertBlobHash(hash);
    return { Bucket: this.#target.bucket, Key: this.#prefix + hash };
  }

  /** A server may also fall silent in the middle of an answer. */
  async *#arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw this.#target.health.explain(error);
    }
  }

  async #keep(staged: StagedFile): Promise<BlobRef> {
    const { hash, size } = staged.ref;
    const there = await this.stat(hash);
    const isFresh = there?.size === size && Date.now() - there.modifiedAt.getTime() < refreshAfterMs;
    if (!isFresh) await uploadToS3(this.#target, this.#prefix + hash, staged);
    // The bytes are safe by now: where the cache directory has been deleted, this node just has no copy.
    await this.#cache.keep(staged).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    return staged.ref;
  }
}
