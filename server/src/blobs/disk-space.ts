import { statfs } from 'node:fs/promises';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';

export interface DiskSpaceOptions {
  directory: string;
  /** Below this free space the disk counts as low, which someone should look into. */
  lowBytes: number;
  /** Below this free space nothing more is stored. */
  minBytes: number;
}

export interface DiskState {
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

  async #look(): Promise<DiskState> {
    const { directory, lowBytes, minBytes } = this.#options;
    const { bavail, blocks, bsize } = await statfs(directory);
    const freeBytes = bavail * bsize;
    const state = freeBytes < minBytes ? 'full' : freeBytes < lowBytes ? 'low' : 'ok';
    return { state, freeBytes, totalBytes: blocks * bsize };
  }
}
