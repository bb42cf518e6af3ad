import { damaged } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';

/**
 * The current reading position, counted from 0; -1 before the first cell. Reused, since there are millions of
 * cells.
 */
export class CellPosition {
  row = -1;
  column = -1;

  /** Moves to the address that a cell gives. */
  goTo(bytes: Buffer, from: number, to: number): void {
    let at = from;
    let column = 0;
    for (; at < to; at++) {
      const letter = (bytes[at] as number) & 0xdf;
      if (letter < 0x41 || letter > 0x5a) break;
      column = column * 26 + letter - 0x40;
      if (column > gridLimits.columns) throw outside();
    }
    let row = 0;
    for (; at < to; at++) {
      const digit = (bytes[at] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      row = row * 10 + digit;
      if (row > gridLimits.rows) throw outside();
    }
    if (at < to || column === 0 || row === 0) {
      throw damaged('cell-address', { address: bytes.toString('latin1', from, Math.min(to, from + 40)) });
    }
    this.column = column - 1;
    this.row = row - 1;
  }
}

function outside() {
  return damaged('cell-outside-sheet');
}
