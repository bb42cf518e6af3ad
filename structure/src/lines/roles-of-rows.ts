import { type RegionSpec, rowsApart } from '../parse-spec.js';
import type { LineRole } from './line-role.js';

/** Rows that are no part of the table are as good as empty. */
export function rolesIn({ range, headerRows, rowRoles }: RegionSpec): LineRole[] {
  const roles = new Array<LineRole>(range.bottom + 1).fill('data');
  for (const row of headerRows) roles[row] = 'header';
  for (const row of rowRoles.group) roles[row] = 'group';
  for (const row of rowRoles.derived) roles[row] = 'derived';
  for (const row of rowsApart(rowRoles)) roles[row] = 'empty';
  return roles;
}
