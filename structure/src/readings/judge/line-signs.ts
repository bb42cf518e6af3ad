import type { CellGrid } from '../../cell-grid.js';
import { evidenceOfLines, type LineEvidence } from '../../lines/classify-lines.js';
import type { ScoredRole } from '../../lines/line-role.js';
import type { RegionSpec } from '../../parse-spec.js';

/** What the model of lines says about the rows of a sheet. */
export type LineSupport = (row: number, role: ScoredRole) => number | undefined;

export function lineSupport(grid: CellGrid): LineSupport {
  const evidence: LineEvidence = evidenceOfLines(grid);
  return (row, role) => evidence.share(row, role);
}

const maxRows = 400;
/** The model is never surer than this that a row is not what it is taken for. */
const leastShare = 0.01;

/** How unlikely the roles are that a reading gives to the rows of the sheet, on average and at worst. */
export function lineSigns(lines: LineSupport, regions: readonly RegionSpec[]) {
  const costs: number[] = [];
  for (const region of regions) {
    const { top, bottom } = region.range;
    const rows = new Set([...region.headerRows]);
    for (let row = top; row <= Math.min(bottom, top + maxRows); row++) rows.add(row);
    for (const row of rows) {
      const share = lines(row, roleIn(region, row));
      if (share !== undefined) costs.push(-Math.log(Math.max(leastShare, share)) / -Math.log(leastShare));
    }
  }
  if (costs.length === 0) return { unlikely_lines: 0, least_likely_line: 0 };
  return {
    unlikely_lines: costs.reduce((sum, cost) => sum + cost, 0) / costs.length,
    least_likely_line: Math.max(...costs),
  };
}

function roleIn({ kind, headerRows, rowRoles, layout }: RegionSpec, row: number): ScoredRole {
  if (kind === 'title') return 'metadata';
  if (kind === 'note') return 'notes';
  if (layout === 'form') return 'data';
  if (headerRows.includes(row)) return 'header';
  if (rowRoles.group.includes(row)) return 'group';
  return rowRoles.derived.includes(row) ? 'derived' : 'data';
}
