import type { XlsxBatch } from './workbook-content.js';

/** Hands out batches row by row, so that a sheet may end in the middle of one. */
export class RowSource {
  readonly #batches: AsyncIterator<XlsxBatch>;
  #batch: XlsxBatch | undefined;
  /** The next row of the batch that `peek` returns. */
  next = 0;

  constructor(batches: AsyncIterable<XlsxBatch>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The batch that the next row comes from; undefined after the last. */
  async peek(): Promise<XlsxBatch | undefined> {
    while (!this.#batch || this.next >= this.#batch.rowCount) {
      const { done, value } = await this.#batches.next();
      if (done) return undefined;
      this.#batch = value;
      this.next = 0;
    }
    return this.#batch;
  }

  /** Lets go of what is left. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
