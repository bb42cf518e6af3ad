import { type CellGrid, Kind } from '../../../cell-grid.js';

const white = 'FFFFFF';

/** A cell with something in it, and how far it is merged. */
export interface Token {
  row: number;
  column: number;
  /** Its last row and column. */
  bottom: number;
  end: number;
  kind: Kind;
  text: string;
}

/** The filled cells of a sheet by row, each merged one once. */
export class SheetTokens {
  readonly #rows: Token[][] = [];
  /** Of merged cells over several rows. */
  readonly #tall: Token[] = [];

  constructor(readonly grid: CellGrid) {
    const merges = new Map(grid.merges.map((merge) => [`${merge.top} ${merge.left}`, merge]));
    for (let row = 0; row < grid.rowCount; row++) {
      const tokens: Token[] = [];
      for (let column = 0; column < grid.columnCount; column++) {
        const kind = grid.kind(row, column);
        if (kind === Kind.empty) continue;
        const { bottom = row, right = column } = merges.get(`${row} ${column}`) ?? {};
        const token = { row, column, bottom, end: right, kind, text: grid.text(row, column).trim() };
        tokens.push(token);
        if (bottom > row) this.#tall.push(token);
      }
      this.#rows.push(tokens);
    }
  }

  /** The cells that begin in a row, from left to right. */
  row(row: number): readonly Token[] {
    return this.#rows[row] ?? [];
  }

  /** Those and the ones merged down to it from a row above. */
  reaching(row: number): Token[] {
    const tall = this.#tall.filter((token) => token.row < row && token.bottom >= row);
    return [...this.row(row), ...tall].sort((a, b) => a.column - b.column);
  }

  /** Whether columns are between two others and have nothing in them from a row on. */
  areBlank(row: number, left: number, right: number, rows: number): boolean {
    if (left > right) return false;
    for (let at = row; at < row + rows; at++)
      if (this.reaching(at).some(({ column, end }) => end >= left && column <= right)) return false;
    return true;
  }

  isSetOff({ row, column }: Token): boolean {
    const { bold, fill } = this.grid.style(row, column);
    return bold || (fill !== null && fill !== white);
  }

  /** Whether two cells look alike, as labels do among themselves and values do. */
  looksLike(one: Token, other: Token): boolean {
    const [a, b] = [one, other].map(({ row, column }) => this.grid.style(row, column));
    return a?.bold === b?.bold && (a?.fill ?? white) === (b?.fill ?? white);
  }
}

/** Whether a cell holds a number, a date or a truth value. */
export const isFigure = ({ kind }: Token) => kind !== Kind.text;
