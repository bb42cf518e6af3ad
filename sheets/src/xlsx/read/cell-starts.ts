import { gridLimits } from '../../grid/grid-limits.js';
import { KnownMarkup } from '../xml/known-markup.js';
import { MOST_DIGITS, type RowTags } from './row-tags.js';

const [SPACE, QUOTE, SLASH, EQUALS] = [0x20, 0x22, 0x2f, 0x3d];
const [LESS_THAN, GREATER_THAN] = [0x3c, 0x3e];
const [LOWER_C, LOWER_N, LOWER_R, LOWER_S, LOWER_T, LOWER_V] = [0x63, 0x6e, 0x72, 0x73, 0x74, 0x76];
const [ZERO, NINE, UPPER_A, UPPER_Z] = [0x30, 0x39, 0x41, 0x5a];
const MAX_STYLE = 0xffff;

/** The markup of a cell in front of its value, as it was written last in one column. */
class CellStart {
  readonly column: number;
  style = 0;
  /** Whether the value is the number of a shared text. */
  isShared = false;
  /** Whether there is no value: the markup is the whole cell. */
  isEmpty = false;
  /** Up to the letters of the column. */
  readonly head = new KnownMarkup();
  /** From behind the number of the row. */
  readonly rest = new KnownMarkup();

  constructor(column: number) {
    this.column = column;
  }
}

/**
 * Reads what is in front of the values of cells, `<c r="B7" s="3" t="s"><v>`. Most of them are written as in the row
 * above but for the number of the row: these are recognised without being parsed again.
 */
export class CellStarts {
  /** The cell that was passed last. */
  cell = new CellStart(0);
  readonly #columns: (CellStart | undefined)[] = [];
  readonly #row: RowTags;

  constructor(row: RowTags) {
    this.#row = row;
  }

  /** Passes one like the last in its column, which is the one expected next; returns where it ends, else -1. */
  passKnown(view: DataView, at: number, column: number): number {
    const cell = this.#columns[column];
    if (cell === undefined || !cell.head.isAt(view, at)) return -1;
    const numberEnd = this.#row.passNumber(view, at + cell.head.length);
    if (numberEnd < 0 || !cell.rest.isAt(view, numberEnd)) return -1;
    this.cell = cell;
    return numberEnd + cell.rest.length;
  }

  /** Parses any other, and moves to its row; -1 if it is written in another way. */
  pass(bytes: Buffer, view: DataView, start: number): number {
    if (bytes[start] !== LESS_THAN || bytes[start + 1] !== LOWER_C) return -1;
    let at = start + 2;
    let column = 0;
    let lettersEnd = 0;
    let row = 0;
    let digitsEnd = 0;
    let style = 0;
    let isShared = false;
    while (bytes[at] === SPACE) {
      const name = bytes[at + 1];
      if (bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE) return -1;
      at += 4;
      let byte = bytes[at] as number;
      if (name === LOWER_R) {
        column = 0;
        for (; byte >= UPPER_A && byte <= UPPER_Z; byte = bytes[++at] as number) {
          column = column * 26 + byte - UPPER_A + 1;
          if (column > gridLimits.columns) return -1;
        }
        lettersEnd = at;
        row = 0;
        for (; byte >= ZERO && byte <= NINE; byte = bytes[++at] as number) {
          row = row * 10 + byte - ZERO;
          if (row > gridLimits.rows) return -1;
        }
        digitsEnd = at;
      } else if (name === LOWER_S) {
        style = 0;
        for (; byte >= ZERO && byte <= NINE; byte = bytes[++at] as number) {
          style = style * 10 + byte - ZERO;
          if (style > MAX_STYLE) return -1;
        }
      } else if (name === LOWER_T && (byte === LOWER_S || byte === LOWER_N)) {
        isShared = byte === LOWER_S;
        at++;
      } else {
        return -1;
      }
      if (bytes[at] !== QUOTE) return -1;
      at++;
    }
    if (row === 0 || column === 0 || digitsEnd - lettersEnd > MOST_DIGITS) return -1;
    const isEmpty = bytes[at] === SLASH && bytes[at + 1] === GREATER_THAN;
    if (!isEmpty && !startsValue(bytes, at)) return -1;
    at += isEmpty ? 2 : 4;
    this.#row.moveTo(view, lettersEnd, digitsEnd, row);
    this.cell = this.#startIn(column - 1);
    this.cell.style = style;
    this.cell.isShared = isShared;
    this.cell.isEmpty = isEmpty;
    this.cell.head.learn(view, start, lettersEnd);
    this.cell.rest.learn(view, digitsEnd, at);
    return at;
  }

  #startIn(column: number): CellStart {
    let start = this.#columns[column];
    if (start === undefined) {
      start = new CellStart(column);
      this.#columns[column] = start;
    }
    return start;
  }
}

/** Whether the tag of the cell ends here and `<v>` follows. */
function startsValue(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === GREATER_THAN &&
    bytes[at + 1] === LESS_THAN &&
    bytes[at + 2] === LOWER_V &&
    bytes[at + 3] === GREATER_THAN
  );
}
