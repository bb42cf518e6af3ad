import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { ColumnData } from '@workbook-data-service/sheets/columns';
import { ThriftWriter } from './thrift-writer.js';

interface WideColumn {
  name: string;
  data: ColumnData;
}

/** Where the values of a column are in the file, and their bytes with headers. */
interface Chunk {
  name: string;
  type: ColumnData['type'];
  codec: number;
  offset: number;
  size: number;
  plainSize: number;
}

const MAGIC = Buffer.from('PAR1');
/** Numbers of the format's enumerations. */
const OPTIONAL = 1;
const PLAIN = 0;
const RLE = 3;
const DATA_PAGE = 0;
const UNCOMPRESSED = 0;
const GZIP = 2;

interface StoredType {
  physical: number;
  /** The older name of the logical type, which the engine expects for some. */
  converted?: number;
  logical?: (footer: ThriftWriter) => void;
}

/** How the format stores each type. */
const STORED: Record<ColumnData['type'], StoredType> = {
  BOOLEAN: { physical: 0 },
  BIGINT: { physical: 2 },
  DOUBLE: { physical: 5 },
  VARCHAR: { physical: 6, converted: 0, logical: (footer) => footer.struct(1, () => {}) },
  DATE: { physical: 1, converted: 6, logical: (footer) => footer.struct(6, () => {}) },
  TIME: { physical: 2, logical: (footer) => footer.struct(7, () => inMicroseconds(footer, false)) },
  TIMESTAMP: { physical: 2, logical: (footer) => footer.struct(8, () => inMicroseconds(footer, false)) },
  TIMESTAMPTZ: { physical: 2, logical: (footer) => footer.struct(8, () => inMicroseconds(footer, true)) },
};

/** A smaller page costs less as it is than its compression takes. */
const MIN_COMPRESSED_BYTES = 1024;
const BYTES_A_WRITE = 1024 * 1024;

/**
 * Writes very many columns of few rows to a Parquet file, as one group of rows with a page for each column. The engine's
 * own writer sets aside 2,048 rows for each column, which takes it seconds.
 */
export async function writeWideParquet(
  path: string,
  columns: readonly WideColumn[],
  rowCount: number,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    const out = new BufferedOutput(file);
    await out.write(MAGIC);
    const chunks: Chunk[] = [];
    for (const { name, data } of rowCount > 0 ? columns : []) {
      const values = encodeValues(data, rowCount);
      const isCompressed = values.length >= MIN_COMPRESSED_BYTES;
      const stored = isCompressed ? gzipSync(values, { level: 1 }) : values;
      const header = pageHeader(rowCount, values.length, stored.length);
      chunks.push({
        name,
        type: data.type,
        codec: isCompressed ? GZIP : UNCOMPRESSED,
        offset: out.size,
        size: header.length + stored.length,
        plainSize: header.length + values.length,
      });
      await out.write(header);
      await out.write(stored);
    }
    const footer = footerOf(columns, chunks, rowCount);
    const end = Buffer.alloc(4);
    end.writeUInt32LE(footer.length);
    for (const bytes of [footer, end, MAGIC]) await out.write(bytes);
    await out.flush();
  } finally {
    await file.close();
  }
}

/** Which rows have a value, then the values of these. */
function encodeValues(data: ColumnData, rowCount: number): Buffer {
  if (data.type !== 'VARCHAR') {
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter((row) => data.valid[row] === 1);
    const isThere = (row: number) => data.valid[row] === 1;
    return Buffer.concat([encodePresence(isThere, rows.length, rowCount), encodeFixed(data, rows)]);
  }
  const texts = Array.from({ length: rowCount }, (_, row) => data.textAt(row));
  const present = texts.filter((text) => text !== null);
  return Buffer.concat([
    encodePresence((row) => texts[row] !== null, present.length, rowCount),
    encodeTexts(present),
  ]);
}

function encodeTexts(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 0));
  let at = 0;
  texts.forEach((text, i) => {
    at = bytes.writeUInt32LE(sizes[i] as number, at);
    at += bytes.write(text, at);
  });
  return bytes;
}

