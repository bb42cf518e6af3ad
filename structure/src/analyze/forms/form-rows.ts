import { type CellGrid, Kind } from '../../cell-grid.js';
import { isMeasure } from '../../regions/header-evidence.js';

/** Nobody writes more fields beside each other. */
export const maxPairs = 3;
/** From the end of a label to its value. */
const farthestValue = 2;
/** Labels with a colon are longer seldom. */
const longestMarked = 40;

/** A cell, and the last column of its merged cell. */
interface Cell {
  column: number;
  end: number;
}

/** Where a label of a form and its value are. */
export interface Pair {
  label: number;
  value: number;
}

/** The rows of a sheet as those of a form. */
export class FormRows {
  readonly #grid: CellGrid;
  readonly #ends = new Map<number, number>();

  constructor(grid: CellGrid) {
    this.#grid = grid;
    for (const { top, left, right } of grid.merges)
      if (right > left) this.#ends.set(top * grid.columnCount + left, right);
  }

  /** The cells of a row that may be part of a form; a row of more cells than that counts as too many. */
  cells(row: number): Cell[] {
    const cells: Cell[] = [];
    if (row < 0 || row >= this.#grid.rowCount) return cells;
    const { columnCount } = this.#grid;
    for (let column = 0; column < columnCount && cells.length <= 2 * maxPairs; column++) {
      if (this.#grid.kind(row, column) === Kind.empty) continue;
      cells.push({ column, end: this.#ends.get(row * columnCount + column) ?? column });
    }
    return cells;
  }

  /** The labels of a row with their values, from left to right; undefined if something else is in it. */
  pairs(row: number): Pair[] | undefined {
    const cells = this.cells(row);
    return pairsOf(cells) ?? this.#markedPairs(row, cells);
  }

  /** The pairs of a first row; where it lacks values, as `Requested by | Ann | | Approved by` does, those of the row below. */
  firstPairs(row: number): Pair[] | undefined {
    const own = this.pairs(row);
    const below = own ? undefined : pairsOf(this.cells(row + 1));
    return own ?? (below && this.fillsSome(row, below) ? below : undefined);
  }

  /**
   * Whether a row has nothing but labels and values where the pairs have them: some label with its value, or all labels of
   * fields beside each other, or labels that end in a colon, as all without a value do where labels are marked so. Beside one of these,
   * a value may go on from the row above.
   */
  fillsSome(row: number, pairs: readonly Pair[], areMarked = false): boolean {
    const columns = new Set(this.cells(row).map(({ column }) => column));
    const filled = pairs.filter(({ label, value }) => columns.has(label) && columns.has(value)).length;
    const open = pairs.filter(({ label, value }) => columns.has(label) && !columns.has(value));
    const hasMark = ({ label }: Pair) => this.#isMarked(row, label);
    const areAllOpen = open.length > 1 && open.length === pairs.length;
    if (!areAllOpen && !(areMarked ? open.every(hasMark) : filled > 0)) return false;
    const further = areMarked && pairs.some(hasMark) ? pairs.filter((pair) => this.goesOn(row, pair)) : [];
    return filled + open.length > 0 && 2 * filled + open.length + further.length === columns.size;
  }

  /** Whether the labels of a row end in a colon. */
  areMarked(row: number, pairs: readonly Pair[]): boolean {
    return pairs.every(({ label }) => this.#isMarked(row, label));
  }

  /** Whether words without a colon are over a date or a number where labels are: the names of columns. */
  namesValues(row: number, pairs: readonly Pair[]): boolean {
    const isName = (column: number) =>
      this.#grid.kind(row, column) === Kind.text && !this.#isMarked(row, column);
    return pairs.every(
      ({ label, value }) => isName(label) && isName(value) && isMeasure(this.#grid, row + 1, label),
    );
  }

  /** Whether a row is a record rather than fields: `伸び | 12以上 | 11 | 不合格`. */
  hasNumberAsLabel(row: number, pairs: readonly Pair[]): boolean {
    return pairs.some(({ label }, at) => at > 0 && this.#grid.kind(row, label) === Kind.number);
  }

  /** Whether a row has nothing but words, above numbers in several columns: the names of these. */
  isOverNumbers(row: number): boolean {
    const kindIn = (one: number, { column }: Cell) => this.#grid.kind(one, column);
    const below = this.cells(row + 1).filter((cell) => kindIn(row + 1, cell) === Kind.number);
    return (
      below.length > 1 &&
      this.cells(row).every((cell) => kindIn(row, cell) === Kind.text) &&
      below.every((cell) => kindIn(row, cell) === Kind.text)
    );
  }

  /** Whether a row has a value without a label, right below another value: the second line of an address. */
  goesOn(row: number, { label, value }: Pair): boolean {
    const grid = this.#grid;
    const isBelow = row > 0 && grid.isEmpty(row, label) && !grid.isEmpty(row - 1, value);
    return isBelow && grid.kind(row, value) === Kind.text && !this.#isMarked(row, value);
  }

  /** Labels that end in a colon, the value of some right behind it: `Date: | 5 May | Contact:`. */
  #markedPairs(row: number, cells: readonly Cell[]): Pair[] | undefined {
    const [first] = cells;
    if (!first || cells.length > 2 * maxPairs || !this.#isMarked(row, first.column)) return undefined;
    const pairs: Pair[] = [];
    let filled = 0;
    for (let at = 0; at < cells.length; at++) {
      const [label, next] = [cells[at] as Cell, cells[at + 1]];
      if (!this.#isMarked(row, label.column)) return undefined;
      const isOpen = !next || this.#isMarked(row, next.column);
      if (next && next.column - label.end > farthestValue && !isOpen) return undefined;
      if (isOpen && next?.column === label.end + 1) return undefined;
      pairs.push({ label: label.column, value: isOpen ? label.end + 1 : next.column });
      if (isOpen) continue;
      filled++;
      at++;
    }
    return filled > 0 && pairs.length <= maxPairs ? pairs : undefined;
  }

  #isMarked(row: number, column: number): boolean {
    if (this.#grid.kind(row, column) !== Kind.text) return false;
    const text = this.#grid.text(row, column).trim();
    return text.length <= longestMarked && /[:：]$/.test(text);
  }
}

/** Two, four or six cells, each value right behind its label; a text apart from them may be at their left. */
function pairsOf(row: readonly Cell[]): Pair[] | undefined {
  const cells = isLed(row) ? row.slice(1) : row;
  if (cells.length === 0 || cells.length % 2 === 1 || cells.length > 2 * maxPairs) return undefined;
  const pairs: Pair[] = [];
  for (let at = 0; at < cells.length; at += 2) {
    const [label, value] = [cells[at] as Cell, cells[at + 1] as Cell];
    if (value.column - label.end > farthestValue) return undefined;
    pairs.push({ label: label.column, value: value.column });
  }
  return pairs;
}

export const isLed = ([first, second, ...others]: readonly Cell[]) =>
  others.length === 1 && (second?.column ?? 0) - (first?.end ?? 0) > 1;
