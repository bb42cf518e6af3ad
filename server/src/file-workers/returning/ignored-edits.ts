import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Dialect } from '@workbook-data-service/sheets';
import { cellAddress } from '@workbook-data-service/sheets/addresses';
import type { ColumnData } from '@workbook-data-service/sheets/columns';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import type { BaseColumn } from '../../core/base-column.js';
import { castCells } from './cast-cells.js';
import { warnOfPlaces } from './named-places.js';

/** What stands in columns that are not merged; whether somebody typed it there is known by what the export had. */
export class IgnoredEdits {
  /** The addresses of cells that no export could have had. */
  readonly #unreadable: string[] = [];

  constructor(
    private readonly sheet: Sheet,
    private readonly rows: Uint32Array,
    private readonly dialect: Dialect | null,
  ) {}

  read({ type, guarded }: BaseColumn, index: number): ColumnData {
    const cells = new ColumnReader(this.sheet, this.sheet.columns[index] ?? null);
    const cast = { type, guarded, withoutFormulas: true };
    return castCells(cells, this.rows, cast, this.dialect, {
      refused: (row) => this.#unreadable.push(cellAddress(row + 1, index)),
    });
  }

  warnings(): Message[] {
    return warnOfPlaces('warn-typed-over', this.sheet.name, this.#unreadable);
  }
}
