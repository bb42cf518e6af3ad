import { cellAddress } from '@workbook-data-service/sheets/addresses';
import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import type { CellReadings } from './returned-table.js';

const MAX_NAMED = 10;

/** The cells of a column that were read in another way than they are written. */
export class ColumnReadings {
  readonly #cells: CellReadings['cells'] = [];
  #count = 0;

  constructor(
    private readonly column: string,
    private readonly type: ColumnType,
    /** Of the sheet, counted from 0, as rows are. */
    private readonly index: number,
  ) {}

  add(row: number, text: string, value: CellValue): void {
    this.#count += 1;
    if (this.#cells.length < MAX_NAMED)
      this.#cells.push({ cell: cellAddress(row + 1, this.index), text, value });
  }

  list(): CellReadings | undefined {
    const { column, type } = this;
    return this.#count === 0 ? undefined : { column, type, count: this.#count, cells: this.#cells };
  }
}
