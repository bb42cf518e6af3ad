import type { ReviewedColumn, ReviewedTable } from './reviewed-table.js';

/** Paths below the workbook. */
function tablePath({ name }: ReviewedTable): string {
  return `/tables/${encodeURIComponent(name)}`;
}

export function columnPath(table: ReviewedTable, { name }: ReviewedColumn): string {
  return `${tablePath(table)}/columns/${encodeURIComponent(name)}`;
}
