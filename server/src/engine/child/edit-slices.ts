import type { RawEdit } from '../../core/row-edits.js';

/** Some of a table's edits, in order. */
interface EditsMessage {
  edits: RawEdit[];
  /** Whether others follow. */
  more: boolean;
  /** The host cannot read the others. */
  failed?: boolean | undefined;
}

/**
 * The edits of a table as they arrive from the host, slice by slice. One is applied while the next one waits.
 */
export class EditSlices {
  #more = true;
  #given: EditsMessage | undefined;
  #ended = false;
  /** Called when a slice was given or taken, or nobody will take one. */
  #changed: (() => void)[] = [];

  constructor(first: EditsMessage) {
    this.#given = first;
  }

  /** Undefined after the last one. */
  async next(): Promise<RawEdit[] | undefined> {
    if (!this.#more) return undefined;
    while (!this.#given) await this.#change();
    const { edits, more, failed } = this.#given;
    this.#given = undefined;
    this.#more = more;
    this.#notify();
    if (failed) throw new Error('the edits of the table could not be read');
    return edits;
  }

  /** Returns true when the slice was taken, or false if nobody will take it. */
  async give(slice: EditsMessage): Promise<boolean> {
    while (this.#given && !this.#ended) await this.#change();
    this.#given = slice;
    this.#notify();
    while (this.#given === slice && !this.#ended) await this.#change();
    return !this.#ended;
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }

  #notify(): void {
    const waiting = this.#changed;
    this.#changed = [];
    for (const resolve of waiting) resolve();
  }
}
