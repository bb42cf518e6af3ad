import type { Scalar } from './formula-values.js';
import type { CellBlock } from './function-kinds.js';

/** More cells are searched from the start each time, so that memory is bounded. */
const maxCells = 500_000;

/**
 * Where a value is among some cells: a sheet may have a lookup in every row, and each would search the same
 * cells again. Cells are read in their order and only as far as needed, since reading one may fail.
 */
export class CellsByValue {
  readonly length: number;
  readonly #keyAt: (position: number) => Scalar;
  readonly #positions = new Map<Scalar, number[]>();
  #read = 0;

  constructor(length: number, keyAt: (position: number) => Scalar) {
    this.length = length;
    this.#keyAt = keyAt;
  }

  first(key: Scalar): number | undefined {
    while (this.#read < this.length && !this.#positions.has(key)) this.#readNext();
    return this.#positions.get(key)?.[0];
  }

  all(key: Scalar): readonly number[] {
    while (this.#read < this.length) this.#readNext();
    return this.#positions.get(key) ?? [];
  }

  #readNext(): void {
    const position = this.#read;
    const key = this.#keyAt(position);
    // A formula in this cell may have searched the same cells.
    if (this.#read !== position) return;
    this.#read += 1;
    const known = this.#positions.get(key);
    if (known) known.push(position);
    else this.#positions.set(key, [position]);
  }
}

/**
 * Remembers for each range what `create` makes of it. Undefined for the first search of a range, which may be
 * the only one (as in a running count, where every row has its own), and where there are too many cells.
 */
export function rememberedByBlock(
  create: (block: CellBlock) => CellsByValue,
): (block: CellBlock) => CellsByValue | undefined {
  const searched = new WeakMap<CellBlock, CellsByValue>();
  return (block) => {
    const cells = searched.get(block);
    if (!cells) searched.set(block, create(block));
    return cells && cells.length <= maxCells ? cells : undefined;
  };
}
