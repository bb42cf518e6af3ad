import { Readable } from 'node:stream';
import {
  type AddressesWanted,
  assertBlobHash,
  assertByteRange,
  type BlobAddresses,
  BlobMissing,
  type BlobRef,
  type BlobStore,
  type BlobWritten,
  type ByteRange,
  isBlobHash,
  type PutOptions,
} from './blob-store.js';
import { errorCode } from './error-code.js';
import { FileCache } from './file-cache.js';
import { S3Addresses, type S3Place } from './s3-addresses.js';
import { openS3Target, type S3Target, type S3TargetOptions, statusOf } from './s3-target.js';
import { uploadToS3 } from './s3-upload.js';
import type { StagedFile } from './staging.js';
import { verifiedBytes } from './verified-bytes.js';

const defaultCacheBytes = 10 * 1024 ** 3;

interface S3Options extends S3TargetOptions {
  /** Empty, or ending in a slash. */
  prefix: string;
  /** Where clients reach the server: an address, `none`, or by default Amazon's and no other's. */
  publicEndpoint?: string | undefined;
  cacheDir: string;
  cacheBytes?: number;
  onWrite: BlobWritten;
}

export async function openS3BlobStore(options: S3Options): Promise<BlobStore> {
  const target = await openS3Target(options);
  const cache = await FileCache.open(options.cacheDir, options.cacheBytes ?? defaultCacheBytes);
  return new S3BlobStore(target, cache, options);
}

/**
 * `<prefix><hash>`: one object per blob, with copies in a local cache for readers that need a path.
 * `<prefix>trash/<hash>`: deleted blobs.
 */
class S3BlobStore implements BlobStore {
  readonly #target: S3Target;
  readonly #addresses: S3Addresses;
  readonly #prefix: string;
  readonly #cache: FileCache;
  readonly #onWrite: BlobWritten;

  constructor(target: S3Target, cache: FileCache, options: S3Options) {
    this.#target = target;
    this.#addresses = new S3Addresses(target, options);
    this.#cache = cache;
    this.#prefix = options.prefix;
    this.#onWrite = options.onWrite;
  }

  async put(bytes: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<BlobRef> {
    return this.#cache.staging.stage(bytes, (staged) => this.#keep(staged, options), options.maxBytes);
  }

  async adopt(path: string, options: PutOptions = {}): Promise<BlobRef> {
    return this.#cache.staging.stageFile(path, (staged) => this.#keep(staged, options));
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

  async stat(hash: string): Promise<{ size: number } | undefined> {
    const { sdk, send } = this.#target;
    try {
      const head = await send(new sdk.HeadObjectCommand(this.#place(hash)));
      return { size: head.ContentLength ?? 0 };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  async localPath(hash: string): Promise<string> {
    assertBlobHash(hash);
    return this.#cache.path(hash, () => this.read(hash));
  }

  async openAddresses(wanted: AddressesWanted): Promise<BlobAddresses | undefined> {
    return await this.#addresses.open(wanted, (hash) => this.#place(hash));
  }

  async delete(hash: string): Promise<void> {
    const { sdk, send } = this.#target;
    await send(new sdk.DeleteObjectCommand(this.#place(hash)));
    await this.#cache.remove(hash);
  }

  async *list(): AsyncIterable<BlobRef> {
    const { sdk, client, health, bucket: Bucket } = this.#target;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: this.#prefix });
    for (;;) {
      const { value: page, done } = await health.watch(() => pages.next());
      if (done) return;
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const hash = Key.slice(this.#prefix.length);
        if (isBlobHash(hash)) yield { hash, size: Size };
      }
    }
  }

  async copyToTrash(hash: string): Promise<void> {
    await this.#copy(this.#place(hash), this.#trashPlace(hash));
  }

  async restoreFromTrash(hash: string): Promise<boolean> {
    return await this.#copy(this.#trashPlace(hash), this.#place(hash));
  }

  async deleteFromTrash(hash: string): Promise<void> {
    const { sdk, send } = this.#target;
    await send(new sdk.DeleteObjectCommand(this.#trashPlace(hash)));
  }

  async readMarker(): Promise<string | undefined> {
    const { sdk, send } = this.#target;
    try {
      const { Body } = await send(new sdk.GetObjectCommand(this.#markerPlace()));
      return await Body?.transformToString();
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  async writeMarker(text: string): Promise<void> {
    const { sdk, send } = this.#target;
    await send(new sdk.PutObjectCommand({ ...this.#markerPlace(), Body: text, ContentLength: text.length }));
  }

  async check(): Promise<void> {
    const { sdk, send, bucket } = this.#target;
    await send(new sdk.HeadBucketCommand({ Bucket: bucket }));
  }

  #place(hash: string): S3Place {
    assertBlobHash(hash);
    return { Bucket: this.#target.bucket, Key: this.#prefix + hash };
  }

  #trashPlace(hash: string): S3Place {
    assertBlobHash(hash);
    return { Bucket: this.#target.bucket, Key: `${this.#prefix}trash/${hash}` };
  }

  #markerPlace(): S3Place {
    return { Bucket: this.#target.bucket, Key: `${this.#prefix}catalog` };
  }

  /** Within the server, which copies up to 5 GB at once. False if there is nothing to copy. */
  async #copy(from: S3Place, to: S3Place): Promise<boolean> {
    const { sdk, send } = this.#target;
    const CopySource = `${from.Bucket}/${from.Key.split('/').map(encodeURIComponent).join('/')}`;
    try {
      await send(new sdk.CopyObjectCommand({ ...to, CopySource }));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  }

  /** A server may also stop responding in the middle of a body. */
  async *#arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw this.#target.health.explain(error);
    }
  }

  async #keep(staged: StagedFile, options: PutOptions): Promise<BlobRef> {
    const { hash, size } = staged.ref;
    await this.#onWrite(staged.ref, options);
    const there = await this.stat(hash);
    if (there?.size !== size) await uploadToS3(this.#target, this.#prefix + hash, staged);
    // The bytes are safe by now: if the cache directory was deleted, this node just has no copy.
    await this.#cache.keep(staged).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    return staged.ref;
  }
}
