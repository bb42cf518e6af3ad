/** Reads values one after another; what is not there throws a `RangeError`. */
export class ByteReader {
  #at = 0;

  constructor(readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.#at;
  }

  get isAtEnd(): boolean {
    return this.left <= 0;
  }

  uint8(): number {
    return this.bytes.readUInt8(this.#advance(1));
  }

  uint16(): number {
    return this.bytes.readUInt16LE(this.#advance(2));
  }

  int16(): number {
    return this.bytes.readInt16LE(this.#advance(2));
  }

  uint32(): number {
    return this.bytes.readUInt32LE(this.#advance(4));
  }

  int32(): number {
    return this.bytes.readInt32LE(this.#advance(4));
  }

  double(): number {
    return this.bytes.readDoubleLE(this.#advance(8));
  }

  skip(length: number): void {
    this.take(length);
  }

  take(length: number): Buffer {
    const from = this.#advance(length);
    if (this.#at > this.bytes.length) throw new RangeError('The bytes end too early.');
    return this.bytes.subarray(from, this.#at);
  }

  utf16(characters: number): string {
    return this.take(characters * 2).toString('utf16le');
  }

  /** The string of xls since Excel 97: two bytes per character, or only the lower ones. */
  xlsText(characters: number): string {
    const isWide = (this.uint8() & 1) === 1;
    return isWide ? this.utf16(characters) : this.take(characters).toString('latin1');
  }

  /** The string of xlsb, after its length. */
  xlsbText(): string {
    return this.utf16(this.uint32());
  }

  #advance(length: number): number {
    const from = this.#at;
    this.#at += length;
    return from;
  }
}
