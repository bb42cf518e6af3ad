/** The types of fields and elements in Thrift's compact protocol that Parquet's metadata needs. */
type Element = 'i32' | 'binary' | 'struct';

const TYPE_IDS = { true: 1, false: 2, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 };
/** Beyond it, the length of a list no longer fits beside the type of its elements. */
const MAX_SHORT_LENGTH = 14;

/** Writes structs in Thrift's compact protocol. The fields of a struct are written in the order of their ids. */
export class ThriftWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;
  /** Of the struct that is being written. */
  #lastField = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  boolean(field: number, value: boolean): void {
    this.#field(field, value ? TYPE_IDS.true : TYPE_IDS.false);
  }

  i32(field: number, value: number): void {
    this.#field(field, TYPE_IDS.i32);
    this.#varint(2 * value);
  }

  i64(field: number, value: number): void {
    this.#field(field, TYPE_IDS.i64);
    this.#varint(2 * value);
  }

  text(field: number, value: string): void {
    this.#field(field, TYPE_IDS.binary);
    this.#text(value);
  }

  struct(field: number, write: () => void): void {
    this.#field(field, TYPE_IDS.struct);
    this.root(write);
  }

  structs<Item>(field: number, items: readonly Item[], write: (item: Item) => void): void {
    this.#list(field, 'struct', items.length);
    for (const item of items) this.root(() => write(item));
  }

  texts(field: number, values: readonly string[]): void {
    this.#list(field, 'binary', values.length);
    for (const value of values) this.#text(value);
  }

  i32s(field: number, values: readonly number[]): void {
    this.#list(field, 'i32', values.length);
    for (const value of values) this.#varint(2 * value);
  }

  /** A struct that is not a field. */
  root(write: () => void): void {
    const outer = this.#lastField;
    this.#lastField = 0;
    write();
    this.#byte(0);
    this.#lastField = outer;
  }

  #list(field: number, element: Element, length: number): void {
    this.#field(field, TYPE_IDS.list);
    const isShort = length <= MAX_SHORT_LENGTH;
    this.#byte(((isShort ? length : MAX_SHORT_LENGTH + 1) << 4) | TYPE_IDS[element]);
    if (!isShort) this.#varint(length);
  }

  #field(id: number, type: number): void {
    this.#byte(((id - this.#lastField) << 4) | type);
    this.#lastField = id;
  }

  #text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#varint(length);
    this.#reserve(length);
    this.#length += this.#bytes.write(value, this.#length);
  }

  /** Seven bits a byte, the lowest first. Not by shifts, since file offsets may have more than 32 bits. */
  #varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + count));
    this.bytes.copy(larger);
    this.#bytes = larger;
  }
}
