import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { TextCells } from '@workbook-data-service/sheets/xlsx';
import { type RowRange, vectorMemory } from './vector-memory.js';

/** Of the engine's `duckdb_string_t`: its length, and the text itself if it is short, else where it is. */
const ITEM_BYTES = 16;
const LONGEST_INLINE = 12;
const [TEXT_AT, POINTER_AT] = [4, 8];
const WORD = 2 ** 32;
/**
 * Texts that begin this close to each other are copied together with what lies between them, which takes less time than
 * a call for each. It is less than a page of memory, so that nothing between them is out of reach.
 */
const NEAR = 512;

/** Texts that lie near each other in the engine's memory. */
interface Run {
  start: number;
  /** Where the last of them begins, and where the longest reach of any ends. */
  last: number;
  end: number;
  /** Where the copy of the run begins. */
  copiedTo: number;
}

/**
 * The texts of some rows of a column, copied out of the engine's memory as they are: a call for each takes 2 µs, many
 * times what is done with it.
 */
export function readTexts(chunk: DuckDBDataChunk, column: number, rows: RowRange): TextCells {
  const { items, isNull } = vectorMemory(chunk, column, rows, ITEM_BYTES);
  const lengths = new Int32Array(rows.count);
  const starts = new Int32Array(rows.count);
  const addresses = new Float64Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    lengths[row] = isNull(row) ? -1 : items.getUint32(row * ITEM_BYTES, true);
    if ((lengths[row] as number) <= LONGEST_INLINE) starts[row] = row * ITEM_BYTES + TEXT_AT;
    else addresses[row] = addressIn(items, row * ITEM_BYTES + POINTER_AT);
  }
  const runs = runsOf(addresses, lengths);
  let size = items.byteLength;
  for (const run of runs) {
    run.copiedTo = size;
    size += run.end - run.start;
  }
  eachLong(runs, addresses, lengths, (row, { start, copiedTo }) => {
    starts[row] = copiedTo + (addresses[row] as number) - start;
  });
  const own = new Uint8Array(items.buffer, items.byteOffset, items.byteLength);
  const { buffer, byteOffset } = Buffer.concat([own, ...runs.map(copyOf)]);
  return { utf8: new DataView(buffer, byteOffset, size), starts, lengths };
}

function runsOf(addresses: Float64Array, lengths: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const address of addresses.toSorted()) {
    // The others are 0: their texts are not elsewhere.
    if (address === 0) continue;
    const run = runs.at(-1);
    if (run && address - run.last <= NEAR) run.last = address;
    else runs.push({ start: address, last: address, end: address, copiedTo: 0 });
  }
  eachLong(runs, addresses, lengths, (row, run) => {
    run.end = Math.max(run.end, (addresses[row] as number) + (lengths[row] as number));
  });
  return runs;
}

/** Each text that is elsewhere, with its run; neighbouring rows are mostly of one. */
function eachLong(
  runs: readonly Run[],
  addresses: Float64Array,
  lengths: Int32Array,
  visit: (row: number, run: Run) => void,
): void {
  let run = runs[0];
  for (let row = 0; row < addresses.length; row++) {
    if ((lengths[row] as number) <= LONGEST_INLINE || !run) continue;
    const address = addresses[row] as number;
    if (address < run.start || address > run.last) run = runWith(runs, address);
    visit(row, run);
  }
}

function runWith(runs: readonly Run[], address: number): Run {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle] as Run).start <= address) low = middle;
    else high = middle - 1;
  }
  return runs[low] as Run;
}

function copyOf({ start, end }: Run): Uint8Array {
  const pointer = new DataView(new ArrayBuffer(8));
  pointer.setUint32(0, start % WORD, true);
  pointer.setUint32(4, start / WORD, true);
  return duckdb.get_data_from_pointer(pointer.buffer, 0, end - start);
}

/** Addresses have 48 bits. */
function addressIn(items: DataView, at: number): number {
  return items.getUint32(at, true) + items.getUint32(at + 4, true) * WORD;
}
