import { sayOfReading } from '../reading-messages.js';
import { share } from './column-profile.js';
import type { Hypothesis } from './plan.js';
import { isBlank, type Table, type TableCell, type TableSample } from './table.js';

/** Fewer blanks are unknown values; beside labels of groups, more of them are. */
const minBlank = 0.05;
const minBlankWithin = 0.15;

type Fill = Hypothesis & { step: { operator: 'ffill'; last: number } };

export function proposeFfill(table: TableSample): Fill[] {
  const last = lastGroupColumn(table);
  if (last < 0 || last >= table.header.length - 1) return [];
  const isOpen = (row: readonly TableCell[]) => isBlank(row[0]);
  const open = table.rows.filter(isOpen);
  const labelled = table.rows.filter((row) => !isOpen(row));
  const fillOf = (rows: TableSample['rows']) =>
    share(
      rows.flatMap((row) => row.slice(last + 1)),
      (cell) => !isBlank(cell),
    );
  // A label without data beside it is a heading and not the first row of its group.
  const besides = share(labelled, (row) => row.slice(last + 1).some((cell) => !isBlank(cell)));
  const groups = table.rows.filter((row, at) => !isOpen(row) && isOpen(table.rows[at + 1] ?? row)).length;
  const alikeFill = 1 - Math.abs(fillOf(open) - fillOf(labelled));
  return [
    {
      step: { operator: 'ffill', last },
      confidence: (0.5 + 0.2 * alikeFill + (groups > 1 ? 0.25 : 0)) * besides,
      explain: (nameOf) =>
        sayOfReading('offer-fill', { first: nameOf(0), last: nameOf(last), rows: open.length, groups }),
    },
  ];
}

/** Groups may nest: a column goes with those before it if it has a label wherever they have one, and blanks below. */
function lastGroupColumn(table: TableSample): number {
  let last = -1;
  for (let column = 0; column < table.header.length; column++) {
    const cells = table.rows.map((row) => row[column]);
    const blanks = share(cells, isBlank);
    if (isBlank(cells[0]) || blanks < (column === 0 ? minBlank : minBlankWithin) || blanks === 1) break;
    const nested = table.rows.every(
      (row) => column === 0 || isBlank(row[column - 1]) || !isBlank(row[column]),
    );
    if (!nested) break;
    last = column;
  }
  return last;
}

export function applyFfill(table: Table, { last }: { last: number }): Table {
  const labelRows = Array.from({ length: last + 1 }, (_, column) => rowsOfLabels(table, column));
  return {
    header: table.header,
    rowCount: table.rowCount,
    cell: (row, column) => table.cell(labelRows[column]?.[row] ?? row, column),
  };
}

/** For every row the nearest one, from it upwards, with a label in the column. */
function rowsOfLabels(table: Table, column: number): Int32Array {
  const rows = new Int32Array(table.rowCount);
  for (let row = 0; row < table.rowCount; row++)
    rows[row] = row > 0 && isBlank(table.cell(row, column)) ? (rows[row - 1] ?? row) : row;
  return rows;
}
