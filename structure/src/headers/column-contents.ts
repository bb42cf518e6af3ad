import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import { isMissingMark } from '../values/read-number.js';
import { isFootnoteMark } from './header-marks.js';

/** Rows that show what a column contains. */
const rowsLookedAt = 200;

type Content = 'numbers' | 'texts' | 'marks' | undefined;

/** What the columns below a header contain: mostly numbers, mostly texts, or nothing but footnote marks. */
export class ColumnContents {
  readonly #cells: SheetCells;
  readonly #body: CellRange;
  readonly #known = new Map<number, Content>();

  constructor(cells: SheetCells, body: CellRange) {
    this.#cells = cells;
    this.#body = body;
  }

  of(column: number): Content {
    if (!this.#known.has(column)) this.#known.set(column, this.#look(column));
    return this.#known.get(column);
  }

  #look(column: number): Content {
    const bottom = Math.min(this.#body.bottom, this.#body.top + rowsLookedAt);
    let [numbers, texts, marks] = [0, 0, 0];
    for (let row = this.#body.top; row <= bottom; row++) {
      if (this.#cells.isBlank(row, column)) continue;
      const text = this.#cells.text(row, column);
      // One leading zero shows that all are codes.
      if (/^0\d/.test(text)) return 'texts';
      if (isFootnoteMark(text)) marks++;
      else if (isMissingMark(text)) continue;
      else if (this.#cells.isNumber(row, column)) numbers++;
      else texts++;
    }
    if (marks > 0 && numbers + texts === 0) return 'marks';
    if (numbers === texts) return undefined;
    return numbers > texts ? 'numbers' : 'texts';
  }
}