function encodeFixed(
  { type, values }: Exclude<ColumnData, { type: 'VARCHAR' }>,
  rows: readonly number[],
): Buffer {
  if (type === 'BOOLEAN') return encodeBits(rows.length, (at) => values[rows[at] as number] !== 0);
  const width = values.BYTES_PER_ELEMENT;
  const all = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  if (rows.length === values.length) return all;
  const bytes = Buffer.allocUnsafe(rows.length * width);
  rows.forEach((row, at) => {
    all.copy(bytes, at * width, row * width, (row + 1) * width);
  });
  return bytes;
}

/** A bit for each row, in a run of bits or, where they are all the same, of their number. */
function encodePresence(isThere: (row: number) => boolean, present: number, rowCount: number): Buffer {
  const isSame = present === 0 || present === rowCount;
  const run = isSame
    ? Buffer.concat([varint(2 * rowCount), Buffer.of(present === 0 ? 0 : 1)])
    : Buffer.concat([varint(2 * Math.ceil(rowCount / 8) + 1), encodeBits(rowCount, isThere)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

function encodeBits(count: number, isSet: (at: number) => boolean): Buffer {
  const bits = Buffer.alloc(Math.ceil(count / 8));
  for (let at = 0; at < count; at++)
    if (isSet(at)) bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
  return bits;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.of(...bytes, rest);
}

function pageHeader(rowCount: number, plainSize: number, size: number): Buffer {
  const header = new ThriftWriter();
  header.root(() => {
    header.i32(1, DATA_PAGE);
    header.i32(2, plainSize);
    header.i32(3, size);
    header.struct(5, () => {
      header.i32(1, rowCount);
      header.i32(2, PLAIN);
      header.i32(3, RLE);
      header.i32(4, RLE);
    });
  });
  return header.bytes;
}

function footerOf(columns: readonly WideColumn[], chunks: readonly Chunk[], rowCount: number): Buffer {
  const footer = new ThriftWriter();
  const root = { name: 'schema', data: undefined };
  footer.root(() => {
    footer.i32(1, 1);
    footer.structs(2, [root, ...columns], ({ name, data }) => {
      const stored = data && STORED[data.type];
      if (stored) footer.i32(1, stored.physical);
      if (stored) footer.i32(3, OPTIONAL);
      footer.text(4, name);
      if (!stored) footer.i32(5, columns.length);
      const { converted, logical } = stored ?? {};
      if (converted !== undefined) footer.i32(6, converted);
      if (logical) footer.struct(10, () => logical(footer));
    });
    footer.i64(3, rowCount);
    footer.structs(4, chunks.length > 0 ? [chunks] : [], (group) => {
      footer.structs(1, group, (chunk) => describeChunk(footer, chunk, rowCount));
      footer.i64(
        2,
        group.reduce((sum, { plainSize }) => sum + plainSize, 0),
      );
      footer.i64(3, rowCount);
    });
  });
  return footer.bytes;
}

function describeChunk(footer: ThriftWriter, chunk: Chunk, rowCount: number): void {
  footer.i64(2, chunk.offset);
  footer.struct(3, () => {
    footer.i32(1, STORED[chunk.type].physical);
    footer.i32s(2, [PLAIN, RLE]);
    footer.texts(3, [chunk.name]);
    footer.i32(4, chunk.codec);
    footer.i64(5, rowCount);
    footer.i64(6, chunk.plainSize);
    footer.i64(7, chunk.size);
    footer.i64(9, chunk.offset);
  });
}

function inMicroseconds(footer: ThriftWriter, isInstant: boolean): void {
  footer.boolean(1, isInstant);
  footer.struct(2, () => footer.struct(2, () => {}));
}

/** Writes to a file in few calls. */
class BufferedOutput {
  size = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(private readonly file: FileHandle) {}

  async write(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.size += bytes.length;
    if (this.#waitingBytes >= BYTES_A_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.file.writeFile(bytes);
  }
}
