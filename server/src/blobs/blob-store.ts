import type { Readable } from 'node:stream';

/** A blob's name is its content: the SHA-256 of its bytes, in lower-case hex. */
export interface BlobRef {
  hash: string;
  size: number;
}

/** Both ends count, as in an HTTP Range header. An end past the blob is cut to it. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  /** Past this many bytes `put` throws the problem `too-large`. */
  maxBytes?: number | undefined;
  /** Of a result that can be computed again: it is not worth a place in the trash. */
  disposable?: boolean | undefined;
}

/** Called with what is about to be stored, and waited for: what a store holds is known to whoever owns it. */
export type BlobWritten = (ref: BlobRef, options: Pick<PutOptions, 'disposable'>) => Promise<void>;

/** Immutable bytes named by their content. Whatever a promise here resolves to is already durable. */
export interface BlobStore {
  /**
   * Streams bytes in while hashing and counting them. Whatever fails, nothing is left behind. Identical bytes are
   * stored once.
   */
  put(bytes: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<BlobRef>;

  /** Takes a finished local file into the store; nothing remains at its path. */
  adopt(path: string, options?: Omit<PutOptions, 'maxBytes'>): Promise<BlobRef>;

  /**
   * A range that begins past the end reads as no bytes. Throws BlobMissing, and BlobDamaged at the latest in place of
   * the last bytes of a blob that is read whole.
   */
  read(hash: string, range?: ByteRange): Promise<Readable>;

  stat(hash: string): Promise<{ size: number } | undefined>;

  /** A local file that holds the blob, for readers that want a path: open it soon. Throws BlobMissing and BlobDamaged. */
  localPath(hash: string): Promise<string>;

  /** Deleting what is not there is no error. */
  delete(hash: string): Promise<void>;

  list(): AsyncIterable<BlobRef>;

  /** The trash is a place beside the blobs, where copies wait to be deleted or to be taken back. */
  copyToTrash(hash: string): Promise<void>;
  /** False where the trash does not have it. */
  restoreFromTrash(hash: string): Promise<boolean>;
  deleteFromTrash(hash: string): Promise<void>;

  /** A short text that says whose store this is. */
  readMarker(): Promise<string | undefined>;
  writeMarker(text: string): Promise<void>;

  /** Throws when the store cannot be used. */
  check(): Promise<void>;
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
  readonly hash: string;

  constructor(hash: string) {
    super(`No blob ${hash}`);
    this.hash = hash;
  }
}

/** What is stored under the hash are not the bytes that have it. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  readonly hash: string;

  constructor(hash: string) {
    super(`Blob ${hash} is damaged`);
    this.hash = hash;
  }
}

export function isBlobHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** Hashes become paths and object keys, so nothing else may pass for one. */
export function assertBlobHash(hash: string): void {
  if (!isBlobHash(hash)) throw new TypeError('Not the hash of a blob');
}

export function assertByteRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a range of bytes: ${start} to ${end}`);
  }
}
