import type { Readable } from 'node:stream';

/** A blob's name is its content: the SHA-256 of its bytes, in lower-case hex. */
export interface BlobRef {
  hash: string;
  size: number;
}

/** Both ends are inclusive, as in an HTTP Range header. An end past the blob is cut to its size. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  /** Past this many bytes `put` throws the problem `too-large`. */
  maxBytes?: number | undefined;
  /** For a result that can be computed again: it is not kept in the trash. */
  disposable?: boolean | undefined;
}

export interface AddressesWanted {
  /** In milliseconds since 1970. */
  until: number;
  contentType: string;
}

/** Addresses at which anybody who has them reads blobs, in ranges too. */
export interface BlobAddresses {
  /** In milliseconds since 1970; no later than it was wanted. */
  expireAt: number;
  of(hash: string): Promise<string>;
}

/**
 * Called, and awaited, with a blob that is about to be stored, so that the owner of a store knows its
 * content.
 */
export type BlobWritten = (ref: BlobRef, options: Pick<PutOptions, 'disposable'>) => Promise<void>;

/** Immutable bytes named by their content. When a promise here resolves, its effect is durable. */
export interface BlobStore {
  /**
   * Streams bytes in while hashing and counting them. A failure leaves nothing behind. Identical bytes are
   * stored once.
   */
  put(bytes: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<BlobRef>;

  /** Moves a finished local file into the store; nothing remains at its path. */
  adopt(path: string, options?: Omit<PutOptions, 'maxBytes'>): Promise<BlobRef>;

  /**
   * A range that begins past the end is empty. Throws BlobMissing, and BlobDamaged at the latest in place of
   * the last bytes of a blob that is read whole.
   */
  read(hash: string, range?: ByteRange): Promise<Readable>;

  stat(hash: string): Promise<{ size: number } | undefined>;

  /**
   * A local file with the blob, for readers that need a path: open it soon. Throws BlobMissing and
   * BlobDamaged.
   */
  localPath(hash: string): Promise<string>;

  /** Addresses that lead past the service; undefined if clients do not reach the store. */
  openAddresses(wanted: AddressesWanted): Promise<BlobAddresses | undefined>;

  /** Deleting a missing blob is not an error. */
  delete(hash: string): Promise<void>;

  list(): AsyncIterable<BlobRef>;

  /** The trash is a place beside the blobs, whose copies can be restored until they are deleted. */
  copyToTrash(hash: string): Promise<void>;
  /** Returns false if the blob is not in the trash. */
  restoreFromTrash(hash: string): Promise<boolean>;
  deleteFromTrash(hash: string): Promise<void>;

  /** A short text that identifies the owner of the store. */
  readMarker(): Promise<string | undefined>;
  writeMarker(text: string): Promise<void>;

  /** Throws if the store cannot be used. */
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

/** The bytes stored under a hash do not match it. */
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

/** Hashes become paths and object keys, so nothing else may be accepted as one. */
export function assertBlobHash(hash: string): void {
  if (!isBlobHash(hash)) throw new TypeError('Not the hash of a blob');
}

export function assertByteRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a range of bytes: ${start} to ${end}`);
  }
}
