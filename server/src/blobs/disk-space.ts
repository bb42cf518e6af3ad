import { statfs } from 'node:fs/promises';
import { problem } from '../core/problems.js';

export interface DiskSpaceOptions {
  directory: string;
  /** With less room than this the disk counts as low: somebody should look. */
  lowBytes: number;
  /** With less room than this nothing more is stored. */
  leastBytes: number;
}

export interface DiskState {
  state: 'ok' | 'low' | 'full';
  freeBytes: number;
  totalBytes: number;
}

/** Looking costs little, but not so little that every write should do it. */
const REMEMBER_MS = 1000;

/** How much room there is where the service keeps its files. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #seen: { at: number; state: Promise<DiskState> } | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  async state(): Promise<DiskState> {
    const now = performance.now();
    if (!this.#seen || now - this.#seen.at > REMEMBER_MS) this.#seen = { at: now, state: this.#look() };
    return await this.#seen.state;
  }

  /** Refuses what would store more while the disk is nearly full: what was promised before still needs room. */
  async requireRoom(): Promise<void> {
    const { state } = await this.state();
    if (state === 'full') throw problem('insufficient-storage', 'The disk of the service is nearly full.');
  }

  async #look(): Promise<DiskState> {
    const { directory, lowBytes, leastBytes } = this.#options;
    const { bavail, blocks, bsize } = await statfs(directory);
    const freeBytes = bavail * bsize;
    const state = freeBytes < leastBytes ? 'full' : freeBytes < lowBytes ? 'low' : 'ok';
    return { state, freeBytes, totalBytes: blocks * bsize };
  }
}
