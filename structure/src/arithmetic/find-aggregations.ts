import type { CellGrid } from '../cell-grid.js';
import type { Aggregation } from './aggregation.js';
import type { Finding } from './evidence.js';
import { findPatterns } from './find-patterns.js';
import { NumberTable } from './number-table.js';
import { partsAsWritten } from './parts-as-written.js';

const mostSteps = 700_000;

/** The cells of a grid whose numbers are computed from others in their row or column. */
export function findAggregations(grid: CellGrid): Aggregation[] {
  const across = new NumberTable(grid, 'across');
  const down = new NumberTable(grid, 'down');
  // Ratios found in one direction are excluded from the totals of the other.
  let sideways = findPatterns(across, { ratioRecords: new Set(), sumsOnly: false, mostSteps });
  const downwards = findPatterns(down, { ratioRecords: ratioFields(sideways), sumsOnly: false, mostSteps });
  const ratioRows = ratioFields(downwards);
  if (ratioRows.size > 0)
    sideways = findPatterns(across, { ratioRecords: ratioRows, sumsOnly: false, mostSteps });
  return [
    ...sideways.flatMap((finding) => toAggregations(across, finding)),
    ...downwards.flatMap((finding) => toAggregations(down, finding)),
  ];
}

function ratioFields(findings: readonly Finding[]): Set<number> {
  return new Set(
    findings
      .filter(({ pattern }) => pattern.operator === 'Division' || pattern.operator === 'RelativeChange')
      .map(({ pattern }) => pattern.target),
  );
}

function toAggregations(table: NumberTable, finding: Finding): Aggregation[] {
  const parts = partsAsWritten(table, finding);
  return finding.records.map((record) => ({
    operator: finding.pattern.operator,
    aggregator: table.cell(record, finding.pattern.target),
    aggregatees: parts.map((part) => table.cell(record, part)),
  }));
}
