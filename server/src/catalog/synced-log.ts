import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

interface Disk {
  /** Brings what was written to an open file to the disk. */
  sync(file: number): Promise<void>;
  onLost(error: unknown): void;
}

const realDisk: Disk = {
  sync: promisify(fdatasync),
  /**
   * The system may have dropped what it could not write, and would report the next sync as a success. What has been kept is
   * known when the database is opened again: those who wait hear of the failure, and then the process ends.
   */
  onLost: (error) =>
    setImmediate(() => {
      throw error;
    }),
};

/**
 * Brings SQLite's write-ahead log to the disk beside the event loop, which SQLite itself would hold for as long as the disk
 * takes. Commits that happen while a sync is under way share the next one.
 */
export class SyncedLog {
  #file: number | undefined;
  /** The sync under way, which may have begun before the latest commit. */
  #running: Promise<void> = Promise.resolve();
  /** The sync that begins after it. */
  #next: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly path: string,
    private readonly disk: Disk = realDisk,
  ) {}

  /** Resolves when everything that was committed before the call is on the disk. */
  async synced(): Promise<void> {
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
    if (this.#isClosed) return;
    try {
      // SQLite makes the file when it first writes, and keeps to it until the database is closed.
      this.#file ??= openSync(this.path, 'r+');
      await this.disk.sync(this.#file);
    } catch (error) {
      this.disk.onLost(error);
      throw error;
    }
  }
}
