import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

interface Disk {
  /** Brings what was written to an open file to the disk, beside the event loop. */
  sync(file: number): Promise<void>;
  /** The same on the event loop. */
  syncAtOnce(file: number): void;
  onLost(error: unknown): void;
}

const realDisk: Disk = {
  sync: promisify(fdatasync),
  syncAtOnce: fdatasyncSync,
  /**
   * The system may have dropped what it could not write, and would report the next sync as a success. What has been kept is
   * known when the database is opened again: those who wait hear of the failure, and then the process ends.
   */
  onLost: (error) =>
    setImmediate(() => {
      throw error;
    }),
};

/** A commit that took longer wrote much, and so its sync takes long. */
const SMALL_COMMIT_MS = 1;
/** Holding the event loop for this long costs less than to wake another thread and to be woken by it. */
const QUICK_MS = 0.4;
/** Beside the event loop, a sync takes as long as the disk and two threads do. */
const QUICK_BESIDE_MS = 1;
/** Disks that are quick only now and then are not waited for. */
const QUICK_IN_TURN = 32;

/**
 * Brings SQLite's write-ahead log to the disk beside the event loop, which SQLite itself would hold for as long as the disk
 * takes; while the disk is quick, those of small commits on the event loop, which spares waking a thread and being woken. Commits
 * that happen while a sync is under way share the next one.
 */
export class SyncedLog {
  #file: number | undefined;
  /** The sync under way, which may have begun before the latest commit. */
  #running: Promise<void> = Promise.resolve();
  /** The sync that begins after it. */
  #next: Promise<void> | undefined;
  /** Whether a commit that the next sync brings to the disk may have written much. */
  #mayTakeLong = false;
  #quickInTurn = 0;
  #isClosed = false;

  constructor(
    private readonly path: string,
    private readonly disk: Disk = realDisk,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when everything that was committed before the call is on the disk.
   * @param commitMs How long the commit took, without the disk.
   */
  async synced(commitMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (commitMs > SMALL_COMMIT_MS) this.#mayTakeLong = true;
    this.#next ??= this.#syncAfter(this.#running);
    await this.#next;
  }

  /** To be called after the database was closed, which brings all of the log to the disk. */
  close(): void {
    this.#isClosed = true;
    const file = this.#file;
    if (file !== undefined) void this.#running.catch(() => {}).then(() => closeSync(file));
  }

  async #syncAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    this.#running = this.#next as Promise<void>;
    this.#next = undefined;
    const isSmall = !this.#mayTakeLong;
    this.#mayTakeLong = false;
    if (this.#isClosed) return;
    try {
      // SQLite makes the file when it first writes, and keeps to it until the database is closed.
      this.#file ??= openSync(this.path, 'r+');
      const startedAt = this.now();
      const isAtOnce = isSmall && this.#quickInTurn >= QUICK_IN_TURN;
      if (isAtOnce) this.disk.syncAtOnce(this.#file);
      else await this.disk.sync(this.#file);
      if (!isSmall) return;
      const isQuick = this.now() - startedAt < (isAtOnce ? QUICK_MS : QUICK_BESIDE_MS);
      this.#quickInTurn = isQuick ? this.#quickInTurn + 1 : 0;
    } catch (error) {
      this.disk.onLost(error);
      throw error;
    }
  }
}
