import { say } from '@workbook-data-service/contract/messages';
import { type CellRange, cellAddress, formatRange, isOnSheet } from '@workbook-data-service/sheets/addresses';
import { rangeProblem, sizeOf } from './cell-ranges.js';
import { problem } from './problems.js';

/** A row to write: an update where it has an id, else an insert. */
export interface RangeRow {
  rowId?: number;
  /** By column name; null clears a cell. */
  cells: Record<string, unknown>;
}

/** The cells that the values fill: the range itself, or the area they cover starting at its single cell. */
export function writtenRange(range: CellRange, values: readonly (readonly unknown[])[]): CellRange {
  const width = values[0]?.length ?? 0;
  if (width === 0) throw valuesProblem('/values', 'hold no cells');
  const uneven = values.findIndex((row) => row.length !== width);
  if (uneven !== -1)
    throw valuesProblem(
      `/values/${uneven}`,
      `must have ${width} ${width === 1 ? 'cell' : 'cells'} in each row, as in the first`,
    );
  const { rows, columns } = sizeOf(range);
  const isAnchor = rows === 1 && columns === 1;
  if (!isAnchor && (rows !== values.length || columns !== width)) {
    throw valuesProblem(
      '/values',
      `are ${values.length} x ${width} cells, but ${formatRange(range)} is ${rows} x ${columns}`,
    );
  }
  const { top, left } = range;
  const written = { top, left, bottom: top + values.length - 1, right: left + width - 1 };
  if (!isOnSheet(written)) throw rangeProblem('and its values reach beyond the sheet');
  return written;
}

/** The parts of a table that a range write needs. */
export interface WrittenTable {
  columns: readonly { name: string }[];
  rowCount: number;
  /** The row id of each row of the range, null for those below the last row. */
  rowIds: readonly (number | null)[];
}

/** The rows to write for values at a range from `writtenRange`; lazily, as there may be many. */
export function* rangeRows(
  written: CellRange,
  values: readonly (readonly unknown[])[],
  table: WrittenTable,
): Generator<RangeRow> {
  refuseOutside(written, table);
  const names = table.columns.slice(written.left, written.right + 1).map(({ name }) => name);
  for (const [i, row] of values.entries()) {
    const cells = Object.fromEntries(names.map((name, column) => [name, row[column] ?? null]));
    const rowId = table.rowIds[i] ?? null;
    yield rowId === null ? { cells } : { rowId, cells };
  }
}

function refuseOutside(written: CellRange, { columns, rowCount }: WrittenTable): void {
  if (written.top === 1) throw rangeProblem('includes row 1, the header row, which cannot be written');
  if (written.right >= columns.length) {
    const last = cellAddress(1, columns.length - 1).slice(0, -1);
    throw rangeProblem(`reaches beyond the last column of the table (${last})`);
  }
  // Row 1 is the header row, so row n + 2 is the first below n rows.
  const next = rowCount + 2;
  if (written.top > next) throw rangeProblem(`leaves rows empty: the next row to insert is row ${next}`);
}

function valuesProblem(path: string, message: string) {
  return problem('invalid-request', say('values-invalid', { why: message }), {
    fix: say('fix-values-invalid'),
    members: { errors: [{ path, message }] },
  });
}
