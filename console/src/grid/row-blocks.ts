import type { Span } from './geometry.js';
import type { GridRow, RowSource } from './types.js';

export const BLOCK_ROWS = 200;
/** About 20,000 rows are kept. */
const MAX_BLOCKS = 100;

interface Block {
  /** As they were read. */
  read: GridRow[];
  /** As they are shown. */
  rows: GridRow[];
  /** Shown until it has been read again. */
  isStale: boolean;
}

interface Reading {
  source: RowSource;
  aborting: AbortController;
}

/** The rows that have been read of a source, and the reading of those that are in view. */
export class RowBlocks {
  /** In the order of use, so that the first one is dropped first. */
  readonly #blocks = new Map<number, Block>();
  readonly #readings = new Map<number, Reading>();
  #failedAt: Span | undefined;

  constructor(
    private source: RowSource,
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  get rowCount(): number {
    return this.source.rowCount;
  }

  /** Whether the rows are others than before. */
  update(source: RowSource): boolean {
    if (source === this.source) return false;
    const isOther = source.key !== this.source.key;
    const isReadAlike = source.read === this.source.read && source.arrange !== this.source.arrange;
    this.source = source;
    this.#failedAt = undefined;
    if (isReadAlike) {
      for (const block of this.#blocks.values()) block.rows = this.#arranged(block.read);
      return false;
    }
    if (isOther) {
      this.#blocks.clear();
      this.stop();
    } else for (const block of this.#blocks.values()) block.isStale = true;
    return isOther;
  }

  row(index: number): GridRow | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK_ROWS))?.rows[index % BLOCK_ROWS];
  }

  /** Reads what is missing of the rows in view, and no longer what has left the view. */
  show({ first, end }: Span): void {
    if (end <= first || (this.#failedAt?.first === first && this.#failedAt.end === end)) return;
    const from = Math.floor(first / BLOCK_ROWS);
    const to = Math.floor((end - 1) / BLOCK_ROWS);
    for (const [index, { aborting }] of this.#readings) {
      if (index >= from - 1 && index <= to + 1) continue;
      aborting.abort();
      this.#readings.delete(index);
    }
    for (let index = from; index <= to; index++) this.#need(index, { first, end });
  }

  stop(): void {
    for (const { aborting } of this.#readings.values()) aborting.abort();
    this.#readings.clear();
  }

  #need(index: number, inView: Span): void {
    const block = this.#blocks.get(index);
    if (block) {
      this.#blocks.delete(index);
      this.#blocks.set(index, block);
    }
    const reading = this.#readings.get(index);
    if ((block && !block.isStale) || reading?.source === this.source) return;
    reading?.aborting.abort();
    const aborting = new AbortController();
    const first = index * BLOCK_ROWS;
    const end = Math.min(first + BLOCK_ROWS, this.source.rowCount);
    const rows = this.source.read(first, end, aborting.signal);
    if (Array.isArray(rows)) {
      this.#readings.delete(index);
      this.#keep(index, rows);
    } else void this.#await(index, rows, { source: this.source, aborting }, inView);
  }

  async #await(index: number, rows: Promise<GridRow[]>, reading: Reading, inView: Span): Promise<void> {
    this.#readings.set(index, reading);
    const isWanted = () => this.#readings.get(index) === reading;
    try {
      const read = await rows;
      if (!isWanted()) return;
      this.#keep(index, read);
    } catch (error) {
      if (!isWanted()) return;
      this.#failedAt = inView;
      this.onError(error);
    }
    this.#readings.delete(index);
    this.onChange();
  }

  #arranged(rows: GridRow[]): GridRow[] {
    return this.source.arrange ? rows.map(this.source.arrange) : rows;
  }

  #keep(index: number, rows: GridRow[]): void {
    this.#blocks.set(index, { read: rows, rows: this.#arranged(rows), isStale: false });
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      this.#blocks.delete(oldest);
    }
  }
}
