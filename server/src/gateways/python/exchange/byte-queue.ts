/** A queue of bytes that can be taken out in other portions. */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next `count` bytes, which must be available. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(count);
    let filled = 0;
    let used = 0;
    while (filled < count) {
      const chunk = this.#chunks[used] as Uint8Array;
      const part = chunk.subarray(0, count - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length === chunk.length) used += 1;
      else this.#chunks[used] = chunk.subarray(part.length);
    }
    this.#chunks.splice(0, used);
    this.#length -= count;
    return taken;
  }
}
