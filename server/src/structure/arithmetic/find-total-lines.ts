import type { CellRange } from '../../grid/grid.js';
import type { CellGrid } from '../cell-grid.js';
import type { Finding } from './evidence.js';
import { findPatterns } from './find-patterns.js';
import { NumberTable } from './number-table.js';

/** A row (or column) that sums others, some of which may be totals themselves. */
export interface TotalLine {
  line: number;
  parts: number[];
  /** The columns (or rows) in which it does. */
  across: number[];
  /** In bits beyond coincidence. */
  confidence: number;
}

/** Finds totals both above and below their parts. */
export function findTotalRows(grid: CellGrid, range: CellRange): TotalLine[] {
  const table = new NumberTable(grid, 'down', range);
  return findTotals(table).map((finding) => toLine(finding, range.top, range.left));
}

export function findTotalColumns(grid: CellGrid, range: CellRange): TotalLine[] {
  const table = new NumberTable(grid, 'across', range);
  return findTotals(table).map((finding) => toLine(finding, range.left, range.top));
}

function findTotals(table: NumberTable): Finding[] {
  const found = findPatterns(table, { ratioRecords: new Set(), sumsOnly: true });
  return found.filter(({ pattern }) => pattern.operator === 'Sum');
}

function toLine({ pattern, records, score }: Finding, firstLine: number, firstAcross: number): TotalLine {
  return {
    line: firstLine + pattern.target,
    parts: pattern.parts.map((part) => firstLine + part),
    across: records.map((record) => firstAcross + record),
    confidence: score,
  };
}
