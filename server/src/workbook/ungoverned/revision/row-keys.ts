import type { ColumnType } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import type { MergedColumn } from './plan-columns.js';
import { type ThreeStates, threeStates } from './three-states.js';

/** The ids of columns whose values may identify the rows of a table. */
export type RowKey = readonly string[];

const MAX_SINGLE_KEYS = 6;
const MAX_KEY_COLUMNS = 3;

/** Measures are unique only by chance. */
const isKeyType = (type: ColumnType) =>
  !['DOUBLE', 'BOOLEAN', 'JSON'].includes(type) && !type.startsWith('DECIMAL');

/**
 * The leading columns that the previous file also had, each alone and then the first few together. Not all columns
 * together: without a key, whole rows are compared, and a changed row is found by its place.
 */
export function keyCandidates(columns: readonly MergedColumn[]): RowKey[] {
  const known = columns.filter(({ base, incoming }) => base && incoming);
  const singles = known.filter(({ type }) => isKeyType(type)).slice(0, MAX_SINGLE_KEYS);
  const leading = known.slice(0, Math.min(MAX_KEY_COLUMNS, known.length - 1)).map(({ id }) => id);
  const together = leading.slice(1).map((_, i) => leading.slice(0, i + 2));
  return [...singles.map(({ id }) => [id]), ...together];
}

export interface KeyFinding {
  candidate: number;
  /** Whether it is unique and never NULL, in the previous file and in the new one. */
  isKey: boolean;
  /** The number of rows in the new file whose key was in the previous file. */
  overlap: number;
}

export function keyFindingsSql(states: ThreeStates, candidates: readonly RowKey[]): string {
  const findings = candidates.map((key, i) => {
    const columns = key.map(identifier).join(', ');
    const filled = key.map((id) => `${identifier(id)} is not null`).join(' and ');
    const isUnique = (rows: string) =>
      `(select count(distinct row(${columns})) = count(*) and coalesce(bool_and(${filled}), true) from ${rows})`;
    return `select ${i} as candidate, ${isUnique('base_rows')} and ${isUnique('incoming_rows')} as "isKey",
      (select count(*) from incoming_rows semi join base_rows using (${columns})) as overlap`;
  });
  return `with ${threeStates(states)} ${findings.join(' union all ')} order by candidate`;
}

/** The key that matches most rows of the new file; of several, the leftmost. */
export function chooseKey(
  candidates: readonly RowKey[],
  findings: readonly KeyFinding[],
): RowKey | undefined {
  const keys = findings.filter(({ isKey }) => isKey);
  const most = Math.max(...keys.map(({ overlap }) => overlap));
  const best = keys.find(({ overlap }) => overlap === most);
  return best && candidates[best.candidate];
}
