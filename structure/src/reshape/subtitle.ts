import { sayOfReading } from '../reading-messages.js';
import { share } from './column-profile.js';
import type { Hypothesis } from './plan.js';
import {
  blankCell,
  isBlank,
  namedCell,
  rowOf,
  type Table,
  type TableCell,
  type TableSample,
} from './table.js';

export function proposeSubtitle(table: TableSample): Hypothesis[] {
  const column = subtitleColumn(table);
  const rows = table.rows.flatMap((row, at) => (standsAlone(row, column) ? [at] : []));
  const others = table.rows.length - rows.length;
  if (table.header.length < 2 || rows.length === 0 || others < rows.length) return [];
  const leads = rows[0] === 0;
  const followed = share(
    rows,
    (row) => row + 1 < table.rows.length && !standsAlone(table.rows[row + 1] ?? [], column),
  );
  const repeated = Math.min(1, (rows.length - 1) / 2);
  return [
    {
      step: { operator: 'subtitle', column },
      confidence: 0.3 + (leads ? 0.3 : 0.1) + 0.2 * followed + 0.15 * repeated,
      explain: (nameOf) =>
        sayOfReading('offer-subtitle', { column: nameOf(column), rows: rows.length, leads }),
    },
  ];
}

/** The column of lone labels: the leftmost that has any. */
function subtitleColumn(table: TableSample): number {
  let leftmost = table.header.length;
  for (const row of table.rows) {
    const column = row.findIndex((cell) => !isBlank(cell));
    if (column >= 0 && column < leftmost && standsAlone(row, column)) leftmost = column;
  }
  return leftmost;
}

const standsAlone = (row: readonly TableCell[], column: number) =>
  row.every((cell, at) => isBlank(cell) === (at !== column));

/** The rows of a table with nothing but a label in the column. */
export function labelRows(table: Table, column: number): number[] {
  return Array.from({ length: table.rowCount }, (_, row) => row).filter((row) =>
    standsAlone(rowOf(table, row), column),
  );
}

/** Puts the label before the rows below it; a column that contained only labels is left out. */
export function applySubtitle(table: Table, { column: labelColumn }: { column: number }): Table {
  const alone = new Set(labelRows(table, labelColumn));
  const rows: number[] = [];
  const labels: number[] = [];
  let label = -1;
  let labelColumnHoldsMore = false;
  for (let row = 0; row < table.rowCount; row++) {
    if (alone.has(row)) {
      label = row;
      continue;
    }
    rows.push(row);
    labels.push(label);
    labelColumnHoldsMore ||= !isBlank(table.cell(row, labelColumn));
  }
  const columns = table.header
    .map((_, column) => column)
    .filter((column) => column !== labelColumn || labelColumnHoldsMore);
  return {
    header: [namedCell('subtitle'), ...columns.map((column) => table.header[column] ?? blankCell)],
    rowCount: rows.length,
    cell: (row, column) => {
      const source = column === 0 ? labels[row] : rows[row];
      const sourceColumn = column === 0 ? labelColumn : columns[column - 1];
      return source === undefined || source < 0 || sourceColumn === undefined
        ? blankCell
        : table.cell(source, sourceColumn);
    },
  };
}
