import type { LineEvidence } from '../../lines/classify-lines.js';
import type { ScoredRole } from '../../lines/line-role.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { RoleOfRow } from '../../reading-sentences.js';
import type { Checked } from './doubt.js';

/** What a row is taken for where this is less likely. */
const unlikely = 0.25;
const doubtful = 0.6;

type RoleInTable = RoleOfRow & ScoredRole;

/** Where the lines of a sheet speak against what the rows of a table were taken for. */
export function lineDoubts(
  region: RegionSpec,
  body: readonly number[],
  evidence: LineEvidence | undefined,
): Checked {
  if (!evidence) return [];
  const headings = new Set(Object.values(region.rowParents ?? {}));
  // What heads other rows may be a heading, a record or a total as well.
  const rolesOf = (row: number, role: RoleInTable): RoleInTable[] =>
    headings.has(row) ? ['group', 'data', 'derived'] : [role];
  const taken = rolesIn(region, body);
  const computed = new Set(region.rowRoles.derived);
  // Sales are the sum of costs and profit too, but the profit is what was computed.
  const isSum = (row: number, at: number) => {
    const parts = body.slice(at + 1, at + 1 + evidence.summedBelow(row));
    return parts.length > 1 && ![row, ...parts].some((one) => computed.has(one)) && !headings.has(row);
  };
  const sum = body.find(isSum);
  const [least] = taken
    .map(({ row, role }) => ({
      row,
      role,
      share: Math.max(...rolesOf(row, role).map((one) => evidence.share(row, one) ?? 1)),
    }))
    .sort((a, b) => a.share - b.share);
  if (!least) return [];
  const { row, role, share } = least;
  return [
    ['unlikely_row', share < unlikely, { row: row + 1, role }, row],
    ['doubtful_row', unlikely <= share && share < doubtful, { row: row + 1, role }, row],
    ['sum_among_rows', sum !== undefined, { row: (sum ?? 0) + 1 }, sum],
  ];
}

function rolesIn({ headerRows, rowRoles, range }: RegionSpec, body: readonly number[]) {
  const computed = new Set(rowRoles.derived);
  const taken = (row: number, role: RoleInTable) => ({ row, role });
  return [
    ...headerRows.filter((row) => row >= range.top).map((row) => taken(row, 'header')),
    ...rowRoles.group.map((row) => taken(row, 'group')),
    ...body.map((row) => taken(row, computed.has(row) ? 'derived' : 'data')),
  ];
}
