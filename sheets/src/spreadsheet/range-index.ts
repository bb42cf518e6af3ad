import type { CellRange } from '../grid/grid.js';
import { gridLimits } from '../grid/grid-limits.js';

const width = gridLimits.columns;

/**
 * Ranges of a sheet, each with an id, found by a cell that lies in them. Finding a range removes it, so the
 * work for any number of cells is bounded by the number of ranges, however large they are and however much
 * they overlap.
 */
export class RangeIndex {
  /** A segment tree over the columns: a range is in the few nodes that together span its columns. */
  readonly #nodes: (RowIntervals | undefined)[] = [];

  add({ top, bottom, left, right }: CellRange, id: number): void {
    for (let [low, high] = [left + width, right + width + 1]; low < high; low >>= 1, high >>= 1) {
      if (low & 1) this.#nodeAt(low++).add(top, bottom, id);
      if (high & 1) this.#nodeAt(--high).add(top, bottom, id);
    }
  }

  /** Removes the ranges around a cell and calls `found` with their ids; some may come twice. */
  take(row: number, column: number, found: (id: number) => void): void {
    for (let node = column + width; node > 0; node >>= 1) this.#nodes[node]?.take(row, found);
  }

  #nodeAt(position: number): RowIntervals {
    let node = this.#nodes[position];
    if (!node) {
      node = new RowIntervals();
      this.#nodes[position] = node;
    }
    return node;
  }
}

/** Intervals of rows: sorted by their first row, with a tree over their last rows. */
class RowIntervals {
  /** First row, last row and id, one after the other. */
  #added: number[] = [];
  #tops = new Int32Array(0);
  #ids = new Int32Array(0);
  /** Of the intervals below each node of a binary tree, the last row; -1 once all of them are taken. */
  #bottoms = new Int32Array(0);
  #leaves = 0;

  add(top: number, bottom: number, id: number): void {
    this.#added.push(top, bottom, id);
  }

  take(row: number, found: (id: number) => void): void {
    if (this.#added.length > 0) this.#build();
    this.#takeBelow(1, 0, this.#leaves, row, found);
  }

  #takeBelow(node: number, from: number, to: number, row: number, found: (id: number) => void): void {
    if (from >= this.#tops.length || (this.#tops[from] as number) > row) return;
    if ((this.#bottoms[node] as number) < row) return;
    if (to - from === 1) {
      this.#bottoms[node] = -1;
      found(this.#ids[from] as number);
      return;
    }
    const middle = (from + to) >> 1;
    this.#takeBelow(2 * node, from, middle, row, found);
    this.#takeBelow(2 * node + 1, middle, to, row, found);
    this.#bottoms[node] = Math.max(this.#bottoms[2 * node] as number, this.#bottoms[2 * node + 1] as number);
  }

  /** All intervals are added before the first is taken. */
  #build(): void {
    const added = Int32Array.from(this.#added);
    this.#added = [];
    const count = added.length / 3;
    const order = Uint32Array.from({ length: count }, (_, i) => 3 * i);
    const isInOrder = order.every((at, i) => i === 0 || (added[at - 3] as number) <= (added[at] as number));
    if (!isInOrder) order.sort((one, other) => (added[one] as number) - (added[other] as number));
    this.#leaves = 2 ** Math.ceil(Math.log2(count));
    this.#tops = Int32Array.from(order, (at) => added[at] as number);
    this.#ids = Int32Array.from(order, (at) => added[at + 2] as number);
    this.#bottoms = new Int32Array(2 * this.#leaves).fill(-1);
    for (const [i, at] of order.entries()) this.#bottoms[this.#leaves + i] = added[at + 1] as number;
    for (let node = this.#leaves - 1; node > 0; node--) {
      this.#bottoms[node] = Math.max(
        this.#bottoms[2 * node] as number,
        this.#bottoms[2 * node + 1] as number,
      );
    }
  }
}
