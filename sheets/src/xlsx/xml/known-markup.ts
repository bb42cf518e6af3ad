/** Longer markup is not remembered. */
export const LONGEST_KNOWN = 96;
const GROUP = 8;

/**
 * A piece of markup that was read before, to recognise it when it comes again: eight bytes at a time as the bits of a
 * double, the most that JavaScript compares at once. Zeros are left out, since 0 and -0 are equal.
 */
export class KnownMarkup {
  /** 0 before anything was learnt. */
  length = 0;
  readonly #groups = new Float64Array(LONGEST_KNOWN / GROUP);
  /** How many groups there are before the last eight bytes, which may overlap them. */
  #before = 0;
  #last = 0;
  /** Of markup shorter than a group, its first and last four bytes. */
  #shortStart = 0;
  #shortEnd = 0;

  /** Learns the bytes from `from` to `to`, or forgets what it knew where they are too few or too many. */
  learn(view: DataView, from: number, to: number): void {
    const length = to - from;
    this.length = length < 4 || length > LONGEST_KNOWN ? 0 : length;
    if (this.length === 0) return;
    if (length < GROUP) {
      this.#shortStart = view.getInt32(from, true);
      this.#shortEnd = view.getInt32(to - 4, true);
      return;
    }
    this.#before = (length - 1) >> 3;
    for (let i = 0; i < this.#before; i++) this.#groups[i] = view.getFloat64(from + i * GROUP, true);
    this.#last = view.getFloat64(to - GROUP, true);
    if (this.#last === 0 || this.#groups.subarray(0, this.#before).includes(0)) this.length = 0;
  }

  /** Whether these bytes come next; as many as `LONGEST_KNOWN` must be there. */
  isAt(view: DataView, at: number): boolean {
    const { length } = this;
    if (length < GROUP)
      return (
        length > 0 &&
        view.getInt32(at, true) === this.#shortStart &&
        view.getInt32(at + length - 4, true) === this.#shortEnd
      );
    if (view.getFloat64(at + length - GROUP, true) !== this.#last) return false;
    const groups = this.#groups;
    const before = this.#before;
    for (let i = 0; i < before; i++) {
      if (view.getFloat64(at + i * GROUP, true) !== groups[i]) return false;
    }
    return true;
  }
}

/** Eight bytes of ASCII as `KnownMarkup` compares them. */
export function eightBytes(ascii: string): number {
  return Buffer.from(ascii, 'latin1').readDoubleLE();
}
