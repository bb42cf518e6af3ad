import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type CellRange, cellAddress, formatRange, isOnSheet } from '@workbook-data-service/sheets/addresses';
import { rangeProblem, sizeOf } from './cell-ranges.js';
import { fieldError, problem } from './problems.js';

/** A row to write: an update where it has an id, else an insert. */
interface RangeRow {
  rowId?: number;
  /** By column name; null clears a cell. */
  cells: Record<string, unknown>;
}

/** The cells that the values fill: the range itself, or the area they cover starting at its single cell. */
export function writtenRange(range: CellRange, values: readonly (readonly unknown[])[]): CellRange {
  const width = values[0]?.length ?? 0;
  if (width === 0) throw valuesProblem('/values', say('values-empty'));
  const uneven = values.findIndex((row) => row.length !== width);
  if (uneven !== -1) throw valuesProblem(`/values/${uneven}`, say('values-uneven', { width }));
  const { rows, columns } = sizeOf(range);
  const isAnchor = rows === 1 && columns === 1;
  if (!isAnchor && (rows !== values.length || columns !== width)) {
    const filled = { range: formatRange(range), high: rows, wide: columns };
    throw valuesProblem('/values', say('values-size', { rows: values.length, columns: width, ...filled }));
  }
  const { top, left } = range;
  const written = { top, left, bottom: top + values.length - 1, right: left + width - 1 };
  if (!isOnSheet(written)) throw rangeProblem(say('range-values-beyond-sheet'));
  return written;
}

/** The parts of a table that a range write needs. */
interface WrittenTable {
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
  if (written.top === 1) throw rangeProblem(say('range-header-row'));
  if (written.right >= columns.length) {
    const last = cellAddress(1, columns.length - 1).slice(0, -1);
    throw rangeProblem(say('range-beyond-columns', { last }));
  }
  // Row 1 is the header row, so row n + 2 is the first below n rows.
  const next = rowCount + 2;
  if (written.top > next) throw rangeProblem(say('range-leaves-rows', { next }));
}

function valuesProblem(path: string, fault: Message) {
  return problem('invalid-request', say('values-invalid', whyOf(fault)), {
    fix: say('fix-values-invalid'),
    members: { errors: [fieldError(path, fault)] },
  });
}
