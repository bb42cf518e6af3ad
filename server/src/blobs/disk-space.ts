import { statfs } from 'node:fs/promises';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { type DiskReserve, RESERVE_BYTES } from './disk-reserve.js';

interface DiskSpaceOptions {
  directory: string;
  /** Below this free space the disk counts as low, which someone should look into. */
  lowBytes: number;
  /** Below this free space nothing more is stored. */
  minBytes: number;
  /** Absent if the catalog is not on this disk. */
  catalog?: CatalogSpace | undefined;
}

interface CatalogSpace {
  reserve: DiskReserve;
  /** Frees the space of the catalog's log. */
  shrinkLog: () => Promise<void>;
}

interface DiskState {
  state: 'ok' | 'low' | 'full';
  freeBytes: number;
  totalBytes: number;
}

/** Checking is cheap, but too expensive for every write. */
const REMEMBER_MS = 1000;

/** The free space on the disk of the service's files. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #checked: { at: number; state: Promise<DiskState> } | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  async state(): Promise<DiskState> {
    const now = performance.now();
    if (!this.#checked || now - this.#checked.at > REMEMBER_MS)
      this.#checked = { at: now, state: this.#look() };
    return await this.#checked.state;
  }

  /** Refuses further writes while the disk is nearly full: work already accepted still needs space. */
  async requireRoom(): Promise<void> {
    const { state } = await this.state();
    if (state === 'full') throw problem('insufficient-storage', say('disk-nearly-full'));
  }

  /** Makes room in the catalog for a change that works on a full disk too, such as a sign-in or a deletion. */
  async makeRoom(): Promise<void> {
    const { catalog } = this.#options;
    if (!catalog || (await this.#measure()).freeBytes >= RESERVE_BYTES) return;
    if (catalog.reserve.isHeld) {
      await catalog.reserve.release();
      this.#checked = undefined;
    }
    await catalog.shrinkLog();
  }

  async #look(): Promise<DiskState> {
    const { lowBytes, minBytes, catalog } = this.#options;
    const measured = await this.#measure();
    const { freeBytes } = measured;
    if (catalog && freeBytes >= Math.max(minBytes, RESERVE_BYTES) + RESERVE_BYTES)
      await catalog.reserve.hold();
    const isFull = freeBytes < minBytes || catalog?.reserve.isHeld === false;
    return { state: isFull ? 'full' : freeBytes < lowBytes ? 'low' : 'ok', ...measured };
  }

  async #measure(): Promise<{ freeBytes: number; totalBytes: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#options.directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }
}
